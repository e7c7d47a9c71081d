/** The most that one prompt, payout or refund may move, in whole KES (spec 8). */
export const amountMax = 150_000;

const plain = (text: string) =>
  text
    .trim()
    .replace(/^(?:KES|KSHS?)\.?\s*/i, '')
    .replace(/[,\s]/g, '');

/** Whole KES as people type them: `5,000`; undefined for everything else. */
export function readAmount(text: string): number | undefined {
  const digits = plain(text);
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : undefined;
}

/** KES with up to two decimals as people type them: `1,250.50`; undefined for everything else. */
export function readDecimalAmount(text: string): number | undefined {
  const digits = plain(text);
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined;
}

/** Why an amount that is typed cannot be sent; undefined while nothing is wrong, and of an empty field. */
export function problemOfAmount(text: string, max = amountMax): 'notWhole' | 'tooLarge' | undefined {
  if (plain(text) === '') return undefined;
  const amount = readAmount(text);
  if (amount === undefined) return 'notWhole';
  return amount > max ? 'tooLarge' : undefined;
}
