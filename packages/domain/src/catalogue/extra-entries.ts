import { unavailableMessage } from './api-entries.ts';
import { entriesOf, type Family, type FamilyEntry } from './entry.ts';
import { busy, busyFix, coreRows, type Row, resultRows, setup } from './extra-rows.ts';

/** Codes that the provider really sends and the 32 of the specification do not have. Never part of `listCatalogue`. */

const phoneCare = 'Please contact your payment network’s customer care.';
const mixUp =
  'The transaction type or the receiving number does not suit the shortcode, typically a till number used as a store number.';

const stkRows: Row[] = [
  [
    ['2'],
    'Amount too small',
    'The amount is below the provider’s minimum.',
    'Charge a larger amount.',
    'limit',
    'The amount is too small. You were not charged.',
  ],
  [
    ['3'],
    'Amount too large',
    'The amount is above the provider’s maximum for one transaction.',
    'Split the amount.',
    'limit',
    'The amount is too large for one payment. You were not charged.',
  ],
  [
    ['4'],
    'Daily limit reached',
    'The payment would take the customer over their daily limit.',
    'Let the customer pay a smaller amount, or pay tomorrow.',
    'limit',
    'You have reached your daily limit. Please try a smaller amount, or try again tomorrow.',
  ],
  [
    ['8'],
    'Recipient’s balance limit',
    'The payment would take the receiving account over its balance limit.',
    'Move money out of the receiving account, then charge again.',
    'limit',
    unavailableMessage,
  ],
  [
    ['8006'],
    'Customer’s PIN is locked',
    'The customer’s PIN is locked after too many wrong attempts.',
    'The customer must have it unlocked by the provider’s customer care.',
    'customer',
    `Your PIN is locked. ${phoneCare}`,
  ],
  [
    ['SFC_IC0003'],
    'Till and paybill mixed up',
    mixUp,
    'Check product, shortcode and till number of this application.',
    'your_setup',
    unavailableMessage,
  ],
];

const apiRows: Row[] = [
  [
    ['400.003.01', '401.003.01'],
    'Access token or product refused',
    'The access token was not accepted, or the provider app lacks this product or this version of it.',
    'Have the product enabled for the provider app; check the consumer key and secret.',
    'your_setup',
    unavailableMessage,
  ],
  [
    ['400.003.02'],
    'Request refused',
    'The provider found the request invalid.',
    setup,
    'your_setup',
    unavailableMessage,
  ],
  [
    ['400.008.01', 'token_refused'],
    'Consumer key or secret refused',
    'The provider did not accept how we asked for an access token.',
    'Check the consumer key and secret of this application.',
    'your_setup',
    unavailableMessage,
  ],
  [
    ['404.001.01', '404.002.01', '404.003.01', '405.001'],
    'Operation not found',
    'The provider does not have this operation at the address that was used.',
    'Check the provider address of the environment.',
    'your_setup',
    unavailableMessage,
  ],
  [
    ['500.003.02', '500.003.03', 'policies.ratelimit.QuotaViolation'],
    'Provider limits requests',
    'Too many requests in a short time, or the quota is used up.',
    busyFix,
    'provider_system',
    busy,
  ],
  [
    ['policies.ratelimit.SpikeArrestViolation', 'http_429'],
    'Provider limits requests',
    'Too many requests in a short time. Nothing was done.',
    'Wait Retry-After seconds if the answer has them, else a minute. Then try again.',
    'provider_system',
    busy,
    true,
  ],
  [['500.003.1001'], 'Provider fault', 'The provider had an internal problem.', busyFix, 'provider_system', busy],
];

/** What people resolve by hand: see `packages/domain/src/kernel/resolution.ts`. */
const personRows: Row[] = [
  [
    ['resolved_not_paid'],
    'Not paid, resolved by hand',
    'The provider never reported an outcome. A person at the business checked the provider’s records and resolved it as not paid.',
    'If the order still stands, charge it again. If the provider reports success later, we will tell you.',
    'provider_system',
    'The payment did not go through. Please contact the business before you try again.',
  ],
];

/** Codes of ours about a prompt: they say the same on every network. */
const promptRows: Row[] = [
  [
    ['expired_unanswered'],
    'Expired without an outcome',
    'The prompt expired and the provider never reported an outcome: no callback arrived and no query had a final answer. Tillgate sets this code, not the provider.',
    'Look for the payment in the provider’s statement before you charge again. If the provider reports it as paid after all, it becomes a success and is announced again.',
    'provider_system',
    'We received no confirmation of your payment. If money left your account, please contact the business before you pay again.',
  ],
  [
    ['not_received'],
    'Never received by the network',
    'The request was interrupted, and the payment network does not know it. The network never received it, and no money moved. Tillgate sets this code, not the provider.',
    'Charge again with a new idempotency key. If the provider reports the payment as paid after all, it becomes a success and is announced again.',
    'provider_system',
    'The payment request did not reach the payment network, and you were not charged. Please try again.',
    true,
  ],
];
/** A code of ours about any call. */
const callRows: Row[] = [
  [
    ['too_late'],
    'Held up for too long',
    'The request waited for longer than it may, for example because the process was suspended. Nothing was sent. Tillgate sets this code, not the provider.',
    'Try again with a new idempotency key.',
    'provider_system',
    busy,
  ],
];

function expand(rows: Row[], family: Family): FamilyEntry[] {
  const shared = rows.map(([codes, title, cause, fix, category, customerMessage, retryable = false]) => ({
    ...{ codes, title, cause, fix, category, retryable, customerMessage },
  }));
  return entriesOf(family, shared);
}

export const extraEntries: FamilyEntry[] = [
  ...expand(stkRows, 'stk'),
  ...expand(resultRows, 'c2b_b2c'),
  ...expand(coreRows, 'stk'),
  ...expand(coreRows, 'c2b_b2c'),
  ...expand(apiRows, 'api'),
  ...expand(callRows, 'api'),
  ...expand(promptRows, 'stk'),
  ...expand(personRows, 'stk'),
  ...expand(personRows, 'c2b_b2c'),
  ...expand([...callRows, ...promptRows, ...personRows], 'airtel_gateway'),
];
