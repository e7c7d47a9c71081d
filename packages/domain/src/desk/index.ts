export { askAgain } from './ask-again.ts';
export { checkSubjectResolution, resolveSubject } from './resolve-subject.ts';
export { type ResolutionInput, resolutionSchema } from './schemas.ts';
export { sweepReviews } from './sweep-reviews.ts';
