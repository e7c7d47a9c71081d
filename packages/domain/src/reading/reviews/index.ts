export { browseReviews, type ReviewListRow } from './browse-reviews.ts';
export { getReview, type ReviewDetail } from './get-review.ts';
export { nextStepsOf, type Step, steps } from './next-steps.ts';
export { countOpenReviews, listOpenReviews } from './open-reviews.ts';
export { browseReviewsSchema } from './schemas.ts';
