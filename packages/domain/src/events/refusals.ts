import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const eventIssues = defineIssues({
  earlierCursor: 'is not a cursor from an earlier answer',
});
