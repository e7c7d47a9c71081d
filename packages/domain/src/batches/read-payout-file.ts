import { DomainError, type Issue } from '../kernel/errors.ts';
import { issue, parseInput } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import { type Breath, createBreath, headerRowsMax, type Row, readTable, type Sought } from '../tables/index.ts';
import { type ClearColumns, findColumns, hasPhone, isList, isPartOfList, type UnclearColumns } from './find-columns.ts';
import { findDuplicates } from './find-duplicates.ts';
import { isGood, type PayoutField, type PayoutRow, payoutFields, payoutRowsMax, payoutSumMax } from './payout-row.ts';
import { type RowPlace, readPayoutRow, textOfRow } from './read-payout-row.ts';
import { batchIssues } from './refusals.ts';
import { type ColumnMapping, columnMappingSchema } from './schemas.ts';
import { isBareTotal, sumOf, totalAt } from './total-line.ts';

/** The largest file of a batch. */
export const payoutFileBytesMax = 5_000_000;
/** Rows that a person sees when they choose columns. */
const sampleRows = 5;
/** Rows that are read without a pause for other work. */
const rowsAtOnce = 250;

/** A list whose columns a person has to choose. */
export type UnclearReading = UnclearColumns & {
  format: 'csv' | 'xlsx';
  /** The first rows below the heading, as they are written. */
  sample: { number: number; cells: string[] }[];
};

/** A list of payouts that was read. */
export type PayoutReading = {
  is: 'read';
  format: 'csv' | 'xlsx';
  headingRow: number | null;
  /** The heading of each field that has a column; empty where the list has no headings. */
  columns: Partial<Record<PayoutField, { column: number; heading: string }>>;
  /** Headings whose cells were not read. */
  unread: string[];
  /** Good and refused rows in the order of the list. A total is refused, like all that is not paid. */
  rows: PayoutRow[];
  /** Rows of the list. `read` is the sum of all others. `heading` counts titles and repeated headings too. */
  counts: { read: number; good: number; refused: number; blank: number; heading: number };
  /** Whole KES of the good rows. */
  sum: number;
  /** What the spreadsheet does not show. Hidden rows are refused and hidden sheets unread; hidden columns are read. */
  hidden: { rows: number[]; sheets: string[]; columns: PayoutField[] };
  /** What a person should know about the choice of the sheet. */
  notes: Issue[];
};

const soughtBy = (isIn: Sought['isIn']): Sought => ({
  isIn,
  refuse: refusedBy,
  severalSheets: batchIssues.twoPayoutLists,
  instead: {
    picture: batchIssues.notPayoutList,
    pdf: batchIssues.notPayoutList,
    document: batchIssues.notPayoutList,
  },
  bytesMax: payoutFileBytesMax,
  leavesHiddenSheets: true,
});

function refusedBy(found: Issue[]): DomainError {
  const sentence = found.map(({ message }) => message).join('; ');
  return new DomainError('invalid_input', `The list cannot be read: ${sentence}.`, { issues: found });
}

const refused = (why: Named): DomainError => refusedBy([issue('file', why)]);

/**
 * Reads a list of payouts: the bytes of a CSV or XLSX file, or pasted lines. Each row with text is a row of the result, or a
 * heading or title above the list. Other work runs in between.
 * @param mapping which column is what, where a person chose it
 * @throws DomainError invalid_input when it is no such list, has no row to pay, or is too large for one batch
 */
