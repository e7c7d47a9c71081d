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
export { changeLink } from './change-link.ts';
export { createLink } from './create-link.ts';
export { endLink, reopenLink, sweepLinks } from './end-link.ts';
export { referenceKeyOf } from './link.ts';
export { linkEndedEvent } from './link-event.ts';
export { takesLinks } from './link-shop.ts';
export { createPayPages, type PayPages, type WithPayPages } from './link-token.ts';
export { type LinkRow, type LinkView, linkView, linkViewSchema } from './link-view.ts';
export { changeLinkSchema, createLinkSchema, readAnswers, readNewLink } from './schemas.ts';
export { linkColumns, lockLinkOfCredit, storeCredit, storeEnd } from './statements.ts';
