import type { Issue } from '../kernel/errors.ts';
import { issue } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import {
  type Breath,
  createBreath,
  type DateOrder,
  findDateOrder,
  headerRowsMax,
  type Row,
  readEatTime,
  readTable,
  type Sought,
} from '../tables/index.ts';
import { type ColumnName, findHeader, type Header, repeatsHeader } from './columns.ts';
import { reconciliationIssues } from './refusals.ts';
import { refusedBy, refusedFile } from './refused-file.ts';
import { type IdleLine, isFeeOf, isPageFooter, isProse, readLine, type StatementLine } from './statement-line.ts';

export type StatementReading = {
  format: 'csv' | 'xlsx';
  header: { row: number; columns: Partial<Record<ColumnName, string>>; unknown: string[] };
  /** From the rows above the table. */
  shortcode: string | null;
  /** The account of the shortcode, such as `Utility Account`; empty when the file has none. */
  account: string;
  /** Both ends are within the period. */
  period: { from: Date; to: Date } | null;
  dates: { order: DateOrder; isCertain: boolean };
  isNewestFirst: boolean;
  /** Lines that moved money, in the order of the file. */
  lines: StatementLine[];
  idle: IdleLine[];
  /** Rows that are not lines: repeated headers, totals, page numbers and text below the table. */
  skipped: { row: number; is: 'header' | 'totals' | 'footer' }[];
  /** Rows that were not understood. */
  problems: { row: number; why: Issue; text: string }[];
  emptyRows: number;
  notes: Issue[];
};

const shownTextMax = 200;
/** Rows that are read without a pause for other work. */
const rowsAtOnce = 250;

const statement: Sought = {
  isIn: (rows) => 'columns' in findHeader(rows),
  refuse: refusedBy,
  severalSheets: reconciliationIssues.fileTwoStatements,
  instead: {
    picture: reconciliationIssues.filePicture,
    pdf: reconciliationIssues.filePdf,
    document: reconciliationIssues.fileDocument,
  },
};

/**
 * Reads the provider's organization statement. Each row with text is in exactly one of `lines`, `idle`, `skipped` and
 * `problems`, or is above the table. Other work runs in between.
 * @throws DomainError invalid_input when the file holds no statement, or is too large
 */
export async function readStatement(bytes: Uint8Array): Promise<StatementReading> {
  const breathe = createBreath();
  const table = await readTable(bytes, statement, breathe);
  const header = findHeader(table.rows);
  if ('missing' in header) throw refusedFile(header.missing);
  const body = table.rows.filter(({ number }) => number > header.row);
  const dates = findDateOrder(timesOf(body, header));
  const { columns: _, headings, row, unknown } = header;
  const reading: StatementReading = {
    format: table.format,
    header: { row, columns: headings, unknown },
    ...readAbove(table.rows.filter(({ number }) => number < header.row)),
    dates,
    isNewestFirst: false,
    lines: [],
    idle: [],
    skipped: [],
    problems: [],
    emptyRows: table.emptyRows,
    notes: table.notes,
  };
  await addRows(reading, body, header, breathe);
  reading.lines = withFees(reading.lines);
  nameAccount(reading, body, header);
  const [first, last] = [reading.lines[0], reading.lines.at(-1)];
  reading.isNewestFirst = first !== undefined && last !== undefined && first.completedAt > last.completedAt;
  return reading;
}

function* timesOf(rows: Row[], { columns }: Header): Generator<string> {
  for (const { cells } of rows) {
    for (const name of ['completedAt', 'initiatedAt'] as const) yield cells[columns[name] ?? -1] ?? '';
  }
}

/** The sums of the lines so far. */
type Sums = { paidInCents: number; withdrawnCents: number };

async function addRows(reading: StatementReading, rows: Row[], header: Header, breathe: Breath): Promise<void> {
  const sums: Sums = { paidInCents: 0, withdrawnCents: 0 };
  const below = rows.findLastIndex((row) => !isPageFooter(row) && !isProse(row, reading.dates.order)) + 1;
  for (const [index, row] of rows.entries()) {
    if (index >= below || isPageFooter(row)) reading.skipped.push({ row: row.number, is: 'footer' });
    else addRow(reading, row, header, sums);
    if (index % rowsAtOnce === 0) await breathe();
  }
}

