import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const recoveryIssues = defineIssues({
  untilReached: 'must be before until',
});
