import { moneyText } from '@/format/provider-money';

const centsPerShilling = 100;

/** Cents as money, with cents only where there are any: `KES 1,234`, `KES 1,234.50`. */
export function centsText(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / centsPerShilling);
  const rest = String(Math.abs(cents) % centsPerShilling).padStart(2, '0');
  return moneyText(`${cents < 0 ? '-' : ''}${whole}.${rest}`);
}
