/** The checked fields, or the name of the first field that the provider would reject. */
export type Checked<T> = { fields: T } | { invalid: string };

export const shortcodePattern = /^\d{5,7}$/;
export const msisdnPattern = /^254[71]\d{8}$/;

/** Smallest and largest payment of a customer, whole KES. */
export const paymentAmountMin = 1;
export const paymentAmountMax = 250_000;

const callbackUrlLengthMax = 2_048;
const wholeNumberPattern = /^\d{1,9}$/;
const decimalPattern = /^\d{1,9}(?:\.\d{1,9})?$/;
const callbackUrlPattern = /^https?:\/\/([^/?#\s@]+)([/?#]\S*)?$/;
const bannedWordPattern = /m-?pesa|safaricom|exe|exec|cmd|sql|query/i;

/** Returns a string or whole number as text; the provider accepts both. Returns an empty text for anything else. */
export const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : '';
};

/** Returns a number, or a text of digits with or without decimals, as a number. Returns undefined for anything else. */
export const decimalOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && decimalPattern.test(value) ? Number(value) : undefined;
};

/** Counts characters, not UTF-16 code units. */
const lengthOf = (text: string): number => [...text].length;

/** True for at most nine digits whose value is from `min` to `max`. */
export const isWholeBetween = (text: string, min: number, max: number): boolean =>
  wholeNumberPattern.test(text) && Number(text) >= min && Number(text) <= max;

/** True for a text of `min` to `max` characters that is not blank. */
export const isTextBetween = (value: unknown, min: number, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && lengthOf(value) >= min && lengthOf(value) <= max;

/** True for a missing value, null, or a text of at most `max` characters. */
export const isOptionalText = (value: unknown, max: number): boolean =>
  value === undefined || value === null || (typeof value === 'string' && lengthOf(value) <= max);

/** Parses it: the question whether it can be parsed has a wrong answer in Node.js 20 where it is not ASCII. */
function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

/**
 * Checks the syntax only, without a DNS lookup. Rejects capital letters in the host and the provider's banned words.
 */
export const isCallbackUrl = (url: string): boolean => {
  const host = callbackUrlPattern.exec(url)?.[1];
  if (host === undefined || host !== host.toLowerCase() || url.length > callbackUrlLengthMax) return false;
  return isUrl(url) && !bannedWordPattern.test(url);
};