export async function readPayoutFile(
  source: Uint8Array | string,
  mapping?: ColumnMapping,
): Promise<PayoutReading | UnclearReading> {
  const chosen = mapping && parseInput(columnMappingSchema, mapping);
  const breathe = createBreath();
  const table = await tableOf(typeof source === 'string' ? Buffer.from(source) : source, breathe);
  const { format, delimiter } = table;
  const found = findColumns(table.rows, chosen);
  const { headingRow } = found;
  if (found.is === 'unclear') {
    const below = table.rows.filter(({ number }) => number > (headingRow ?? 0));
    return { ...found, format, sample: below.slice(0, sampleRows).map(({ number, cells }) => ({ number, cells })) };
  }
  const lines = table.rows.filter((row) => !isHeading(row, found));
  if (lines.length > payoutRowsMax) {
    throw refused(batchIssues.payoutListLong({ count: lines.length, max: payoutRowsMax }));
  }
  const width = found.headings.length || null;
  const rows = await readRows(lines, { ...found, width, delimiter, hasTotals: true }, breathe);
  if (rows.every(isTotal)) throw refused(batchIssues.payoutListEmpty);
  const good = rows.filter(isGood);
  const sum = sumOf(good.map(({ amount }) => amount));
  if (sum > payoutSumMax) throw refused(batchIssues.payoutListSum({ sum, max: payoutSumMax }));
  return {
    is: 'read',
    format,
    ...columnsIn(found),
    rows,
    counts: {
      read: table.rows.length + table.emptyRows,
      good: good.length,
      refused: rows.length - good.length,
      blank: table.emptyRows,
      heading: table.rows.length - lines.length,
    },
    sum,
    hidden: {
      rows: table.rows.filter(({ isHidden }) => isHidden).map(({ number }) => number),
      sheets: [...table.hiddenSheets],
      columns: payoutFields.filter((field) => table.hiddenColumns.includes(found.columns[field] ?? -1)),
    },
    notes: table.notes,
  };
}

/** The rows with the delimiter or the sheet that makes a list of them, or else the most of one. */
async function tableOf(bytes: Uint8Array, breathe: Breath) {
  const whole = await readTable(bytes, soughtBy(isList), breathe);
  if (isList(whole.rows.slice(0, headerRowsMax))) return whole;
  return await readTable(bytes, soughtBy(isPartOfList), breathe);
}

/** Whether a row is the heading, a title above it, or the heading again on a new page. Who is paid stands in none of them. */
function isHeading(row: Row, { headingRow, headings }: ClearColumns): boolean {
  if (headingRow === null) return false;
  const isAgain = row.cells.length === headings.length && row.cells.every((text, column) => text === headings[column]);
  return (row.number <= headingRow || isAgain) && !hasPhone(row);
}

const isTotal = ({ problems }: PayoutRow): boolean => problems.some(({ code }) => code === 'total_line');

async function readRows(lines: readonly Row[], place: ClearColumns & RowPlace, breathe: Breath): Promise<PayoutRow[]> {
  const rows: PayoutRow[] = [];
  const amounts: number[] = [];
  for (const [index, line] of lines.entries()) {
    const read = readPayoutRow(line, place);
    const row = isBareTotal(read, amounts)
      ? { ...read, amount: null, problems: [totalAt(line.cells, place.columns)] }
      : read;
    if (row.amount !== null) amounts.push(row.amount);
    const isAbove = place.headingRow !== null && line.number <= place.headingRow;
    rows.push(isAbove ? withAboveHeading(row, line) : row);
    if (index % rowsAtOnce === 0) await breathe();
  }
  return findDuplicates(rows);
}

function withAboveHeading(row: PayoutRow, line: Row): PayoutRow {
  const why = { code: 'above_heading' as const, field: null, column: null, text: textOfRow(line) };
  return { ...row, problems: [...row.problems, why] };
}

function columnsIn({
  headingRow,
  headings,
  columns,
}: ClearColumns): Pick<PayoutReading, 'headingRow' | 'columns' | 'unread'> {
  const known = payoutFields.flatMap((field): [PayoutField, { column: number; heading: string }][] => {
    const column = columns[field];
    return column === undefined ? [] : [[field, { column, heading: headings[column] ?? '' }]];
  });
  const read = new Set(known.map(([, { column }]) => column));
  const unread = headings.filter((text, column) => text !== '' && !read.has(column));
  return { headingRow, columns: Object.fromEntries(known), unread };
}
