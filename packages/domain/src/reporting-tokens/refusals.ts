import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const tokenIssues = defineSentences({
  lifetime: 'must be within {max} days',
});

/** Why verbs of this room refuse. */
export const tokenRefusals = defineSentences({
  tokenNotMember: 'You are not a member of this organization.',
});
