import { plainText } from '../kit/json.ts';

const receiptLengthMax = 64;
/** Long enough to detect a text that is too long. */
const textLengthMax = 256;
/** Without a transaction, the provider sends the date letters followed by zeros, such as `OA90000000`. */
const placeholderPattern = /0{7}$|^0+$/;

/** Returns a receipt as text. Returns null when it is missing, blank, too long or not a text. */
export function receiptText(value: unknown): string | null {
  const text =
    typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : plainText(value, textLengthMax);
  return text === '' || text.length > receiptLengthMax ? null : text;
}

/** Like {@link receiptText}, but returns null for a placeholder. */
export function realReceipt(value: unknown): string | null {
  const text = receiptText(value);
  return text === null || placeholderPattern.test(text) ? null : text;
}
