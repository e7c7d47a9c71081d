export {
  type AttemptFacts,
  type AttemptRefusal,
  attemptRefusals,
  claimSeconds,
  decideAttempt,
  type PublicLimits,
  type SentPrompt,
  staleSeconds,
} from './attempt.ts';
export {
  listWaiting,
  lockWaiting,
  storeClaim,
  storeHanded,
  storeRefused,
  storeStale,
  type WaitingAttempt,
} from './attempt-statements.ts';
export { changeLink, editLink } from './change-link.ts';
export { createLink } from './create-link.ts';
export { createLinkOnce } from './create-link-once.ts';
export { endLink, reopenLink, sweepLinks } from './end-link.ts';
export { decideReopen, referenceKeyOf } from './link.ts';
export { linkEndedEvent } from './link-event.ts';
export { createPayPages, type PayPages, type WithPayPages } from './link-token.ts';
export { type LinkRow, type LinkView, linkView, linkViewSchema } from './link-view.ts';
export {
  changeLinkSchema,
  createLinkSchema,
  editLinkSchema,
  linkIdSchema,
  newLinkSchema,
  readAnswers,
} from './schemas.ts';
export { linkColumns, lockLinkOfCredit, storeCredit, storeEnd } from './statements.ts';
