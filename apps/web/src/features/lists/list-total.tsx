'use client';

import type { ListTotal as Total } from '@tillgate/domain/reading/payments';
import { useTranslations } from 'use-intl/react';
import { moneyText } from '@/features/inquiries/sums';
import { formatNumber } from '@/format';

/** Totals follow what happens without a hurry. */
export const totalMs = 15_000;

/** How many rows the filters of a list find, and the money of those that succeeded. */
export function ListTotal({ of, total }: { of: 'payments' | 'payouts'; total: Total }) {
  const t = useTranslations('lists.total');
  const text = formatNumber(total.value);
  if (total.sum === null) return t('tooMany', { text });
  return t(of, { count: total.value, text, amount: moneyText(total.sum) });
}
