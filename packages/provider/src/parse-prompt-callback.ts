import type { Parsed, PromptResult } from '@tillgate/domain';
import { asObject, codeText, field, type JsonObject, nonBlank, parseObject, plainText } from './json.ts';

const BODY_BYTES_MAX = 100_000;
const ITEMS_MAX = 100;
const ID_LENGTH_MAX = 255;
const DESC_LENGTH_MAX = 1024;
const RECEIPT_LENGTH_MAX = 64;
/** Enough to see that any of the texts above is too long. */
const TEXT_LENGTH_MAX = 256;
/** A JSON number of at most this many digits prints exactly as it was written, but for zeros at its end. */
const EXACT_DIGITS_MAX = 15;

/**
 * Reads the raw body of an STK callback. Pure, never throws. Items are found by name, in any order; the first of a name
 * that has a value counts. A missing or unreadable item is null; only the ids and the result code are indispensable.
 */
export function parsePromptCallback(body: Uint8Array): Parsed<PromptResult> {
  if (body.byteLength > BODY_BYTES_MAX) return unreadable(`The body is larger than ${BODY_BYTES_MAX} bytes.`);
  const text = decode(body);
  if (text === undefined) return unreadable('The body is not UTF-8.');
  const json = parseObject(text);
  if (json === undefined) return unreadable('The body is not a JSON object.');
  const callback = asObject(field(asObject(field(json, 'Body')), 'stkCallback'));
  if (callback === undefined) return unreadable('The body has no Body.stkCallback.');

  const checkoutRequestId = nonBlank(idText(field(callback, 'CheckoutRequestID')));
  if (checkoutRequestId === undefined) return unreadable('The callback has no readable CheckoutRequestID.');
  const resultCode = codeText(field(callback, 'ResultCode'));
  // "00" is success on other products and nothing on this one: for a person to read, not to settle by.
  if (resultCode === undefined || /^00+$/.test(resultCode)) {
    return unreadable('The callback has no readable ResultCode.');
  }
  return {
    ok: true,
    value: {
      merchantRequestId: nonBlank(idText(field(callback, 'MerchantRequestID'))) ?? null,
      checkoutRequestId,
      resultCode,
      resultDesc: plainText(field(callback, 'ResultDesc'), DESC_LENGTH_MAX),
      paid: resultCode === '0' ? paidOf(callback) : null,
    },
  };
}

function paidOf(callback: JsonObject): NonNullable<PromptResult['paid']> {
  const items = itemsOf(field(asObject(field(callback, 'CallbackMetadata')), 'Item'));
  return {
    amount: amountText(itemValue(items, 'Amount')),
    receipt: receiptText(itemValue(items, 'MpesaReceiptNumber')),
    phone: digits(itemValue(items, 'PhoneNumber')),
  };
}

/** A list of one item may arrive as the bare item. */
function itemsOf(list: unknown): JsonObject[] {
  const items: unknown[] = Array.isArray(list) ? list.slice(0, ITEMS_MAX) : [list];
  return items.map(asObject).filter((item) => item !== undefined);
}

function itemValue(items: readonly JsonObject[], name: string): unknown {
  const hasValue = (value: unknown) => value !== undefined && value !== null && value !== '';
  const found = items.find((item) => field(item, 'Name') === name && hasValue(field(item, 'Value')));
  return field(found, 'Value');
}

/**
 * Exact decimal text in one form: no sign, no leading zeros, no decimals on a whole amount (`1.00` is `1`), else two at
 * least (`250.5` is `250.50`). Null for anything that is no plain decimal or may have lost digits as a JSON number.
 */
export function amountText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^0*(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', decimals = ''] = match;
  if (typeof value === 'number' && whole.length + decimals.length > EXACT_DIGITS_MAX) return null;
  const significant = decimals.replace(/0+$/, '');
  return significant === '' ? whole : `${whole}.${significant.padEnd(2, '0')}`;
}

function receiptText(value: unknown): string | null {
  const text =
    typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : plainText(value, TEXT_LENGTH_MAX);
  return text === '' || text.length > RECEIPT_LENGTH_MAX ? null : text;
}

function digits(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : plainText(value, TEXT_LENGTH_MAX);
  return /^\d{6,15}$/.test(text) ? text : null;
}

/** Ids are compared, so one that is too long must not be cut into another. */
function idText(value: unknown): string {
  const text = plainText(value, TEXT_LENGTH_MAX);
  return text.length > ID_LENGTH_MAX ? '' : text;
}

function decode(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

function unreadable(reason: string): Parsed<PromptResult> {
  return { ok: false, reason };
}
