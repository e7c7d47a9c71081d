import { unavailableMessage } from './api-entries.ts';
import type { Explanation } from './entry.ts';

/** What one code means when its message says so. */
export const byMessage = {
  passkeyRefused: {
    title: 'Passkey refused',
    cause: 'The provider refused the credentials of the prompt: the passkey does not belong to this shortcode.',
    fix: 'Set the passkey of this shortcode and environment again.',
    category: 'your_setup',
    retryable: false,
    customerMessage: unavailableMessage,
  },
  subscriberLocked: {
    title: 'Another transaction is open',
    cause: 'This number already has a prompt or a transaction in progress, and the provider allows one at a time.',
    fix: 'Wait one to three minutes and read the status of the earlier payment. Do not repeat the charge blindly.',
    category: 'customer',
    retryable: false,
    customerMessage:
      'Another payment is in progress on your phone. Please finish or dismiss it, and wait a moment before you try again.',
  },
  alreadySubmitted: {
    title: 'Already submitted',
    cause: 'The provider has seen this request id before: the first submission decides, and money may have moved.',
    fix: 'Do not submit again, under this id or a new one. Wait for the first result or ask for its transaction status.',
    category: 'provider_system',
    retryable: false,
    customerMessage: 'Your request is already being processed.',
  },
  phoneRefused: {
    title: 'Invalid phone number',
    cause: 'The provider refused the phone number.',
    fix: 'Check the number with the customer.',
    category: 'your_setup',
    retryable: false,
    customerMessage: 'The phone number does not look right. Please check it and try again.',
  },
} satisfies Record<string, Explanation>;
