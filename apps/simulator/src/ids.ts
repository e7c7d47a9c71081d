import { randomBytes, randomInt } from 'node:crypto';

const eatOffsetMs = 3 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;
/** Receipts per millisecond. With 900, the receipts of a day fit into seven base-36 characters. */
const receiptsPerMs = 900;
const receiptTailLength = 7;
const receiptFirstYear = 2006;
const msisdnSuffixLength = 9;
const dayCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
const tokenAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const tokenLength = 28;
const conversationIdBytes = 8;
const receiptDateLength = 3;

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

type EatParts = { year: string; month: string; day: string; time: string; ms: string };

/** Splits an epoch time into its parts in Nairobi time, which is UTC+3 all year. */
const eatParts = (epochMs: number): EatParts => {
  const eat = new Date(epochMs + eatOffsetMs);
  return {
    year: pad(eat.getUTCFullYear(), 4),
    month: pad(eat.getUTCMonth() + 1, 2),
    day: pad(eat.getUTCDate(), 2),
    time: `${pad(eat.getUTCHours(), 2)}${pad(eat.getUTCMinutes(), 2)}${pad(eat.getUTCSeconds(), 2)}`,
    ms: pad(eat.getUTCMilliseconds(), 3),
  };
};

/** `YYYYMMDDHHmmss` in Nairobi time, as a number. */
export const eatTimestamp = (epochMs: number): number => {
  const { year, month, day, time } = eatParts(epochMs);
  return Number(`${year}${month}${day}${time}`);
};

/** `dd.MM.yyyy HH:mm:ss` in Nairobi time. */
export const eatDateTime = (epochMs: number): string => {
  const { year, month, day, time } = eatParts(epochMs);
  return `${day}.${month}.${year} ${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}`;
};

/** `YYYY-MM-DDTHH:mm:ssZ` with the hours of Nairobi: the provider writes `Z` behind local time. */
export const eatIsoTime = (epochMs: number): string => {
  const { year, month, day, time } = eatParts(epochMs);
  return `${year}-${month}-${day}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
};

/** A ConversationID like `AG_20261120_0000a1b2c3d4e5f60718`. */
export const newConversationId = (epochMs: number): string => {
  const { year, month, day } = eatParts(epochMs);
  return `AG_${year}${month}${day}_0000${randomBytes(conversationIdBytes).toString('hex')}`;
};

/** An id like `2654-4b64-97ff-b827b542881d3130`, used for MerchantRequestID and requestId. */
export const newRequestId = (): string => {
  const hex = randomBytes(14).toString('hex');
  return `${hex.slice(0, 4)}-${hex.slice(4, 8)}-${hex.slice(8, 12)}-${hex.slice(12)}`;
};

/** An id like `16738-27456357-1`, used for the RequestID of a QR code. */
export const newQrRequestId = (): string => `${randomInt(10_000, 100_000)}-${randomInt(10_000_000, 100_000_000)}-1`;

/** A 28-character access token. */
export const newToken = (): string =>
  Array.from({ length: tokenLength }, () => tokenAlphabet[randomInt(tokenAlphabet.length)]).join('');

/** The placeholder that the provider sends instead of a receipt: the date letters of the receipt, then zeros. */
export const placeholderReceipt = (receipt: string): string =>
  receipt.slice(0, receiptDateLength).padEnd(receipt.length, '0');

export type IdSource = { checkoutRequestId(phone: string): string; receipt(): string };

/** Generates ids in the provider's format. No id repeats, even among those generated in one millisecond. */
export const createIdSource = (now: () => number): IdSource => {
  let lastCheckoutMs = 0;
  let lastReceipt = 0;
  return {
    checkoutRequestId(phone) {
      lastCheckoutMs = Math.max(now(), lastCheckoutMs + 1);
      const { year, month, day, time, ms } = eatParts(lastCheckoutMs);
      return `ws_CO_${day}${month}${year}${time}${ms}${phone.slice(-msisdnSuffixLength)}`;
    },
    receipt() {
      lastReceipt = Math.max(now() * receiptsPerMs + randomInt(receiptsPerMs), lastReceipt + 1);
      const eat = new Date(Math.floor(lastReceipt / receiptsPerMs) + eatOffsetMs);
      const year = String.fromCharCode('A'.charCodeAt(0) + ((eat.getUTCFullYear() - receiptFirstYear) % 26));
      const month = String.fromCharCode('A'.charCodeAt(0) + eat.getUTCMonth());
      const ofDay = (lastReceipt + eatOffsetMs * receiptsPerMs) % (dayMs * receiptsPerMs);
      const tail = ofDay.toString(36).toUpperCase().padStart(receiptTailLength, '0');
      return `${year}${month}${dayCharacters[eat.getUTCDate()]}${tail}`;
    },
  };
};
