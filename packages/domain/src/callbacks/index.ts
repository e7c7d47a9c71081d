export { answerValidation, isQuestion } from './answer-validation.ts';
export { applyAgain } from './apply-again.ts';
export { applyCallback } from './apply-callback.ts';
export { createCallbackDrain, drainCallbacks } from './drain-callbacks.ts';
export {
  type CallbackAddresses,
  createAddressGate,
  publishedAddresses,
  readCallbackAddresses,
} from './provider-addresses.ts';
export { pullPayments } from './pull-payments.ts';
export { receiveCallback } from './receive-callback.ts';
export { recordCallbackAccess } from './record-callback-access.ts';
export { type ReplayTries, replaySpool } from './replay-spool.ts';
export { type CallbackSpool, hasRoom, noSpool, type PostedCallback } from './spool.ts';
export type { WithInbox } from './store-posted.ts';
export { pullEverySeconds, sweepPulls } from './sweep-pulls.ts';
