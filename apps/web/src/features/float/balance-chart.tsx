'use client';

import { AreaChart } from '@tillgate/ui/charts';
import { useTranslations } from 'use-intl/react';
import { shortNumber } from '@/features/home/comparison';
import { centsText } from '@/features/money/cents';
import { timeText, usePreferences } from '@/format';
import type { FloatAccount } from './types.ts';

const height = 180;
const centsPerShilling = 100;

/** The reported balances, oldest first. Values between them are unknown. */
export function BalanceChart({ account: { account, number, ...balances } }: { account: FloatAccount }) {
  const t = useTranslations('float');
  const preferences = usePreferences();
  // Two answers of one day are one point of a long history.
  const history = balances.history.length < 2 ? balances.known : balances.history;
  if (history.length < 2) {
    return <p className="text-muted-foreground text-sm">{t('noHistory')}</p>;
  }
  // A line that never moves says no more than the balance.
  if (history.every(({ cents }) => cents === history[0]?.cents)) return null;
  const last = new Date(history.at(-1)?.at ?? 0);
  const dayText = (at: string) => timeText(at, 'date', preferences);
  const isOneDay = history.every(({ at }) => dayText(at) === dayText(last.toISOString()));
  return (
    <AreaChart
      data={history.map(({ at, cents }) => ({ at, balance: cents / centsPerShilling }))}
      index="at"
      indexLabel={t('readAt')}
      height={height}
      formatIndex={(at) => timeText(at, 'dateTime', preferences, last)}
      formatPlace={(at) => timeText(at, isOneDay ? 'time' : 'date', preferences, last)}
      series={[{ key: 'balance', label: t('balance') }]}
      label={t('history', { account, shortcode: number })}
      formatValue={(kes) => centsText(Math.round(kes * centsPerShilling))}
      formatTick={shortNumber}
    />
  );
}
