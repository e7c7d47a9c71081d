import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const tokenIssues = defineSentences({
  lifetime: 'must be within {max} days',
});

/** Refusals of this room's verbs. */
export const tokenRefusals = defineSentences({
  tokenNotMember: 'You are not a member of this organization.',
});
