import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const handsetIssues = defineSentences({
  promptMissing: 'has no prompt on any phone',
  promptGone: 'is not on the simulator’s phone any more',
});

/** Refusals of this room's verbs. */
export const handsetRefusals = defineSentences({
  sandboxHandset: 'There is a handset in the sandbox only.',
});
