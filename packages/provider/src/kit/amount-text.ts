/** A JSON number with at most this many digits prints exactly as it was written, except for trailing zeros. */
const exactDigitsMax = 15;

/**
 * Normalizes an amount to exact decimal text, without sign or leading zeros. A whole amount has no decimals (`1.00`
 * becomes `1`), any other has at least two (`250.5` becomes `250.50`). Returns null when the value is not a plain
 * decimal or may have lost digits as a JSON number.
 */
export function amountText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const match = /^0*(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', decimals = ''] = match;
  if (typeof value === 'number' && whole.length + decimals.length > exactDigitsMax) return null;
  const significant = decimals.replace(/0+$/, '');
  return significant === '' ? whole : `${whole}.${significant.padEnd(2, '0')}`;
}

/** Like {@link amountText}, for a text that may be negative: an account can be overdrawn. */
export function signedAmountText(text: string): string | null {
  const [, sign = '', digits = ''] = /^\s*(-?)(.*)$/s.exec(text) ?? [];
  const amount = /^\d/.test(digits) ? amountText(digits) : null;
  return amount === null || amount === '0' ? amount : `${sign}${amount}`;
}
