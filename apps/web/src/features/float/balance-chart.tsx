'use client';

import { Skeleton } from '@tillgate/ui';
import dynamic from 'next/dynamic';
import { useTranslations } from 'use-intl/react';
import { centsText } from '@/features/closing/cents';
import { shortNumber } from '@/features/home/comparison';
import { timeText, usePreferences } from '@/format';
import type { FloatAccount } from './types.ts';

const height = 180;
const centsPerShilling = 100;

const AreaChart = dynamic(() => import('@tillgate/ui/charts').then((charts) => charts.AreaChart), {
  ssr: false,
  loading: () => <Skeleton className="block h-[180px] w-full" />,
});

/** The balances that were read, oldest first. Nobody knows what was between two of them. */
export function BalanceChart({ account: { account, shortcode, history } }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const preferences = usePreferences();
  if (history.length < 2) {
    return <p className="grid h-[180px] place-items-center text-muted-foreground text-sm">{t('noHistory')}</p>;
  }
  return (
    <AreaChart
      data={history.map(({ at, cents }) => ({ at, balance: cents / centsPerShilling }))}
      index="at"
      indexLabel={t('readAt')}
      height={height}
      formatIndex={(at) => timeText(at, 'dateTime', preferences).replace(/ \d{4}/, '')}
      series={[{ key: 'balance', label: t('balance') }]}
      label={t('history', { account, shortcode })}
      formatValue={(kes) => centsText(Math.round(kes * centsPerShilling))}
      formatTick={shortNumber}
    />
  );
}
