export { type NewReview, openReviewOf, openReviewOfCallback } from './statements.ts';
