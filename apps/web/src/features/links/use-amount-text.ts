'use client';

import { useTranslations } from 'use-intl/react';
import { formatMoney } from '@/format';

type Amounts = { amount: number | null; amountMin?: number | null; amountMax?: number | null };

/** What a link asks for, in a few words. */
export function useAmountText(): (amounts: Amounts) => string {
  const t = useTranslations('links.amount');
  return ({ amount, amountMin = null, amountMax = null }) => {
    if (amount !== null) return formatMoney(amount);
    if (amountMin !== null && amountMax !== null) {
      return t('between', { min: formatMoney(amountMin), max: formatMoney(amountMax) });
    }
    if (amountMin !== null) return t('from', { min: formatMoney(amountMin) });
    return amountMax === null ? t('any') : t('upTo', { max: formatMoney(amountMax) });
  };
}
