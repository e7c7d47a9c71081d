import type { Table as FileTable } from '@tillgate/domain/exports';
import type { Grouping, MoneyReport, ReportState } from './state.ts';
import { isOverTime } from './state.ts';
import { type Figure, type FigureKind, type Table, tableOf } from './table.ts';
import type { Balances, Figures, MoneyData } from './types.ts';

type Cell = string | number | null;
type Column<Row> = { name: string; kind: FileTable['columns'][number]['kind']; value(row: Row): Cell | Date };
type Row = Table['rows'][number];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const kinds = { money: 'money', count: 'count', share: 'share', average: 'balance' } as const satisfies Record<
  FigureKind,
  string
>;

/** Money is decimal text: a number as long as a number has all its cents. */
function cellOf({ id, kind }: Figure, figures: Figures | undefined): Cell {
  const value = figures?.[id] ?? null;
  return kind === 'money' && value !== null && Number.isSafeInteger(Math.round(Number(value) * 100))
    ? Number(value)
    : value;
}

/**
 * The table of a report for a file: the rows that the page shows, with the period before beside them
 * when it is compared. There is no row of totals, so that a sum of a column counts nothing twice.
 */
export function moneyFile(state: Pick<ReportState, 'groupBy'> & { report: MoneyReport }, data: MoneyData): FileTable {
  const { figures, main, rows } = tableOf(state.report, state.groupBy, data);
  const columns: Column<Row>[] = [
    ...(isOverTime(state) ? [{ name: 'period', kind: 'id' as const, value: (row: Row) => row.label }] : []),
    ...groupColumns(state.groupBy, data.titles),
    ...figures.map((figure) => ({
      name: snake(figure.id),
      kind: kinds[figure.kind],
      value: (row: Row) => cellOf(figure, row.figures),
    })),
    ...(data.previous ? beforeColumns(main, isOverTime(state)) : []),
  ];
  return fileOf(columns, rows);
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
    kind: kinds[main.kind],
    value: ({ before }) => cellOf(main, before?.figures),
  };
  return hasLabel ? [label, value] : [value];
}

/** One row for each account of each answer. */
export function balancesFile({ readings }: Balances): FileTable {
  type Account = { reading: Balances['readings'][number]; account: Balances['readings'][number]['accounts'][number] };
  const rows = readings.flatMap((reading) => reading.accounts.map((account) => ({ reading, account })));
  const sum = (name: 'available' | 'current' | 'reserved' | 'uncleared'): Column<Account> => ({
    name,
    kind: 'balance',
    value: ({ account }) => (account[name] === null ? null : Number(account[name])),
  });
  const columns: Column<Account>[] = [
    { name: 'answered_at', kind: 'moment', value: ({ reading }) => new Date(reading.answeredAt) },
    { name: 'shortcode', kind: 'id', value: ({ reading }) => reading.shortcode },
    { name: 'account', kind: 'text', value: ({ account }) => account.name },
    { name: 'currency', kind: 'id', value: ({ account }) => account.currency },
    ...(['available', 'current', 'reserved', 'uncleared'] as const).map(sum),
  ];
  return fileOf(columns, rows);
}

function fileOf<Item>(columns: Column<Item>[], rows: Item[]): FileTable {
  return { columns, rows: rows.map((row) => columns.map(({ value }) => value(row))) };
}
