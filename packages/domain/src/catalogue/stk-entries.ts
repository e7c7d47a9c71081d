import type { Explanation, FamilyEntry } from './entry.ts';

const confirmFirst =
  'Read GET /status for this payment first. Only when it is final and failed, charge again with a new idempotency key.';

/** These three say the same on every network. */
export const paid: Explanation = {
  title: 'Paid',
  cause: 'The customer entered their PIN and the money was received.',
  fix: 'Compare the settled amount with the order total, then fulfil the order.',
  category: 'success',
  retryable: false,
  customerMessage: 'Thank you. We have received your payment.',
};
export const expired: Explanation = {
  title: 'Transaction expired',
  cause: 'The time to complete the transaction ran out. No money moved.',
  fix: 'Let the customer start the payment again, under a new idempotency key.',
  category: 'customer',
  retryable: true,
  customerMessage: 'The payment request expired and you were not charged. Please try again.',
};
export const waitingForPin: Explanation = {
  title: 'Waiting for the PIN',
  cause: 'The prompt is on the handset and the customer has not answered it yet.',
  fix: 'Do not charge again: the first prompt is still live. Keep reading the status or wait for the webhook.',
  category: 'pending',
  retryable: false,
  customerMessage: 'Please enter your PIN in the payment request on your phone.',
};

/** Results of a prompt: spec 7.3, first table. */
export const stkEntries: FamilyEntry[] = [
  { family: 'stk', code: '0', ...paid },
  {
    family: 'stk',
    code: '1',
    title: 'Insufficient balance',
    cause: 'The customer does not have enough money in the account for this amount and its fee.',
    fix: 'Ask the customer to top up, then charge again with a new idempotency key.',
    category: 'balance',
    retryable: true,
    customerMessage: 'Your balance is too low for this payment. Please top up and try again.',
  },
  {
    family: 'stk',
    code: '17',
    title: 'Refused by a provider rule',
    cause:
      'The provider stopped the transaction itself: a passing internal fault, or the same amount to the same customer twice within two minutes.',
    fix: `Wait at least two minutes. ${confirmFirst}`,
    category: 'provider_system',
    retryable: false,
    customerMessage: 'The payment network could not take this payment just now. Please wait a few minutes.',
  },
  {
    family: 'stk',
    code: '26',
    title: 'Provider too busy',
    cause: 'The provider is shedding traffic and did not process the prompt.',
    fix: `Slow down and wait a few minutes. ${confirmFirst}`,
    category: 'provider_system',
    retryable: false,
    customerMessage: 'The payment network is busy. Please wait a few minutes before you try again.',
  },
  {
    family: 'stk',
    code: '1001',
    title: 'Another transaction is open',
    cause: 'This number already has a prompt or a transaction in progress, and the provider allows one at a time.',
    fix: 'Wait one to three minutes and read the status of the earlier payment. Do not repeat the charge blindly.',
    category: 'customer',
    retryable: false,
    customerMessage:
      'Another payment is in progress on your phone. Please finish or dismiss it, and wait a moment before you try again.',
  },
  { family: 'stk', code: '1019', ...expired },
  {
    family: 'stk',
    code: '1025',
    title: 'Prompt could not be sent',
    cause:
      'The provider could not send the prompt: a passing fault, or the text assembled for the handset is over 182 characters (a long account reference adds to it).',
    fix: `Shorten the account reference and description. ${confirmFirst}`,
    category: 'provider_system',
    retryable: false,
    customerMessage: 'We could not send the payment request to your phone. Please wait a moment.',
  },
  {
    family: 'stk',
    code: '9999',
    title: 'Prompt not delivered',
    cause:
      'The prompt did not reach the handset: a passing fault, or the text assembled for the handset is over 182 characters.',
    fix: `Shorten the account reference and description. ${confirmFirst}`,
    category: 'provider_system',
    retryable: false,
    customerMessage: 'The payment request did not reach your phone. Please wait a moment.',
  },
  {
    family: 'stk',
    code: '1032',
    title: 'Cancelled by the customer',
    cause: 'The customer dismissed the prompt. No money moved.',
    fix: 'Offer to pay again; a new attempt needs a new idempotency key.',
    category: 'customer',
    retryable: true,
    customerMessage: 'You cancelled the payment and were not charged. You can try again when you are ready.',
  },
  {
    family: 'stk',
    code: '1037',
    title: 'No answer from the phone',
    cause:
      'The prompt stayed unanswered (about 60 seconds), or the handset was off, out of reach or could not show it. No money moved.',
    fix: 'Ask the customer to keep the phone on and unlocked, then charge again with a new idempotency key.',
    category: 'customer',
    retryable: true,
    customerMessage:
      'We got no answer from your phone and you were not charged. Please check that it is on and has signal, then try again.',
  },
  {
    family: 'stk',
    code: '2001',
    title: 'Wrong PIN',
    cause: 'The customer entered a wrong PIN. The provider words this as invalid initiator information.',
    fix: 'Let the customer try again; it is a new charge and needs a new idempotency key.',
    category: 'customer',
    retryable: true,
    customerMessage: 'The PIN was not correct and you were not charged. Please try again.',
  },
  {
    family: 'stk',
    code: '2028',
    title: 'Amount not permitted',
    cause:
      'The amount is over what this customer may pay. The provider also sends this code when the transaction type or the receiving number does not suit the shortcode.',
    fix: 'Offer a smaller amount. If every payment fails like this, check the product (paybill or till) and the numbers of this application.',
    category: 'limit',
    retryable: false,
    customerMessage: 'This payment is above the limit of your account. Please try a smaller amount.',
  },
  {
    family: 'stk',
    code: '2029',
    title: 'Till and paybill mixed up',
    cause: 'The transaction type does not match the type of the shortcode: a till charged as a paybill or the reverse.',
    fix: 'Set the product of this application to what the shortcode really is; a till also needs its till number.',
    category: 'your_setup',
    retryable: false,
    customerMessage: 'This business cannot take the payment just now. You were not charged.',
  },
  { family: 'stk', code: '4999', ...waitingForPin },
  {
    family: 'stk',
    code: '500.001.1001',
    title: 'Still being processed',
    cause: 'The provider has no outcome for this prompt yet. It says nothing about success or failure.',
    fix: 'Do not charge again: the first prompt may still be live. Keep reading the status or wait for the webhook.',
    category: 'pending',
    retryable: false,
    customerMessage: 'Your payment is still being processed. Please look for the payment request on your phone.',
  },
];
