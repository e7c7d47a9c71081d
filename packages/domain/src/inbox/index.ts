export { applyAgain } from './apply-again.ts';
export {
  type Applied,
  bodyHash,
  claimSeconds,
  contradiction,
  isCallbackToken,
  isEnded,
  namesReceipt,
  newCallbackToken,
  nextRetry,
  paymentWindowSeconds,
  unread,
} from './callback.ts';
export { claimDue, type DueCallback, lockDue, postpone } from './due-statements.ts';
export { registrationOfToken, subjectOfToken } from './hook-statements.ts';
export {
  type CallbackAddresses,
  createAddressGate,
  createHookGate,
  publishedAddresses,
  readCallbackAddresses,
  readNoticeAddresses,
} from './provider-addresses.ts';
export { receiveCallback } from './receive-callback.ts';
export { recordCallbackAccess } from './record-callback-access.ts';
export { afterAttempt, type CallbackSpool, hasRoom, noSpool, type PostedCallback } from './spool.ts';
export {
  type CallbackRow,
  endUnmatched,
  findCallback,
  lockOpen,
  markApplied,
  markCallback,
  markEachApplied,
  storePulled,
} from './statements.ts';
export { keepInSpool, refuse, storeAndPublish, storePosted, type WithInbox } from './store-posted.ts';
export { wakeHeld } from './wake-statements.ts';
