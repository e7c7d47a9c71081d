import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const eventIssues = defineSentences({
  earlierCursor: 'is not a cursor from an earlier answer',
});
