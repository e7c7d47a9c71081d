import { fileFormats, zoneTime } from '@tillgate/domain/exports/formats';
import type { Grouping, MoneyReport, ReportState } from './state.ts';
import { isOverTime } from './state.ts';
import { type Figure, type Table, tableOf } from './table.ts';
import type { Balances, Figures, MoneyData } from './types.ts';

type Cell = string | number | null;
type Column<Row> = { name: string; kind: 'id' | 'text' | 'number' | 'moment'; value(row: Row): Cell | Date };
type Row = Table['rows'][number];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Money is decimal text: a number as long as a number has all its cents. */
function cellOf({ id, kind }: Figure, figures: Figures | undefined): Cell {
  const value = figures?.[id] ?? null;
  return kind === 'money' && value !== null && Number.isSafeInteger(Math.round(Number(value) * 100))
    ? Number(value)
    : value;
}

/**
 * The table of a report as CSV: the rows that the page shows, with the period before beside them
 * when it is compared. There is no row of totals, so that a sum of a column counts nothing twice.
 */
export function moneyCsv(
  state: Pick<ReportState, 'groupBy' | 'timeZone'> & { report: MoneyReport },
  data: MoneyData,
): string {
  const { figures, main, rows } = tableOf(state.report, state.groupBy, data);
  const columns: Column<Row>[] = [
    ...(isOverTime(state) ? [{ name: 'period', kind: 'id' as const, value: (row: Row) => row.label }] : []),
    ...groupColumns(state.groupBy, data.titles),
    ...figures.map((figure) => ({
      name: snake(figure.id),
      kind: 'number' as const,
      value: (row: Row) => cellOf(figure, row.figures),
    })),
    ...(data.previous ? beforeColumns(main, isOverTime(state)) : []),
  ];
  return csvOf(columns, rows, state.timeZone);
}

function groupColumns(groupBy: Grouping, titles: Record<string, string>): Column<Row>[] {
  if (groupBy === 'none') return [];
  const name = groupBy === 'reason' ? 'result_code' : groupBy;
  const code: Column<Row> = { name, kind: 'id', value: ({ group }) => group ?? '' };
  if (groupBy !== 'reason') return [code];
  return [code, { name: 'reason', kind: 'text', value: ({ group }) => titles[group ?? ''] ?? '' }];
}

function beforeColumns(main: Figure, hasLabel: boolean): Column<Row>[] {
  const label: Column<Row> = { name: 'previous_period', kind: 'id', value: ({ before }) => before?.label ?? null };
  const value: Column<Row> = {
    name: `previous_${snake(main.id)}`,
    kind: 'number',
    value: ({ before }) => cellOf(main, before?.figures),
  };
  return hasLabel ? [label, value] : [value];
}

/** One row for each account of each answer. */
export function balancesCsv({ readings, timeZone }: Balances): string {
  type Account = { reading: Balances['readings'][number]; account: Balances['readings'][number]['accounts'][number] };
  const rows = readings.flatMap((reading) => reading.accounts.map((account) => ({ reading, account })));
  const sum = (name: 'available' | 'current' | 'reserved' | 'uncleared'): Column<Account> => ({
    name,
    kind: 'number',
    value: ({ account }) => (account[name] === null ? null : Number(account[name])),
  });
  const columns: Column<Account>[] = [
    { name: 'answered_at', kind: 'moment', value: ({ reading }) => new Date(reading.answeredAt) },
    { name: 'shortcode', kind: 'id', value: ({ reading }) => reading.shortcode },
    { name: 'account', kind: 'text', value: ({ account }) => account.name },
    { name: 'currency', kind: 'id', value: ({ account }) => account.currency },
    ...(['available', 'current', 'reserved', 'uncleared'] as const).map(sum),
  ];
  return csvOf(columns, rows, timeZone);
}

function csvOf<Item>(columns: Column<Item>[], rows: Item[], timeZone: string): string {
  const layout = { columns, zone: zoneTime(timeZone) };
  const cells = rows.map((row) => columns.map(({ value }) => value(row)));
  return fileFormats.csv.opening(layout) + fileFormats.csv.rows(layout, cells, 0);
}
