import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const policyIssues = defineIssues({
  keyRequired:
    'is required for a {kind} in production. An owner or admin can change this under Payout controls in the dashboard',
});
