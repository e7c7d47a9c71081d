import { defineSentences } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const floatIssues = defineSentences({
  accountUnknown: 'is no account of this shortcode: ask for its balance first',
});

/** Why verbs of this room refuse. */
export const floatRefusals = defineSentences({
  thresholdMissing: 'This account has no threshold.',
});
