import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const handsetIssues = defineSentences({
  promptMissing: 'has no prompt on any phone',
  promptGone: 'is not on the simulator’s phone any more',
});

/** Why verbs of this room refuse. */
export const handsetRefusals = defineSentences({
  sandboxHandset: 'There is a handset in the sandbox only.',
});
