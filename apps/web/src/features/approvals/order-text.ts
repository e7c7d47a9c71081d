'use client';

import { useTranslations } from 'use-intl/react';
import { failureOf } from '@/features/orders/order-outcome';
import type { OrderRow } from '@/features/orders/types';
import { formatMoney, formatPhone, maskPhone } from '@/format';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** What an order does, in a sentence; phones are masked unless `isWhole`. */
export function useOrderText(): (order: Pick<OrderRow, 'kind' | 'amount' | 'input'>, isWhole?: boolean) => string {
  const t = useTranslations('orders');
  return ({ kind, amount, input }, isWhole) => {
    const money = amount === null ? '' : formatMoney(amount);
    const phone = textOf(input.phone);
    if (kind === 'payout')
      return t('summary.payout', { amount: money, phone: isWhole ? formatPhone(phone) : maskPhone(phone) });
    if (kind === 'reversal') return t('summary.reversal', { amount: money, receipt: textOf(input.transactionId) });
    return t(`kinds.${kind}`);
  };
}

export type Standing = OrderRow['status'] | 'failed' | 'indeterminate';

/** How an order stands for people: one that was carried out may have come to nothing. */
export function standingOf(order: Pick<OrderRow, 'status' | 'outcome'>): Standing {
  const failure = order.status === 'executed' ? failureOf(order) : undefined;
  return failure ? (failure.isIndeterminate ? 'indeterminate' : 'failed') : order.status;
}
