import { defineSentences } from '../kernel/refusals.ts';

/** Issues with values of this room. */
export const paymentIssues = defineSentences({
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

/** Refusals of this room's verbs. */
export const paymentRefusals = defineSentences({
  promptsUsedUp: 'This phone number has had {limit} prompts within {window} s. Try again in {seconds} s.',
  promptUnclear:
    'The provider gave no clear answer, so the prompt may have been sent. Read GET /status/{id} before you try again.{upstream}',
  noHandset: 'The sandbox provider has no handset for this prompt: outcomes are simulated on the simulator only.',
});
