import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const disbursementIssues = defineSentences({
  receiptNotPaid: 'is the receipt of a payment that is {status}',
  receiptFraction:
    'is the receipt of KES {amount}, and only whole amounts can be reversed here: refund it in the provider’s portal',
  receiptAboveMax:
    'is the receipt of KES {amount}, and at most {max} can be reversed here: refund it in the provider’s portal',
  receiptOfPayout: 'is the receipt of a payout: only money that came in can be reversed',
  partOfPayment: 'must be {amount}, as in the original transaction: part of a payment cannot be reversed',
  receiptOfReversed: 'must be the receipt of the reversal: this is the one of the payment that it reverses',
  disbursementFinal: 'is about a disbursement that is final',
  disbursementWithoutId: 'is about a disbursement that the provider never gave an id to: look at the provider’s portal',
  disbursementAsked: 'was asked about a moment ago: the answer is on its way',
});

/** Refusals of this room's verbs. */
export const disbursementRefusals = defineSentences({
  disbursementUnclear:
    'The provider gave no clear answer, so money may move. Read GET /disbursements/{id} before you try again.{upstream}',
  reversedAlready: 'The disbursement {id} has reversed this receipt. A receipt can be reversed once.',
  reversalUnderWay: 'The disbursement {id} is reversing this receipt. Wait for its result before you try again.',
});
