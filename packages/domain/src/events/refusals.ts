import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const eventIssues = defineSentences({
  earlierCursor: 'is not a cursor from an earlier answer',
});
