'use client';

import { useQuery } from '@tanstack/react-query';
import type { inferRouterInputs } from '@trpc/server';
import { useTranslations } from 'use-intl/react';
import { useTenant } from '@/features/shell/use-tenant';
import { formatMoney, formatNumber } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { AppRouter } from '@/trpc/root';

const refetchInterval = 15_000;

type Inputs = inferRouterInputs<AppRouter>;
/** The filters of a list, with its place, which counts for nothing here. */
type Filter<Input> = Omit<Input, 'applicationId' | 'environment'> & { before?: string; after?: string };
type Total = { value: number; sum: string | null };

/** The number of payments that match the filters, and their sum. Shown after the number of rows. */
export function PaymentsTotal({ input }: { input: Filter<Inputs['payments']['total']> }) {
  const trpc = useTRPC();
  const { before: _before, after: _after, ...filter } = input;
  const { data } = useQuery(trpc.payments.total.queryOptions({ ...useTenant(), ...filter }, { refetchInterval }));
  if (!data) return null;
  return (
    <>
      {' · '}
      <Text of="payments" total={data} />
    </>
  );
}

/** The number of payouts and refunds that match the filters, and their sum. */
export function PayoutsTotal({ input }: { input: Filter<Inputs['payouts']['total']> }) {
  const trpc = useTRPC();
  const { before: _before, after: _after, ...filter } = input;
  const { data } = useQuery(trpc.payouts.total.queryOptions({ ...useTenant(), ...filter }, { refetchInterval }));
  return data ? <Text of="payouts" total={data} /> : null;
}

function Text({ of, total }: { of: 'payments' | 'payouts'; total: Total }) {
  const t = useTranslations('lists.total');
  const text = formatNumber(total.value);
  return total.sum === null ? t('tooMany', { text }) : t(of, { text, amount: formatMoney(total.sum) });
}
