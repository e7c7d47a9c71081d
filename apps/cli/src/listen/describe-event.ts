const textMax = 120;

type Data = Record<string, unknown>;

/**
 * Describes an event in one line. For a failure, says why it failed and what to do. `body` is a parsed webhook body.
 */
export function describeEvent(body: unknown): string {
  const { type, data } = recordOf(body);
  const about = recordOf(data);
  switch (type) {
    case 'payment.success':
    case 'payment.failed':
      return `${money(about)} from ${phone(about.phone)}${reference(about)}${outcome(about)}`;
    case 'payout.result':
      return `${money(about)} to ${phone(about.phone)}${outcome(about)}`;
    case 'refund.result':
      return `${money(about)} of receipt ${plain(about.transactionId)} back${outcome(about)}`;
    case 'admin.transaction_status':
      return `receipt ${plain(about.transactionId)}${about.result === null ? outcome(about) : transaction(about)}`;
    case 'admin.account_balance':
      return Array.isArray(about.accounts) ? about.accounts.map(account).join(', ') : `no balances${outcome(about)}`;
    case 'link.paid':
      return `link ${plain(about.linkId)}: ${money(about)}${reference(about)}, payment ${plain(about.paymentId)}`;
    case 'link.ended':
      return `link ${plain(about.linkId)} ended by ${plain(about.endedBy)}`;
    case 'batch.ended':
      return `batch ${plain(about.batchId)}: ${plain(about.paid)} of ${plain(about.rows)} paid, KES ${plain(about.amountPaid)}`;
    default:
      return plain(JSON.stringify(data) ?? '');
  }
}

const money = ({ amount }: Data) => `KES ${plain(amount)}`;
const reference = ({ accountRef }: Data) => (plain(accountRef) === '' ? '' : ` ref ${plain(accountRef)}`);

/** Masks a phone number, so that a shared screen does not show it in full. */
function phone(value: unknown): string {
  const text = plain(value);
  return /^\d{9,}$/.test(text) ? `${text.slice(0, 4)}…${text.slice(-3)}` : text || 'an unknown number';
}

function outcome({ status, decoded, providerReceipt, resultDesc }: Data): string {
  if (status === 'success') return providerReceipt ? ` receipt ${plain(providerReceipt)}` : ', no receipt yet';
  const { title, code, fix } = recordOf(decoded);
  return title === undefined ? `: ${plain(resultDesc)}` : `: ${plain(title)} (${plain(code)}). ${plain(fix)}`;
}

function transaction({ result }: Data): string {
  const { transactionStatus, amount } = recordOf(result);
  return `: ${plain(transactionStatus) || 'no status'}${amount ? `, KES ${plain(amount)}` : ''}`;
}

function account(value: unknown): string {
  const { name, currency, available } = recordOf(value);
  return plain([name, currency, available].map(plain).join(' '));
}

function recordOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Puts text on one line without control characters. A payer's text must not change the terminal. */
export function plain(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const text = String(value)
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text;
}
