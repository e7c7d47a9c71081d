import { personName } from '../kernel/person-name.ts';
import { plainLabelSchema } from '../kernel/texts.ts';
import { cellLengthMax, type Row } from '../tables/index.ts';
import {
  isErrorValue,
  isPlaceholder,
  isShortened,
  type ReadCell,
  readAmount,
  readPhone,
  withoutDecimalZero,
} from './cells.ts';
import type { PayoutColumns } from './find-columns.ts';
import {
  type PayoutField,
  type PayoutRow,
  type ProblemCode,
  payoutFields,
  type RowProblem,
  type RowWarning,
  type TextField,
  textMax,
} from './payout-row.ts';
import { findTotal } from './total-line.ts';

/** The table that a row belongs to. */
export type RowPlace = {
  columns: PayoutColumns;
  /** Cells of its heading; null where it has none. */
  width: number | null;
  /** What stands between the cells of a CSV file; null for a sheet. */
  delimiter: string | null;
  /** Whether a line may be the total of others: people add them, programs do not. */
  hasTotals: boolean;
};

/** What stands in the cell of a field. `shown` leaves out what nobody sees. */
type Cell = { field: PayoutField; column: number; text: string; shown: string; isFormula: boolean; isDate: boolean };

/**
 * Reads one row of a list of payouts, with all its problems and all its repairs. A line with a total is refused as one. Pure.
 */
export function readPayoutRow(row: Row, place: RowPlace): PayoutRow {
  const { number } = row;
  const read: PayoutRow = { ...noValues, number, problems: [], warnings: [] };
  const total = place.hasTotals && findTotal(row, place.columns);
  if (total) return { ...read, problems: [total] };
  for (const field of payoutFields) {
    const cell = cellOf(row, place.columns, field);
    if (cell) readInto(read, cell);
  }
  read.problems.push(...problemsOfRow(row, place));
  if (read.problems.length === 0) read.warnings.push(...splitAmount(row, place));
  return read;
}

const noValues = { phone: null, amount: null, name: null, reference: null, remarks: null, occasion: null };

function cellOf(
  { cells, written, formulas, dates }: Row,
  columns: PayoutColumns,
  field: PayoutField,
): Cell | undefined {
  const column = columns[field];
  if (column === undefined) return undefined;
  const shown = cells[column] ?? '';
  const [isFormula, isDate] = [formulas.includes(column), dates.includes(column)];
  return { field, column, text: written.get(column) ?? shown, shown, isFormula, isDate };
}

function readInto(row: PayoutRow, cell: Cell): void {
  const { field, column, text } = cell;
  const at = { field, column, text };
  const read = readValue(cell);
  if ('problem' in read) {
    row.problems.push({ ...at, code: read.problem });
    return;
  }
  Object.assign(row, { [field]: read.value });
  row.warnings.push(...read.warnings.map((code): RowWarning => ({ ...at, code })));
  if (cell.isFormula) row.warnings.push({ ...at, code: 'formula' });
}

function readValue(cell: Cell): ReadCell<string | number | null> {
  const { field, text } = cell;
  if (text === '' && cell.isFormula) return { problem: 'formula_without_value' };
  if (isErrorValue(text)) return { problem: 'cell_error' };
  if (cell.isDate) return { problem: 'cell_is_date' };
  if (field === 'phone' || field === 'amount') return neededValue(cell, field);
  if (text === '') return { value: null, warnings: [] };
  if (isPlaceholder(text)) return { value: null, warnings: ['placeholder_left_out'] };
  return readText(text, field);
}

function neededValue({ text, shown }: Cell, field: 'phone' | 'amount'): ReadCell<string | number> {
  if (shown === '') return { problem: 'missing' };
  if (isPlaceholder(shown)) return { problem: 'placeholder' };
  if (field === 'amount') return isPlain(text) ? readAmount(text) : { problem: 'hidden_characters' };
  // Contacts copy numbers with invisible marks around them. The digits are what is paid, and what is shown.
  const read = readPhone(shown);
  return 'value' in read && text !== shown ? { ...read, warnings: [...read.warnings, 'marks_removed'] } : read;
}

/** All of a text is in sight, in its order. No cell is longer. */
const plain = plainLabelSchema(cellLengthMax);
const isPlain = (text: string): boolean => plain.safeParse(text).success;

function readText(text: string, field: TextField): ReadCell<string> {
  const max = textMax[field];
  if ([...text].length > max) return { problem: 'too_long' };
  if (!isPlain(text)) return { problem: 'hidden_characters' };
  if (field === 'name') return readName(text);
  if (field !== 'reference') return { value: text, warnings: [] };
  if (isShortened(text)) return { problem: 'number_shortened' };
  const whole = withoutDecimalZero(text);
  return whole === undefined ? { value: text, warnings: [] } : { value: whole, warnings: ['decimal_removed'] };
}

function readName(text: string): ReadCell<string> {
  const name = personName(text);
  if (name === null) return { problem: 'name_without_letters' };
  return { value: name, warnings: name === text ? [] : ['name_cleaned'] };
}

function problemsOfRow(row: Row, { width, delimiter }: RowPlace): RowProblem[] {
  const isTooWide = delimiter !== null && width !== null && row.cells.slice(width).some((text) => text !== '');
  const codes: ProblemCode[] = [
    ...(row.isHidden ? (['row_hidden'] as const) : []),
    ...(row.problem ? (['row_unreadable'] as const) : []),
    ...(isTooWide ? (['too_many_cells'] as const) : []),
  ];
  return codes.map((code) => ({ code, field: null, column: null, text: textOfRow(row) }));
}

const shownMax = 200;

/** The cells of a row in one text. */
export function textOfRow({ cells }: Pick<Row, 'cells'>): string {
  return cells
    .filter((text) => text !== '')
    .join(' | ')
    .slice(0, shownMax);
}

/** `0712345678,1,500` without quotation marks is an amount of 1 and a cell with 500. */
function splitAmount({ cells }: Row, { columns, delimiter }: RowPlace): RowWarning[] {
  const column = columns.amount;
  const [text = '', next = ''] = [cells[column], cells[column + 1]];
  if (delimiter !== ',' || !/^\D*\d{1,3}$/.test(text) || !/^\d{3}(?:\.\d{1,2})?(?:\D.*)?$/.test(next)) return [];
  return [{ code: 'amount_may_be_split', field: 'amount', column, text: `${text},${next}` }];
}
