import type { ChartColor, ChartRow } from '@tillgate/ui/charts';
import { isOverTime, type MoneyReport, type ReportState } from './state.ts';
import type { FigureKind, Table, TableRow } from './table.ts';

export type ChartLine = { key: string; figure: string; kind: FigureKind; color: ChartColor };

const amounts: Record<MoneyReport, [string, ChartColor][]> = {
  collections: [
    ['net', 1],
    ['refunded', 4],
  ],
  payouts: [['amount', 1]],
  settlement: [
    ['collected', 1],
    ['refunded', 4],
    ['paidOut', 2],
  ],
};
const counts: Record<MoneyReport, [string, ChartColor][]> = {
  collections: [
    ['succeeded', 1],
    ['failed', 4],
  ],
  payouts: [
    ['succeeded', 1],
    ['failed', 4],
  ],
  settlement: [
    ['collectedCount', 1],
    ['refundCount', 4],
    ['payoutCount', 2],
  ],
};

/** What is drawn. A comparison draws the main figure of both periods, and nothing else. */
export function linesOf(
  { report, groupBy, show }: Pick<ReportState, 'groupBy' | 'show'> & { report: MoneyReport },
  { main, total, figures }: Table,
): ChartLine[] {
  const line = (key: string, figure: string, color: ChartColor): ChartLine => ({
    key,
    figure,
    color,
    kind: figures.find(({ id }) => id === figure)?.kind ?? 'count',
  });
  if (groupBy !== 'reason' && show === 'count') return counts[report].map(([id, color]) => line(id, id, color));
  if (total.before) return [line(main.id, main.id, 1), line(`before.${main.id}`, main.id, 3)];
  if (groupBy === 'reason') return [line(main.id, main.id, 4)];
  return amounts[report].map(([id, color]) => line(id, id, color));
}

/** The points of a chart. Rows of several groups at one time are added up. */
export function chartPoints(
  state: Pick<ReportState, 'report' | 'groupBy'>,
  table: Table,
  lines: ChartLine[],
): ChartRow[] {
  const points = new Map<string, Record<string, number>>();
  for (const row of table.rows) {
    const place = isOverTime(state) ? row.label : (row.group ?? '');
    const point = points.get(place) ?? {};
    for (const line of lines) point[line.key] = (point[line.key] ?? 0) + drawnOf(row, line);
    points.set(place, point);
  }
  return [...points].map(([place, point]) => ({ place, ...point }));
}

function drawnOf(row: TableRow, { key, figure }: ChartLine): number {
  const figures = key.startsWith('before') ? row.before?.figures : row.figures;
  return Number(figures?.[figure] ?? 0);
}
