import type { OfflinePayment, Parsed } from '@tillgate/domain';
import { amountText } from '../kit/amount-text.ts';
import { objectInBody, unreadable } from '../kit/body.ts';
import { field, type JsonObject, plainText } from '../kit/json.ts';
import { isoTime } from './provider-time.ts';

const textLengthMax = 255;
/** Longer than any time, and short enough for a sentence. */
const timeLengthMax = 40;
const nameParts = ['FirstName', 'MiddleName', 'LastName'];
const nobody = 'MPESA';
/** Printable ASCII only. A receipt is a key, so two receipts that look alike must be equal. */
const receiptPattern = /^[\x20-\x7e]{1,40}$/;

/**
 * Parses the raw body of a C2B validation or confirmation. Pure; never throws. Receipt and amount are required. Any
 * other missing field is `''`. The phone is as sent: plain, masked, hashed or empty. So is the name, its parts joined.
 */
export function parseOfflinePayment(body: Uint8Array): Parsed<OfflinePayment> {
  const read = objectInBody(body);
  if (!read.ok) return read;
  const json = read.value;
  const transactionId = text(json, 'TransID');
  if (!receiptPattern.test(transactionId)) return unreadable('The payment has no readable TransID.');
  const amount = amountText(field(json, 'TransAmount'));
  if (amount === null) return unreadable('The payment has no readable TransAmount.');
  const paidAt = isoTime(field(json, 'TransTime'));
  const time = text(json, 'TransTime').slice(0, timeLengthMax).trim();
  return {
    ok: true,
    value: {
      transactionId,
      transactionType: text(json, 'TransactionType'),
      amount,
      shortcode: text(json, 'BusinessShortCode'),
      billRefNumber: text(json, 'BillRefNumber'),
      phone: text(json, 'MSISDN'),
      payerName: payerName(json),
      organizationBalance: text(json, 'OrgAccountBalance'),
      paidAt,
      ...(paidAt === null && time !== '' && { unreadableTime: time }),
    },
  };
}

/** The name without parts that are blank. The provider writes {@link nobody} where it has none. */
function payerName(json: JsonObject): string {
  const name = nameParts
    .map((part) => text(json, part).trim())
    .filter((part) => part !== '')
    .join(' ');
  return name.toUpperCase() === nobody ? '' : name;
}

/** Returns a field as text. Identifiers come as numbers or as strings. */
function text(json: JsonObject, name: string): string {
  const value = field(json, name);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : plainText(value, textLengthMax);
}
