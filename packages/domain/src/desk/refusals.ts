import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const deskIssues = defineSentences({
  aboutInquiry: 'is about an inquiry: make a new inquiry instead',
  receiptForPaid: 'must be given for what was paid',
  receiptForUnpaid: 'must not be given for what was not paid',
});
