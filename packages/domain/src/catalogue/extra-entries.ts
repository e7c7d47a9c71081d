import { unavailableMessage } from './api-entries.ts';
import type { CatalogueEntry, Category, Family } from './entry.ts';

/** Codes that the provider really sends and the 32 of the specification do not have. Never part of `listCatalogue`. */

type Row = [codes: string[], title: string, cause: string, fix: string, category: Category, customerMessage: string];

const setup = 'Correct the setup of this application; if it looks right, ask the provider’s support.';
const busyFix = 'Wait a few minutes and read the state first; only then try again.';
const busy = 'The payment network is busy. Please wait a few minutes before you try again.';
const cannotComplete = 'This business cannot complete the request just now.';
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
    'Let the customer pay a smaller amount, or tomorrow.',
    'limit',
    'You have reached your daily limit. Please try a smaller amount, or tomorrow.',
  ],
  [
    ['8'],
    'Receiver’s balance limit',
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

const resultRows: Row[] = [
  [
    ['1'],
    'Insufficient float',
    'The paying account of the business does not hold enough money.',
    'Add money to the paying account, then try again.',
    'balance',
    cannotComplete,
  ],
  [
    ['2'],
    'Amount too small',
    'The amount is below the provider’s minimum (10 KES for payouts).',
    'Send a larger amount.',
    'limit',
    'The amount is too small to be sent.',
  ],
  [
    ['3'],
    'Amount too large',
    'The amount is above the provider’s maximum for one transaction.',
    'Split the amount.',
    'limit',
    'The amount is too large to be sent at once.',
  ],
  [
    ['4'],
    'Daily limit reached',
    'The transaction would exceed a daily limit.',
    'Send a smaller amount, or tomorrow.',
    'limit',
    'A daily limit has been reached. Please try again tomorrow.',
  ],
  [
    ['8'],
    'Receiver’s balance limit',
    'The receiver’s account cannot hold this much.',
    'Send a smaller amount, or wait until the receiver has made room.',
    'limit',
    'Your account cannot receive this amount at the moment.',
  ],
  [
    ['11', '2006'],
    'Account not active',
    'The account of the business is not in a state that allows this.',
    'Have the account activated by the provider.',
    'your_setup',
    cannotComplete,
  ],
  [
    ['2028'],
    'Not permitted for this shortcode',
    'The shortcode is not allowed to do this operation.',
    'Have the product enabled for the shortcode.',
    'your_setup',
    cannotComplete,
  ],
  [
    ['2040'],
    'Receiver not registered',
    'The receiver’s number is not registered for mobile money.',
    'Check the number with the receiver.',
    'customer',
    'This phone number is not registered for mobile money.',
  ],
  [
    ['8006'],
    'Initiator locked',
    'The initiator’s password is locked after too many wrong attempts.',
    'Have it unlocked on the provider’s portal, then set it again here.',
    'your_setup',
    cannotComplete,
  ],
  [
    ['SFC_IC0003'],
    'Invalid phone number',
    'The provider does not know the receiver’s number.',
    'Check the number with the receiver.',
    'customer',
    'The phone number does not look right. Please check it.',
  ],
  [
    ['R000001'],
    'Already reversed',
    'The transaction was reversed before.',
    'Nothing to do: do not reverse it again.',
    'your_setup',
    'This payment has already been returned.',
  ],
  [
    ['R000002'],
    'Unknown transaction',
    'The receipt to reverse is not valid. Only money that came in can be reversed, not payouts.',
    'Check the receipt.',
    'your_setup',
    cannotComplete,
  ],
];

/** Of the provider's core: possible as the result of any asynchronous operation. */
const coreRows: Row[] = [
  [
    ['15'],
    'Already submitted',
    'The provider has seen this request id before; the first one decides.',
    'Do not submit again. Wait for the first result or ask for its transaction status.',
    'provider_system',
    'Your request is already being processed.',
  ],
  [
    ['18', '20', '22'],
    'Initiator refused',
    'The initiator is unknown, inactive or has a wrong password.',
    'Check initiator name and password. Do not keep trying: wrong attempts lock the initiator.',
    'your_setup',
    cannotComplete,
  ],
  [
    ['21', '100000010'],
    'No permission',
    'The initiator has no permission for this operation on this account.',
    'Give the initiator the role it needs on the provider’s portal.',
    'your_setup',
    cannotComplete,
  ],
  [
    ['19', '24', '25', '29', '100000005'],
    'Request refused',
    'The provider’s core found the request incomplete or invalid.',
    setup,
    'your_setup',
    cannotComplete,
  ],
  [
    ['17', '100000004', '100000007', '100000009'],
    'Provider fault',
    'The provider’s core failed in itself. Money may have moved.',
    busyFix,
    'provider_system',
    busy,
  ],
  [
    ['100000000'],
    'Held by the provider',
    'The provider keeps the request and will send it again itself.',
    'Do not submit again. Wait for the result.',
    'pending',
    'Your request is still being processed.',
  ],
  [
    ['26', '100000001', '100000002', '100000011'],
    'Provider too busy',
    'The provider is shedding traffic.',
    busyFix,
    'provider_system',
    busy,
  ],
  [['00.002.1001'], 'Provider in maintenance', 'The provider is in maintenance.', busyFix, 'provider_system', busy],
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
    ['400.008.01'],
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
    ['500.003.02', '500.003.03'],
    'Provider limits requests',
    'Too many requests in a short time, or the quota is used up.',
    busyFix,
    'provider_system',
    busy,
  ],
  [['500.003.1001'], 'Provider fault', 'The provider failed in itself.', busyFix, 'provider_system', busy],
];

function expand(rows: Row[], family: Family): CatalogueEntry[] {
  return rows.flatMap(([codes, title, cause, fix, category, customerMessage]) =>
    codes.map((code) => ({ family, code, title, cause, fix, category, retryable: false, customerMessage })),
  );
}

export const extraEntries: CatalogueEntry[] = [
  ...expand(stkRows, 'stk'),
  ...expand(resultRows, 'c2b_b2c'),
  ...expand(coreRows, 'stk'),
  ...expand(coreRows, 'c2b_b2c'),
  ...expand(apiRows, 'api'),
];
