/** A JSON number of at most this many digits prints exactly as it was written, but for zeros at its end. */
const exactDigitsMax = 15;

/**
 * Exact decimal text in one form: no sign, no leading zeros, no decimals on a whole amount (`1.00` is `1`), else two at
 * least (`250.5` is `250.50`). Null for anything that is no plain decimal or may have lost digits as a JSON number.
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

/** As {@link amountText} for a text that may be negative: accounts can be overdrawn. */
export function signedAmountText(text: string): string | null {
  const [, sign = '', digits = ''] = /^\s*(-?)(.*)$/s.exec(text) ?? [];
  const amount = /^\d/.test(digits) ? amountText(digits) : null;
  return amount === null || amount === '0' ? amount : `${sign}${amount}`;
}
