export { allowPrompts } from './allow-prompts.ts';
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
  type FormProblem,
  formNames,
  type Offer,
  offerOf,
  type PageState,
  pageStateOf,
  type TypedForm,
} from './attempt-form.ts';
export {
  countPrompts,
  listWaiting,
  lockWaiting,
  storeClaim,
  storeHanded,
  storeRefused,
  storeStale,
  type WaitingAttempt,
} from './attempt-statements.ts';
export { type BeginAttemptInput, beginAttempt, type WithLinkLimits } from './begin-attempt.ts';
export { changeLink, editLink } from './change-link.ts';
export { storeReversal } from './change-statements.ts';
export { checkLinkKey } from './check-link-key.ts';
export { createLink } from './create-link.ts';
export { createLinkOnce } from './create-link-once.ts';
export { endLink, reopenLink, sweepLinks } from './end-link.ts';
export { decideReopen, promptsLeftOf, referenceKeyOf } from './link.ts';
export { linkEndedEvent } from './link-event.ts';
export { demandPayPages, takesLinks } from './link-shop.ts';
export { createPayPages, hashOfToken, type PayPages, type WithPayPages } from './link-token.ts';
export { type LinkRow, type LinkView, linkView, linkViewSchema } from './link-view.ts';
export { maskedPhone, type PublicLink, readPublicAttempt, readPublicLink } from './public-link.ts';
export type { PublicAttempt } from './public-statements.ts';
export { type Advice, type RetryGuidance, retryGuidance } from './retry-guidance.ts';
export {
  changeLinkSchema,
  createLinkSchema,
  editLinkSchema,
  fieldsSchema,
  linkIdSchema,
  newLinkSchema,
  readAnswers,
  readNewLink,
} from './schemas.ts';
export { linkColumns, lockLinkOfCredit, storeCredit, storeEnd } from './statements.ts';
export { newVisit } from './visit.ts';
