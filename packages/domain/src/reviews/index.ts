export { closeReviewsOf, type NewReview, openReviewOf, openReviewOfCallback } from './statements.ts';
