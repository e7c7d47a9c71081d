import { plainText } from './json.ts';

const receiptLengthMax = 64;
/** Enough to see that a text is too long. */
const textLengthMax = 256;
/** Where there is no transaction the provider fills in zeros behind the date's three letters: `OA90000000`. */
const placeholderPattern = /0{7}$|^0+$/;

/** A receipt as text; null when it is missing, blank, too long or no text. */
export function receiptText(value: unknown): string | null {
  const text =
    typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : plainText(value, textLengthMax);
  return text === '' || text.length > receiptLengthMax ? null : text;
}

/** As {@link receiptText}, and null for a placeholder. */
export function realReceipt(value: unknown): string | null {
  const text = receiptText(value);
  return text === null || placeholderPattern.test(text) ? null : text;
}
