'use client';

import { Card, CardContent, CardHeader, SegmentedControl, Skeleton } from '@tillgate/ui';
import { BarChart } from '@tillgate/ui/charts';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { formatMoney, formatNumber, timeText, usePreferences } from '@/format';
import { shortNumber } from './comparison.ts';
import type { Home } from './types.ts';

const daysHeight = 240;
const hoursHeight = 160;

type Props = { home: Home | undefined; className?: string };

/** 30 days: what was collected, or how payments ended. */
export function DaysCard({ home, className }: Props) {
  const t = useTranslations('home.chart');
  const [shown, setShown] = useState<'amount' | 'count'>('amount');
  return (
    <Card className={className}>
      <CardHeader
        title={t('title')}
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
      />
      <CardContent className="min-h-[272px]">
        {home ? <DaysChart home={home} shown={shown} /> : <Skeleton className="block h-[240px] w-full" />}
      </CardContent>
    </Card>
  );
}

function DaysChart({ home, shown }: { home: Home; shown: 'amount' | 'count' }) {
  const t = useTranslations('home.chart');
  const { locale } = usePreferences();
  const isEmpty = home.days.every(({ succeeded, failed, amount }) => succeeded + failed + amount === 0);
  if (isEmpty) {
    return <p className="grid h-[240px] place-items-center text-muted-foreground text-sm">{t('empty')}</p>;
  }
  // A day has no zone: noon in UTC is on that day.
  const formatDay = (day: string) =>
    timeText(`${day}T12:00:00Z`, 'date', { locale, timeZone: 'UTC' }).replace(/ \d{4}$/, '');
  const common = { data: home.days, index: 'day', indexLabel: t('day'), formatIndex: formatDay, isLastPartial: true };
  return shown === 'amount' ? (
    <BarChart
      {...common}
      series={[{ key: 'amount', label: t('collected') }]}
      label={t('amountLabel')}
      height={daysHeight}
      formatValue={formatMoney}
      formatTick={shortNumber}
    />
  ) : (
    <BarChart
      {...common}
      stacked
      series={[
        { key: 'succeeded', label: t('succeeded') },
        { key: 'failed', label: t('failed'), color: 4 },
      ]}
      label={t('countLabel')}
      formatValue={formatNumber}
      formatTick={shortNumber}
      height={daysHeight - 24}
    />
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
    <Card className={className}>
      <CardHeader title={t('hours.title')} />
      <CardContent className="min-h-[216px]">
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
      </CardContent>
    </Card>
  );
}
