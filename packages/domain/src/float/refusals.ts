import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const floatIssues = defineSentences({
  accountUnknown: 'is no account of this shortcode: ask for its balance first',
});

/** Refusals of this room's verbs. */
export const floatRefusals = defineSentences({
  thresholdMissing: 'This account has no threshold.',
});
