import { formatMoney } from '@/format';

const centsPerShilling = 100;

/** Cents as money, with cents only where there are any: `KES 1,234`, `KES 1,234.50`. */
export const centsText = (cents: number): string => formatMoney(cents / centsPerShilling);
