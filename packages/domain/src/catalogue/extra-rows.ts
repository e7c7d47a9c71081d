import type { Category } from './entry.ts';

/** One explanation of codes outside of the 32. They refuse a blind retry, unless the row says that nothing was done. */
export type Row = [
  codes: string[],
  title: string,
  cause: string,
  fix: string,
  category: Category,
  customerMessage: string,
  retryable?: true,
];

export const setup = 'Correct the setup of this application; if it looks right, ask the provider’s support.';
export const busyFix = 'Wait a few minutes. Read the status first, and only then try again.';
export const busy = 'The payment network is busy. Please wait a few minutes before you try again.';
const cannotComplete = 'This business cannot complete the request just now.';

/** Results of payouts and secured operations. */
export const resultRows: Row[] = [
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
    'Send a smaller amount, or try again tomorrow.',
    'limit',
    'A daily limit has been reached. Please try again tomorrow.',
  ],
  [
    ['8'],
    'Recipient’s balance limit',
    'The recipient’s account cannot hold this amount.',
    'Send a smaller amount, or wait until the recipient has made room.',
    'limit',
    'Your account cannot receive this amount at the moment.',
  ],
  [
    ['11', '2006'],
    'Account not active',
    'The business account is not active, so it cannot do this.',
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
    'Recipient not registered',
    'The recipient’s number is not registered for mobile money.',
    'Check the number with the recipient.',
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
    'The provider does not know the recipient’s number.',
    'Check the number with the recipient.',
    'customer',
    'The phone number does not look right. Please check it.',
  ],
  [
    ['R000001'],
    'Already reversed',
    'The transaction was already reversed.',
    'Nothing to do. Do not reverse it again.',
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
export const coreRows: Row[] = [
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
    'The provider’s core had an internal problem and reported the transaction as not done.',
    'Ask for the transaction’s status before you send the same money again.',
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
    'The provider is overloaded.',
    busyFix,
    'provider_system',
    busy,
  ],
  [['00.002.1001'], 'Provider in maintenance', 'The provider is in maintenance.', busyFix, 'provider_system', busy],
];
