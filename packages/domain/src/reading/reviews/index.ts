export { browseReviews, type ReviewListRow } from './browse-reviews.ts';
export { getReview, type ReviewDetail } from './get-review.ts';
export { nextStepsOf, type Step, type SubjectState, steps } from './next-steps.ts';
export { countOpenReviews, listOpenReviews, type OpenReview } from './open-reviews.ts';
export { type BrowseReviewsInput, browseReviewsSchema } from './schemas.ts';
