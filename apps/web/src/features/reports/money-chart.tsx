'use client';

import { Panel, SegmentedControl, Skeleton } from '@tillgate/ui';
import { AreaChart, BarChart, type ChartProps } from '@tillgate/ui/charts';
import { useTranslations } from 'use-intl/react';
import { shortNumber } from '@/features/home/comparison';
import { formatMoney, formatNumber } from '@/format';
import { type ChartLine, chartPoints, linesOf } from './chart.ts';
import { isOverTime, type MoneyReport, type ReportState } from './state.ts';
import type { Table } from './table.ts';
import type { StateOfPage } from './use-report-state.ts';
import { useGroupText, useTimeWords } from './words.ts';

const height = 240;
/** Few points stand as bars beside each other. */
const barsMax = 16;

type Props = Pick<StateOfPage, 'set'> & {
  state: ReportState & { report: MoneyReport };
  table: Table | undefined;
  titles: Record<string, string>;
};

/** The report as a drawing. The table below has the same figures, and more. */
export function MoneyChart({ state, set, table, titles }: Props) {
  const t = useTranslations('reports');
  const canCount = state.groupBy !== 'reason';
  return (
    <Panel
      className="print:break-inside-avoid"
      title={t(`names.${state.report}`)}
      actions={
        canCount && (
          <SegmentedControl
            label={t('show')}
            size="sm"
            value={state.show}
            onValueChange={(show) => set({ show: show === 'count' ? show : undefined })}
            options={[
              { value: 'amount', label: t('amounts') },
              { value: 'count', label: t('counts') },
            ]}
          />
        )
      }
      contentClassName="min-h-[296px]"
    >
      {table ? (
        <Drawing state={state} table={table} titles={titles} />
      ) : (
        <Skeleton className="block h-[264px] w-full" />
      )}
    </Panel>
  );
}

function Drawing({ state, table, titles }: Omit<Props, 'set'> & { table: Table }) {
  const t = useTranslations('reports');
  const { labelText, rangeText } = useTimeWords();
  const groupText = useGroupText(state.groupBy, titles);
  const lines = linesOf(state, table);
  const isByTime = isOverTime(state);
  const data = chartPoints(state, table, lines);
  if (data.every((point) => lines.every(({ key }) => !point[key]))) {
    return <p className="grid h-[264px] place-items-center text-muted-foreground text-sm">{t('empty')}</p>;
  }
  const isMoney = lines.every(({ kind }) => kind === 'money');
  const nameOf = ({ key, figure }: ChartLine) =>
    key.startsWith('before') ? t('before', { figure: t(`columns.${figure}`) }) : t(`columns.${figure}`);
  const chart: ChartProps = {
    data,
    index: 'place',
    indexLabel: isByTime ? t(`intervals.${state.interval}`) : t(`groupNames.${state.groupBy}`),
    series: lines.map((line) => ({ key: line.key, label: nameOf(line), color: line.color })),
    label: t('chartOf', { names: lines.map(nameOf).join(', '), range: rangeText(state) }),
    height,
    formatIndex: (place) => (isByTime ? labelText(place, state.interval) : groupText(place === '' ? null : place)),
    formatValue: isMoney ? formatMoney : formatNumber,
    formatTick: shortNumber,
  };
  return isByTime && data.length > barsMax ? <AreaChart {...chart} /> : <BarChart {...chart} />;
}
