import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const memberIssues = defineIssues({
  accountExists: 'has an account already: sign in to accept',
  memberAlready: 'is a member already',
  keysDecision: 'must be revoke or keep: API keys that this person made still work',
  invitedAlready: 'has an invitation already: send that one again',
});
