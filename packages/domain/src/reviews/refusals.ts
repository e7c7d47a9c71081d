import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const reviewIssues = defineSentences({
  reviewMember: 'must be a member who may work on reviews',
  reviewClosed: 'is closed already',
});
