'use client';

import { useQuery } from '@tanstack/react-query';
import { Panel, SegmentedControl, Skeleton } from '@tillgate/ui';
import { AreaChart, BarChart } from '@tillgate/ui/charts';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { LoadError } from '@/features/shell/load-error';
import { useTenant } from '@/features/shell/use-tenant';
import { formatNumber, timeText, usePreferences } from '@/format';
import { useTRPC } from '@/trpc/client';
import type { AttemptsReport } from './types.ts';

const refreshMs = 60_000;
const heightPx = 180;
type Period = 'day' | 'week';

/** Attempts at an endpoint over time: successes, failures and response times. */
export function EndpointCharts({ endpointId }: { endpointId: string }) {
  const t = useTranslations('endpoints.attempts');
  const trpc = useTRPC();
  const tenant = useTenant();
  const [period, setPeriod] = useState<Period>('day');
  const report = useQuery(
    trpc.endpoints.attempts.queryOptions({ ...tenant, endpointId, period }, { refetchInterval: refreshMs }),
  );
  const part = period === 'day' ? 'hour' : 'sixHours';
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Panel
        title={t('title')}
        description={t('description', { part })}
        actions={
          <SegmentedControl
            label={t('period')}
            size="sm"
            value={period}
            onValueChange={setPeriod}
            options={(['day', 'week'] as const).map((value) => ({ value, label: t(value) }))}
          />
        }
        contentClassName="min-h-[236px]"
      >
        {report.isError && <LoadError query={report} />}
        {report.isPending && <Skeleton className="block h-[204px] w-full" />}
        {report.data && <Outcomes report={report.data} period={period} />}
      </Panel>
      <Panel title={t('latency')} description={t('latencyDescription')} contentClassName="min-h-[236px]">
        {report.isPending && <Skeleton className="block h-[204px] w-full" />}
        {report.data && <Latency report={report.data} period={period} />}
      </Panel>
    </div>
  );
}

type ChartProps = { report: AttemptsReport; period: Period };

function Outcomes({ report: { parts }, period }: ChartProps) {
  const t = useTranslations('endpoints.attempts');
  const formatIndex = useTimeAt(period);
  if (parts.every(({ attempts }) => attempts === 0)) return <Empty />;
  const data = parts.map(({ from, attempts, failures }) => ({ from, delivered: attempts - failures, failures }));
  return (
    <>
      <BarChart
        data={data}
        index="from"
        indexLabel={t('at')}
        series={[
          { key: 'delivered', label: t('delivered') },
          { key: 'failures', label: t('failed'), color: 4, isMarked: true },
        ]}
        label={t('successLabel', { part: period === 'day' ? 'hour' : 'sixHours' })}
        stacked
        height={heightPx}
        formatIndex={formatIndex}
        formatValue={formatNumber}
        formatTick={formatNumber}
      />
      {parts.some(({ more }) => more) && <p className="mt-2 text-muted-foreground text-xs">{t('more')}</p>}
    </>
  );
}

function Latency({ report: { parts }, period }: ChartProps) {
  const t = useTranslations('endpoints.attempts');
  const formatIndex = useTimeAt(period);
  if (parts.every(({ attempts }) => attempts === 0)) return <Empty />;
  return (
    <AreaChart
      data={parts.map(({ from, medianMs, slowMs }) => ({ from, medianMs, slowMs }))}
      index="from"
      indexLabel={t('at')}
      series={[
        { key: 'medianMs', label: t('median') },
        { key: 'slowMs', label: t('slow'), color: 3, isMarked: true },
      ]}
      label={t('latencyLabel')}
      height={heightPx}
      formatIndex={formatIndex}
      formatValue={(value) => t('ms', { value: formatNumber(value) })}
      formatTick={formatNumber}
    />
  );
}

function Empty() {
  const t = useTranslations('endpoints.attempts');
  return <p className="grid h-[204px] place-items-center text-muted-foreground text-sm">{t('empty')}</p>;
}

function useTimeAt(period: Period): (from: string) => string {
  const preferences = usePreferences();
  return (from) =>
    period === 'day'
      ? timeText(from, 'time', preferences)
      : timeText(from, 'dateTime', preferences).replace(/ \d{4},/, ',');
}
