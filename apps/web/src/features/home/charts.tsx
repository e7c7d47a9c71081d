'use client';

import { Panel, SegmentedControl, Skeleton } from '@tillgate/ui';
import { BarChart } from '@tillgate/ui/charts';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney, formatNumber, timeText, usePreferences } from '@/format';
import { shortNumber } from './comparison.ts';
import type { Home } from './types.ts';

const daysHeight = 240;
const hoursHeight = 160;

type Props = { home: Home | undefined; className?: string };

/** How many days the chart may show, today included. */
const ranges = { week: 7, twoWeeks: 14, month: 30 };
type Range = keyof typeof ranges;

/** 7 to 30 days: collected amounts or outcomes of payments, with totals. */
export function DaysCard({ home, className }: Props) {
  const t = useTranslations('home.chart');
  const [shown, setShown] = useState<'amount' | 'count'>('amount');
  const [range, setRange] = useState<Range>('month');
  return (
    <Panel
      className={className}
      title={t('title', { count: ranges[range] })}
      description={t('description')}
      actions={
        <SegmentedControl
          label={t('show')}
          size="sm"
          value={shown}
          onValueChange={setShown}
          options={[
            { value: 'amount', label: t('amount') },
            { value: 'count', label: t('count') },
          ]}
        />
      }
      contentClassName="flex min-h-[312px] flex-col gap-3"
    >
      {home ? (
        <DaysChart days={home.days.slice(-ranges[range])} shown={shown}>
          <SegmentedControl
            label={t('range')}
            size="sm"
            value={range}
            onValueChange={setRange}
            options={(Object.keys(ranges) as Range[]).map((value) => ({
              value,
              label: t('days', { count: ranges[value] }),
            }))}
          />
        </DaysChart>
      ) : (
        <Skeleton className="block h-[280px] w-full" />
      )}
    </Panel>
  );
}

type DaysChartProps = { days: Home['days']; shown: 'amount' | 'count'; children: ReactNode };

/** The totals of some days beside what chooses them, and their chart. */
function DaysChart({ days, shown, children }: DaysChartProps) {
  const t = useTranslations('home.chart');
  const { locale } = usePreferences();
  const sumOf = (of: (day: Home['days'][number]) => number) => days.reduce((sum, day) => sum + of(day), 0);
  const [amount, succeeded, failed] = [
    sumOf((day) => day.amount),
    sumOf((day) => day.succeeded),
    sumOf((day) => day.failed),
  ];
  const isEmpty = succeeded + failed + amount === 0;
  // A day has no zone: noon in UTC is on that day.
  const formatDay = (day: string) =>
    timeText(`${day}T12:00:00Z`, 'date', { locale, timeZone: 'UTC' }).replace(/ \d{4}$/, '');
  const common = { data: days, index: 'day', indexLabel: t('day'), formatIndex: formatDay, isLastPartial: true };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted-foreground text-sm">
          {t.rich('totals', {
            amount: formatMoney(amount),
            succeeded: formatNumber(succeeded),
            failed: formatNumber(failed),
            b: (text) => <strong className="font-semibold text-foreground tabular-nums">{text}</strong>,
          })}
        </p>
        {children}
      </div>
      {isEmpty && (
        <p className="grid h-[240px] place-items-center text-muted-foreground text-sm">
          {t('empty', { count: days.length })}
        </p>
      )}
      {!isEmpty && shown === 'amount' && (
        <BarChart
          {...common}
          series={[{ key: 'amount', label: t('collected') }]}
          label={t('amountLabel', { count: days.length })}
          height={daysHeight}
          formatValue={formatMoney}
          formatTick={shortNumber}
        />
      )}
      {!isEmpty && shown === 'count' && (
        <BarChart
          {...common}
          stacked
          series={[
            { key: 'succeeded', label: t('succeeded') },
            { key: 'failed', label: t('failed'), color: 4 },
          ]}
          label={t('countLabel', { count: days.length })}
          formatValue={formatNumber}
          formatTick={shortNumber}
          height={daysHeight - 24}
        />
      )}
    </>
  );
}

/** How payments of today ended, by the hour in which they were made. */
export function HoursCard({ home, className }: Props) {
  const t = useTranslations('home');
  const data = home?.hours.map(({ succeeded, failed }, hour) => ({
    hour: `${String(hour).padStart(2, '0')}:00`,
    succeeded,
    failed,
  }));
  const isEmpty = data?.every(({ succeeded, failed }) => succeeded + failed === 0);
  return (
    <Panel className={className} title={t('hours.title')} contentClassName="min-h-[216px]">
      {data && isEmpty && (
        <p className="grid h-[184px] place-items-center text-muted-foreground text-sm">{t('hours.empty')}</p>
      )}
      {data && !isEmpty && (
        <BarChart
          data={data}
          index="hour"
          indexLabel={t('hours.hour')}
          series={[
            { key: 'succeeded', label: t('chart.succeeded') },
            { key: 'failed', label: t('chart.failed'), color: 4 },
          ]}
          label={t('hours.label')}
          stacked
          height={hoursHeight}
          formatValue={formatNumber}
          formatTick={shortNumber}
        />
      )}
      {!data && <Skeleton className="block h-[184px] w-full" />}
    </Panel>
  );
}
