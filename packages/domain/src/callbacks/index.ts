export { answerValidation, isQuestion } from './answer-validation.ts';
export { applyCallback } from './apply-callback.ts';
export { receiveCallback } from './receive-callback.ts';
export { sweepCallbacks } from './sweep-callbacks.ts';