function addRow(reading: StatementReading, row: Row, header: Header, sums: Sums): void {
  const { number } = row;
  if (repeatsHeader(row, header)) {
    reading.skipped.push({ row: number, is: 'header' });
    return;
  }
  const read = readLine(row, header, reading.dates.order);
  if (read.is === 'line') {
    reading.lines.push(read.line);
    sums.paidInCents += read.line.paidInCents;
    sums.withdrawnCents += read.line.withdrawnCents;
  } else if (read.is === 'idle') reading.idle.push(read.line);
  else if (read.is === 'problem') addProblem(reading, row, read.why);
  else {
    const wrong = wrongTotals(sums, read, number);
    if (wrong) addProblem(reading, row, wrong);
    else reading.skipped.push({ row: number, is: 'totals' });
  }
}

/** Each account of each store has its own balance. Balances are only useful in a file of one account. */
function nameAccount(reading: StatementReading, rows: Row[], { columns }: Header): void {
  const { store, accountType } = columns;
  if (store === undefined && accountType === undefined) return;
  const isLine = new Set(reading.lines.map(({ row }) => row));
  const kept = rows.filter(({ number }) => isLine.has(number));
  const accounts = new Set(kept.map(({ cells }) => `${cells[store ?? -1] ?? ''}\n${cells[accountType ?? -1] ?? ''}`));
  const [first = '', ...others] = accounts;
  if (others.length === 0) {
    reading.account = reading.account || (first.split('\n')[1] ?? '');
    return;
  }
  reading.lines = reading.lines.map((line) => ({ ...line, balanceCents: null }));
  reading.notes.push(issue('file', reconciliationIssues.severalAccounts));
}

/** Marks money out as a fee when it shares its receipt with a payment and can only be its fee. */
function withFees(lines: StatementLine[]): StatementLine[] {
  const payments = new Map(lines.filter(({ kind }) => kind === 'paid_in').map((line) => [line.receipt, line]));
  return lines.map((line) => {
    const payment = line.kind === 'withdrawn' ? payments.get(line.receipt) : undefined;
    return payment && isFeeOf(line, payment) ? { ...line, kind: 'fee' } : line;
  });
}

function addProblem(reading: StatementReading, { number, cells }: Row, why: Named): void {
  const text = cells.filter((cell) => cell !== '').join(' | ');
  reading.problems.push({ row: number, why: issue('file', why), text: text.slice(0, shownTextMax) });
}

/** Totals that differ from the lines above them: lines are missing or were misread. */
function wrongTotals(
  sums: Sums,
  totals: { paidInCents: number | null; withdrawnCents: number | null },
  row: number,
): Named | undefined {
  for (const [name, wrong] of [
    ['paidInCents', reconciliationIssues.rowTotalIn],
    ['withdrawnCents', reconciliationIssues.rowTotalOut],
  ] as const) {
    const total = totals[name];
    if (total !== null && total !== sums[name]) return wrong({ row, total: inKes(total), sum: inKes(sums[name]) });
  }
  return undefined;
}

/** `123456` as `1,234.56`. */
export function inKes(cents: number): string {
  return (cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** The shortcode, its account and the period from anywhere above the table. */
function readAbove(rows: Row[]): Pick<StatementReading, 'shortcode' | 'account' | 'period'> {
  const texts = rows.slice(0, headerRowsMax).map(({ cells }) => cells.filter((cell) => cell !== '').join(' '));
  const shortcode = texts
    .map((text) => /^(?:organi[sz]ation )?short ?code\s*(?::\s*)?([0-9]{5,8})\b/i.exec(text)?.[1])
    .find((found) => found !== undefined);
  const account = texts
    .map((text) => /^account(?: type| name)?\s*:\s*(.{1,60})$/i.exec(text)?.[1])
    .find((found) => found !== undefined && !/^[0-9]+$/.test(found));
  const stamp = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ]+\d{1,2}:\d{2}(?::\d{2})?`;
  const times = texts
    .filter((text) => /^(time )?period\b/i.test(text))
    .map((text) => text.match(new RegExp(stamp, 'g')) ?? [])
    .find((found) => found.length === 2);
  const [from, to] = (times ?? []).map((text) => readEatTime(text, findDateOrder(times ?? []).order));
  return {
    shortcode: shortcode ?? null,
    account: account ?? '',
    period: from && to && from <= to ? { from, to } : null,
  };
}

/** Lines from the oldest to the newest, as the file orders lines of the same second. */
export function inOrderOfTime({ lines, isNewestFirst }: StatementReading): StatementLine[] {
  const sign = isNewestFirst ? -1 : 1;
  return lines.toSorted((a, b) => a.completedAt.getTime() - b.completedAt.getTime() || sign * (a.row - b.row));
}
