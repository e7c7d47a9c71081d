import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const keyIssues = defineIssues({
  scopeMissing: 'must have at least one scope',
});
