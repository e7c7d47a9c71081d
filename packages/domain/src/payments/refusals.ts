import { defineIssues } from '../kernel/refusals.ts';

/** What can be wrong with values of this room alone. */
export const paymentIssues = defineIssues({
  paymentNotAskable:
    'is about a payment that the provider cannot be asked about: it is final or about to end, or the provider never took the prompt',
  offlineIsSettled: 'is an offline payment, which is already settled',
  linkedElsewhere: 'must be not_paid: its money is recorded as payment {payment}',
  anotherPayment: 'must be another payment',
  linkedToThird: 'cannot be linked: one of the two is the same money as payment {payment}',
  otherShortcode: 'was paid to another shortcode',
  otherAmount: 'has another amount',
  receiptOfItsOwn: 'has a receipt of its own: it is other money',
  noReceiptEither: 'has no receipt either: no money is recorded',
  settledAlready: 'is settled already',
  promptUnacknowledged: 'has no prompt: the provider never acknowledged it',
});
