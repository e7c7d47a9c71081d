'use client';

import { Stat } from '@tillgate/ui';
import { useTranslations } from 'use-intl/react';
import { differenceOf } from './difference.ts';
import { FigureLink } from './figure.tsx';
import type { MoneyReport, ReportState } from './state.ts';
import type { Figure, Table } from './table.ts';
import type { MoneyData } from './types.ts';
import { toneOf, useDifferenceText, useTimeWords } from './words.ts';

/** The figures above the chart: first the net, then its parts. */
const headlines: Record<MoneyReport, string[]> = {
  collections: ['net', 'gross', 'refunded', 'succeeded', 'successRate', 'average'],
  payouts: ['amount', 'succeeded', 'failed', 'pending', 'successRate', 'average'],
  settlement: ['net', 'collected', 'refunded', 'paidOut'],
};
const byReason = ['failed'];

const headlineIds = ({ report, groupBy }: { report: MoneyReport; groupBy: ReportState['groupBy'] }) =>
  groupBy === 'reason' ? byReason : headlines[report];

type Props = { state: ReportState & { report: MoneyReport }; table: Table | undefined; data: MoneyData | undefined };

export function Headline({ state, table, data }: Props) {
  const t = useTranslations('reports');
  const ids = headlineIds(state);
  const figures = ids.flatMap((id): Figure[] => table?.figures.filter((figure) => figure.id === id) ?? []);
  return (
    <section
      aria-label={t('headline')}
      className="grid grid-cols-2 gap-3 lg:grid-cols-3 [&>:first-child]:max-lg:col-span-2 [&>:last-child:nth-child(even)]:max-lg:col-span-2"
    >
      {table && data
        ? figures.map((figure) => (
            <HeadlineStat key={figure.id} state={state} table={table} data={data} figure={figure} />
          ))
        : ids.map((id) => <Stat key={id} label={t(`columns.${id}`)} value="" isLoading />)}
    </section>
  );
}

type StatProps = { state: Props['state']; table: Table; data: MoneyData; figure: Figure };

function HeadlineStat({ state, table: { total }, data: { previous }, figure }: StatProps) {
  const t = useTranslations('reports');
  const { rangeText } = useTimeWords();
  const differenceText = useDifferenceText();
  const { id, kind } = figure;
  const before = total.before?.figures[id];
  const difference = differenceOf(kind, total.figures[id], before);
  const isKnown = difference.direction !== 'none';
  const delta = { text: differenceText(kind, total.figures[id], before), tone: toneOf(id, difference) };
  return (
    <Stat
      label={t(`columns.${id}`)}
      value={<FigureLink of={state} figure={figure} piece={{ ...total, isTotal: true }} where={t('total')} />}
      {...(previous && isKnown && { delta })}
      hint={
        previous
          ? t(isKnown ? 'than' : 'nothingBefore', { range: rangeText(previous) })
          : t(`hints.${state.report}.${id}`)
      }
    />
  );
}
