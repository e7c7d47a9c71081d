export {
  type FormProblem,
  formNames,
  type Offer,
  offerOf,
  type PageState,
  pageStateOf,
  type TypedForm,
} from './attempt-form.ts';
export { type BeginAttemptInput, beginAttempt } from './begin-attempt.ts';
export { changeLink } from './change-link.ts';
export { createLink } from './create-link.ts';
export { endLink, reopenLink, sweepLinks } from './end-link.ts';
export { referenceKeyOf } from './link.ts';
export { createPayPages, hashOfToken, type PayPages, type WithPayPages } from './link-token.ts';
export { type LinkRow, type LinkView, linkView, linkViewSchema } from './link-view.ts';
export { maskedPhone, type PublicLink, readPublicAttempt, readPublicLink } from './public-link.ts';
export type { PublicAttempt } from './public-statements.ts';
export { type Advice, type RetryGuidance, retryGuidance } from './retry-guidance.ts';
export { changeLinkSchema, createLinkSchema, readAnswers } from './schemas.ts';
export { linkColumns } from './statements.ts';
export { newVisit } from './visit.ts';
