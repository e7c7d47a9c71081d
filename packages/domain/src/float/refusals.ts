import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const floatIssues = defineIssues({
  accountUnknown: 'is no account of this shortcode: ask for its balance first',
});
