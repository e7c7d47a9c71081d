import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const c2bIssues = defineSentences({
  decisionOrPayment: 'must be offline, not_money or a payment',
  receiptRecorded: 'a payment with this receipt is on record already',
  paymentMissing: 'there is no such payment',
  otherShortcodeOrAmount: 'is of another shortcode or amount',
  resolveFirst: 'is {status}: resolve it as paid first',
  receiptAlready: 'has a receipt, or the receipt is on record already',
  wholeSeconds: 'must be whole seconds',
  graceAtMost: 'must be at most {max} (30 days)',
  maxBelowRule: 'must not be below amountMin ({min})',
  patternTooLarge: 'is too large: with its repetitions written out it has more than {max} characters',
  patternClasses: 'may name at most {max} Unicode classes',
  patternUnusable:
    'is not a regular expression that can be used: check brackets and repetitions. Lookahead, lookbehind and references to groups such as \\1 are not available',
});

/** Refusals of this room's verbs. */
export const c2bRefusals = defineSentences({
  urlsUnregistered: 'No offline payment URLs are registered for this application.',
  noReplacedToken: 'No replaced token is still taken.',
});
