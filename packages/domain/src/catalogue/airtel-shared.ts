import type { Explanation } from './entry.ts';

export const cannotComplete = 'This business cannot complete the request just now.';
export const stillProcessed = 'Your request is still being processed. Please wait before you try again.';
export const networkBusy = 'The payment network is busy. Please wait a few minutes before you try again.';
const waitForResult = 'Do not send it again. Tillgate keeps asking: read the status or wait for the webhook.';

/** What Airtel Money says with one code of each product, or with several of one. */
export const shared = {
  unclear: {
    title: 'Outcome not clear yet',
    cause: 'Airtel Money does not know yet how this transaction ended. Money may have moved.',
    fix: waitForResult,
    category: 'pending',
    retryable: false,
    customerMessage: stillProcessed,
  },
  timedOut: {
    title: 'No answer from Airtel Money',
    cause: 'Airtel Money did not finish the request in time. Money may have moved.',
    fix: waitForResult,
    category: 'pending',
    retryable: false,
    customerMessage: stillProcessed,
  },
  inProcess: {
    title: 'Being processed by Airtel Money',
    cause: 'Airtel Money took the request and has not finished it. That proves no payment.',
    fix: waitForResult,
    category: 'pending',
    retryable: false,
    customerMessage: stillProcessed,
  },
  notFoundYet: {
    title: 'Transaction not found yet',
    cause: 'Airtel Money does not know this transaction, or not yet. That proves nothing about the money.',
    fix: waitForResult,
    category: 'pending',
    retryable: false,
    customerMessage: stillProcessed,
  },
  idUsed: {
    title: 'Id already used',
    cause: 'Airtel Money has seen this id before. The first request under it decides, and money may have moved.',
    fix: 'Do not send it again, under this id or a new one. Read the status and wait for its result.',
    category: 'provider_system',
    retryable: false,
    customerMessage: 'Your request is already being processed.',
  },
  failedWithoutReason: {
    title: 'Failed without a reason',
    cause: 'Airtel Money reported a failure and gave no reason.',
    fix: 'Read the status first. Only when it is final and failed, try again with a new idempotency key.',
    category: 'provider_system',
    retryable: false,
    customerMessage: 'The payment network could not complete this just now. Please wait a few minutes.',
  },
  signatureRefused: {
    title: 'Message signature refused',
    cause:
      'The signature does not fit the message. Message signing is on in one place and off in the other, or the key is wrong.',
    fix: 'Switch message signing on or off in this application, as it is on the Airtel portal.',
    category: 'your_setup',
    retryable: false,
    customerMessage: cannotComplete,
  },
  fieldRefused: {
    title: 'A field was refused',
    cause: 'Airtel Money found a field or a header missing or invalid.',
    fix: 'Read which field the text names, then correct the request. If it is right, report it to the operator of this gateway.',
    category: 'your_setup',
    retryable: false,
    customerMessage: cannotComplete,
  },
  noWallet: {
    title: 'No wallet on this number',
    cause: 'This phone number has no Airtel Money wallet.',
    fix: 'Check the number with the customer. The number may belong to another network: send "rail": "mpesa" with a new Idempotency-Key.',
    category: 'customer',
    retryable: false,
    customerMessage: 'This phone number cannot be used for the payment. You were not charged.',
  },
} satisfies Record<string, Explanation>;
