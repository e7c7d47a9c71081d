import { formatNumber } from '@/format';

/** Cents as text: `KES 1,234.50`, `−KES 20.00`. Statements are shown to the cent. */
export function centsText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '−' : ''}KES ${formatNumber(whole)}.${rest}`;
}
