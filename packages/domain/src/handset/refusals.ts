import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const handsetIssues = defineIssues({
  promptMissing: 'has no prompt on any phone',
  promptGone: 'is not on the simulator’s phone any more',
});
