import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const reviewIssues = defineSentences({
  reviewMember: 'must be a member who may work on reviews',
  reviewClosed: 'is closed already',
});
