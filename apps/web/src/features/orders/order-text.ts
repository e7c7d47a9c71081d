'use client';

import { useTranslations } from 'use-intl/react';
import { formatMoney, formatPhone, maskPhone } from '@/format';
import { failureOf } from './order-outcome.ts';
import type { OrderRow } from './types.ts';

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
    if (kind === 'resolution') {
      return input.as === 'paid'
        ? t('summary.resolutionPaid', { amount: money, receipt: textOf(input.receipt) })
        : t('summary.resolutionNotPaid', { amount: money });
    }
    if (kind === 'payout_batch') return t('summary.payoutBatch', { amount: money });
    if (kind === 'not_money') return t('summary.notMoney', { amount: money });
    if (kind === 'key_grant') {
      return t('summary.keyGrant', { name: textOf(input.name), lastFour: textOf(input.lastFour) });
    }
    return t(`kinds.${kind}`);
  };
}

export type Standing = OrderRow['status'] | 'sent' | 'succeeded' | 'failed' | 'indeterminate';

const results = { pending: 'sent', success: 'succeeded', failed: 'failed' } as const;

/** The status of an order in words. An order that was carried out may still be pending, or have failed. */
export function standingOf(order: Pick<OrderRow, 'status' | 'outcome' | 'result'>): Standing {
  if (order.status !== 'executed') return order.status;
  // The result decides when the first outcome was unknown.
  if (order.result && order.result !== 'pending') return results[order.result];
  const failure = failureOf(order);
  if (failure) return failure.isIndeterminate ? 'indeterminate' : 'failed';
  return order.result ? results[order.result] : order.status;
}
