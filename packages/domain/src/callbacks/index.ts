export { answerValidation, isValidation } from './answer-validation.ts';
export { applyCallback } from './apply-callback.ts';
export { createCallbackDrain, drainCallbacks } from './drain-callbacks.ts';
export { type NamedPeople, namePeople } from './name-people.ts';
export { pullPayments } from './pull-payments.ts';
export { type ReplayTries, replaySpool } from './replay-spool.ts';
export { sweepPulls } from './sweep-pulls.ts';
