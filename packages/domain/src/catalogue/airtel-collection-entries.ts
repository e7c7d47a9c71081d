import { networkBusy, shared } from './airtel-shared.ts';
import { entriesOf } from './entry.ts';
import { expired, paid, waitingForPin } from './stk-entries.ts';

/** What Airtel Money says of a collection: to the push, to a question about it, and in notices. */
export const airtelCollectionEntries = entriesOf('airtel_collection', [
  // The adapter says 0 of every success.
  { codes: ['DP00800001001', '0'], ...paid },
  { codes: ['DP00800001000', 'TA'], ...shared.unclear },
  {
    codes: ['DP00800001002'],
    title: 'Wrong PIN',
    cause: 'The customer entered a wrong PIN. No money moved.',
    fix: 'Let the customer try again. It is a new charge and needs a new idempotency key.',
    category: 'customer',
    retryable: true,
    customerMessage: 'The PIN was not correct and you were not charged. Please try again.',
  },
  {
    codes: ['DP00800001003'],
    title: 'Above the limit of the wallet',
    cause: 'The payment would take the customer’s wallet over one of its limits.',
    fix: 'Offer a smaller amount, or another way to pay.',
    category: 'limit',
    retryable: false,
    customerMessage: 'This payment is above the limit of your account. Please try a smaller amount.',
  },
  {
    codes: ['DP00800001004'],
    title: 'Invalid amount',
    cause: 'Airtel Money does not take this amount. It is below the minimum, or it is no whole amount.',
    fix: 'Charge whole shillings, and at least the minimum of your contract with Airtel.',
    category: 'your_setup',
    retryable: false,
    customerMessage: 'This amount cannot be paid. You were not charged.',
  },
  {
    codes: ['DP00800001005'],
    title: 'No PIN entered',
    cause: 'The customer did not enter a PIN. No money moved.',
    fix: 'Ask the customer to keep the phone on and unlocked, then charge again with a new idempotency key.',
    category: 'customer',
    retryable: true,
    customerMessage:
      'We got no answer from your phone and you were not charged. Please check that it is on and has signal, then try again.',
  },
  { codes: ['DP00800001006', 'TIP'], ...waitingForPin },
  {
    codes: ['DP00800001007'],
    title: 'Insufficient balance',
    cause: 'The customer does not have enough money in the wallet for this amount and its fee.',
    fix: 'Ask the customer to top up, then charge again with a new idempotency key.',
    category: 'balance',
    retryable: true,
    customerMessage: 'Your balance is too low for this payment. Please top up and try again.',
  },
  {
    codes: ['DP00800001008'],
    title: 'Payment declined',
    cause: 'The customer declined the prompt, or the number is barred. No money moved.',
    fix: 'Ask the customer before you charge again. A new attempt needs a new idempotency key.',
    category: 'customer',
    retryable: false,
    customerMessage:
      'The payment was declined and you were not charged. If you still want to pay, please tell the business.',
  },
  {
    codes: ['DP00800001009'],
    title: 'Refused by Airtel Money',
    cause: 'Airtel Money refused the payment (“do not honor”) and gave no other reason.',
    fix: 'Read GET /status for this payment first. Only when it is final and failed, charge again with a new idempotency key.',
    category: 'provider_system',
    retryable: false,
    customerMessage: networkBusy,
  },
  {
    codes: ['DP00800001010'],
    title: 'Number may not pay',
    cause:
      'Airtel Money does not let this number pay. It is not registered, it is barred, or it is leaving the network.',
    fix: shared.noWallet.fix,
    category: 'customer',
    retryable: false,
    customerMessage: shared.noWallet.customerMessage,
  },
  {
    codes: ['DP00800001024'],
    title: 'No answer in time',
    cause: 'The customer did not answer the prompt in time. No money moved.',
    fix: 'Let the customer start the payment again, under a new idempotency key.',
    category: 'customer',
    retryable: true,
    customerMessage: expired.customerMessage,
  },
  { codes: ['DP00800001025'], ...shared.notFoundYet },
  { codes: ['DP00800001026'], ...shared.signatureRefused },
  { codes: ['DP00800001029', 'TE'], ...expired },
  { codes: ['TF'], ...shared.failedWithoutReason },
]);
