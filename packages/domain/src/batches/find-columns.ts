import { headerRowsMax, type Row } from '../tables/index.ts';
import { readAmount, readPhone } from './cells.ts';
import { headingsOf } from './headings.ts';
import type { PayoutField } from './payout-row.ts';
import type { ColumnMapping } from './schemas.ts';

/** The column of each field, counted from 0. */
export type PayoutColumns = ColumnMapping['columns'];

/** Columns that nobody has to choose. */
export type ClearColumns = {
  is: 'clear';
  /** The number of the row with the headings; null for a list without one. */
  headingRow: number | null;
  /** The cells of that row, as they are written. Empty without one. */
  headings: string[];
  columns: PayoutColumns;
};

/** Columns that a person has to choose, with what is known of them. */
export type UnclearColumns = {
  is: 'unclear';
  headingRow: number | null;
  headings: string[];
  /** Fields with one column. */
  found: Partial<Record<PayoutField, number>>;
  /** Fields whose heading stands several times. */
  ambiguous: Partial<Record<PayoutField, number[]>>;
  /** Needed fields without a column. */
  missing: ('phone' | 'amount')[];
};

/**
 * Finds out which column is what: by `mapping` where a person chose it, by the headings, or by the cells of a list without
 * headings if they leave no doubt. Pure.
 * @param rows the rows of the list with any text
 */
export function findColumns(rows: readonly Row[], mapping?: ColumnMapping): ClearColumns | UnclearColumns {
  if (mapping) {
    const { headingRow, columns } = mapping;
    const headings = rows.find(({ number }) => number === headingRow)?.cells ?? [];
    return { is: 'clear', headingRow, headings, columns };
  }
  const beginning = rows.slice(0, headerRowsMax);
  const full = beginning.find(hasBoth);
  if (full) return ofHeadings(full);
  const bare = columnsWithoutHeadings(rows);
  if (bare) return { is: 'clear', headingRow: null, headings: [], columns: bare };
  const part = beginning.find((row) => hasPart(row));
  if (part) return ofHeadings(part);
  return { is: 'unclear', headingRow: null, headings: [], found: {}, ambiguous: {}, missing: ['phone', 'amount'] };
}

/** Whether a row has the headings that a list needs, and nothing that is paid. */
function hasBoth(row: Row): boolean {
  const { phone, amount } = headingsOf(row);
  return phone !== undefined && amount !== undefined && !hasPhone(row);
}

/** Whether a row has some headings of a list, and nothing that is paid. */
function hasPart(row: Row): boolean {
  const { phone, amount } = headingsOf(row);
  const filled = row.cells.filter((text) => text !== '').length;
  return filled > 1 && (phone !== undefined || amount !== undefined) && !hasPhone(row);
}

/** Whether a cell of a row is a phone. */
export function hasPhone({ cells }: Pick<Row, 'cells'>): boolean {
  return cells.some((text) => 'value' in readPhone(text));
}

/** Whether these first rows seem to be a list with all that it needs. Pure. */
export function isList(rows: readonly Row[]): boolean {
  return rows.some(hasBoth) || columnsWithoutHeadings(rows) !== undefined;
}

/** Whether these first rows seem to be a list, of which something is missing. Pure. */
export function isPartOfList(rows: readonly Row[]): boolean {
  return rows.some((row) => hasPart(row) || (hasPhone(row) && row.cells.filter((text) => text !== '').length > 1));
}

function ofHeadings(row: Row): ClearColumns | UnclearColumns {
  const headings = headingsOf(row);
  const entries = Object.entries(headings) as [PayoutField, number[]][];
  const single = entries.filter(([, columns]) => columns.length === 1);
  const found: UnclearColumns['found'] = Object.fromEntries(single.map(([field, [column]]) => [field, column]));
  const at = { headingRow: row.number, headings: row.cells };
  const { phone, amount } = found;
  if (single.length === entries.length && phone !== undefined && amount !== undefined) {
    return { is: 'clear', ...at, columns: { ...found, phone, amount } };
  }
  const needed = ['phone', 'amount'] as const;
  return {
    is: 'unclear',
    ...at,
    found,
    ambiguous: Object.fromEntries(entries.filter(([, columns]) => columns.length > 1)),
    missing: needed.filter((field) => headings[field] === undefined),
  };
}

/**
 * The columns of a list without headings. Certain is a list whose rows are alike, in which one column alone has phones and
 * one alone has amounts, and in which at most one more has texts: those are names. A comma within an amount makes one more
 * column of amounts.
 */
function columnsWithoutHeadings(rows: readonly Row[]): PayoutColumns | undefined {
  const [first] = rows;
  if (!first || rows.some(({ cells, problem }) => problem !== null || cells.length !== first.cells.length))
    return undefined;
  const all = first.cells.map((_, column) => column);
  const filled = all.filter((column) => rows.some(({ cells }) => cells[column] !== ''));
  const whose = (isOne: (text: string) => boolean) =>
    filled.filter((column) => rows.every(({ cells }) => isOne(cells[column] ?? '')));
  const phones = whose((text) => 'value' in readPhone(text));
  const amounts = whose((text) => 'value' in readAmount(text));
  const [phone, amount] = [phones[0], amounts[0]];
  if (phone === undefined || amount === undefined || phones.length > 1 || amounts.length > 1) return undefined;
  const [name, ...more] = filled.filter((column) => column !== phone && column !== amount);
  if (name === undefined) return { phone, amount };
  const areNames = rows.every(({ cells }) => /^(?:[^\d]*\p{L}[^\d]*)?$/u.test(cells[name] ?? ''));
  return more.length === 0 && areNames ? { phone, amount, name } : undefined;
}
