import { keptText } from './request.ts';

const bodyLengthMax = 4_000;
/** Entries of one list or object. */
const entriesMax = 50;
const depthMax = 8;
const hidden = '…';
/**
 * Fields of the API whose values are kept. Those that say who somebody is, or hold what somebody else wrote, are not among
 * them. A field that the API does not have may hold anything.
 */
export const shownFields: readonly string[] = [
  ...['accountRef', 'accountReference', 'accounts', 'amount', 'available', 'category', 'cause', 'checkoutRequestId'],
  ...['code', 'commandId', 'completedAt', 'confirmationUrl', 'conversationId', 'cpi', 'createdAt', 'currency'],
  ...['current', 'customerMessage', 'decoded', 'description', 'detail', 'disbursementId', 'error', 'events', 'fix'],
  ...['id', 'idempotencyKey', 'identifierType', 'indeterminate', 'initiatedAt', 'issues', 'kind', 'limit', 'max'],
  ...['message', 'missingScope', 'next', 'occasion', 'outcome', 'path', 'paymentId', 'payments', 'providerReceipt'],
  ...['queryId', 'reason', 'receipt', 'refNo', 'registered', 'remarks', 'requestId', 'reserved', 'responseCode'],
  ...['rule', 'ruleId', 'amountMax', 'amountMin', 'choices', 'endedBy', 'expiresAt', 'language', 'linkId', 'links'],
  ...['offline', 'openAttempts', 'paidAmount', 'paidCount', 'paymentsMax', 'referencePrefix'],
  // Of batches.
  ...[
    'acceptWarnings',
    'amountPaid',
    'approvedBy',
    'batchId',
    'batches',
    'bytes',
    'checks',
    'counts',
    'endedAt',
    'env',
  ],
  ...['failed', 'field', 'firstAmount', 'good', 'handed', 'limits', 'number', 'open', 'paid', 'parentId'],
  ...['pausedBecause', 'problems', 'refused', 'requestedBy', 'rowId', 'rows', 'sameList', 'scheduledFor'],
  ...['sendGoodOnly', 'sha256', 'skipped', 'skippedBecause', 'startedAt', 'state', 'warnings'],
  'rail',
  ...['responseDescription', 'result', 'resultCode', 'resultDesc', 'retryAfterSeconds', 'retryable', 'settledAt'],
  ...['shortcode', 'size', 'source', 'status', 'title', 'transactionId', 'transactionStatus', 'trxCode', 'type'],
  ...['uncleared', 'upstream', 'used', 'validationUrl'],
];
const shown = new Set(shownFields);
/** The address of a hook proves that a caller is the provider: of an address, its server stays. */
const address = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)(?:[^/\s"?#]*@)?([^/\s"?#]+)[^\s"]*/gi;
/** A Kenyan phone number that was sent as a number. */
const phoneNumber = /^-?(254|0)?[17]\d{8}$/;

/**
 * A body of a call as the request log keeps it: JSON, cut to a limit. Values of {@link shownFields} stay, with `…` in place
 * of secrets and phone numbers; every other value is `…`. Null when there is none.
 */
export function keptBody(body: unknown): string | null {
  if (body === undefined || body === null || body === '') return null;
  const text = JSON.stringify(kept(body, { fields: true, value: false }, 0)) ?? hidden;
  return text.length > bodyLengthMax ? `${text.slice(0, bodyLengthMax).toWellFormed()}${hidden}` : text;
}

/** Whether a value is shown itself, and whether the fields of the API are shown within it. */
type Shown = { fields: boolean; value: boolean };
const all: Shown = { fields: true, value: true };
const nothing: Shown = { fields: false, value: false };

function kept(value: unknown, is: Shown, depth: number): unknown {
  if (value === null) return null;
  if (typeof value !== 'object' || value instanceof Date) return is.value ? safe(value) : hidden;
  if (depth === depthMax) return hidden;
  if (Array.isArray(value)) {
    const items = value.slice(0, entriesMax).map((inner) => kept(inner, is, depth + 1));
    return value.length > entriesMax ? [...items, hidden] : items;
  }
  const entries = Object.entries(value);
  // Names of unknown fields stay, so that a misspelt one can be seen.
  const fields = entries
    .slice(0, entriesMax)
    .map(([name, inner]) => [keptText(name), kept(inner, is.fields && shown.has(name) ? all : nothing, depth + 1)]);
  return Object.fromEntries(entries.length > entriesMax ? [...fields, [hidden, hidden]] : fields);
}

function safe(value: unknown): unknown {
  if (typeof value === 'string') return keptText(value.replace(address, `$1$2/${hidden}`));
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return phoneNumber.test(String(value)) ? hidden : value;
  return value;
}
