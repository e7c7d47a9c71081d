import { formatNumber } from '@/format';

/** Cents as text: `KES 1,234.50`, `KES −20.00`. Statements are shown to the cent. */
export function centsText(cents: number): string {
  return `KES ${digitsText(cents)}`;
}

/** Cents in a column whose heading says KES: `1,234.50`, `−20.00`. */
export function digitsText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${cents < 0 ? '−' : ''}${formatNumber(whole)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}
