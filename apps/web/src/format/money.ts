/**
 * Money as text, with cents only where there are any: `KES 1,234`, or `KES 1,234.50`. A text is exact decimal text; one that
 * is none stays as it is.
 */
export function formatMoney(amount: number | bigint | string, currency = 'KES'): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimalOf(amount));
  if (!match) return `${currency} ${amount}`;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const cents = /^0*$/.test(fraction) ? '' : `.${fraction.padEnd(2, '0')}`;
  return `${currency} ${sign && '−'}${grouped(whole)}${cents}`;
}

function decimalOf(amount: number | bigint | string): string {
  if (typeof amount === 'number') return Number.isInteger(amount) ? BigInt(amount).toString() : amount.toFixed(2);
  return String(amount).trim();
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** A whole number with commas, which English and Swahili share: `12,345`. */
export function formatNumber(value: number | bigint): string {
  const digits = grouped((typeof value === 'bigint' ? value : Math.round(value)).toString().replace('-', ''));
  return value < 0 ? `−${digits}` : digits;
}

/** A share between 0 and 1 as a percentage with one digit after the point: `97.3 %`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1).replace(/\.0$/, '')}\u00a0%`;
}
