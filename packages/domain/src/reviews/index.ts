export { addNote } from './add-note.ts';
export { assignReview } from './assign-review.ts';
export { clearReview } from './clear-review.ts';
export { type ReasonWords, reasonInWords, reasonSentence, reasonTitles } from './reason-words.ts';
export { resolveReviewed } from './resolve-reviewed.ts';
export { addNoteSchema, assignReviewSchema, clearReviewSchema, noteSchema } from './schemas.ts';
export { getOpenReview, getOwnReview } from './scope.ts';
export {
  type Closing,
  closeReviewsOf,
  closeWhere,
  type NewReview,
  openReviewOf,
  openReviewOfCallback,
  openReviews,
  openReviewsOfRefused,
  openReviewsOnce,
} from './statements.ts';
