import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const memberIssues = defineSentences({
  accountExists: 'has an account already: sign in to accept',
  memberAlready: 'is a member already',
  keysDecision: 'must be revoke or keep: API keys that this person made still work',
  invitedAlready: 'has an invitation already: send that one again',
});

/** Refusals of this room's verbs. */
export const memberRefusals = defineSentences({
  invitationGone: 'This invitation no longer works. Ask for a new one.',
  invitationOfOther: 'This invitation is for another address.',
});
