import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const tokenIssues = defineIssues({
  lifetime: 'must be within {max} days',
});
