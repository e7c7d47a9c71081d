import { DomainError, type Issue } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { normaliseMsisdn } from '../kernel/phone.ts';
import { dayMs, later } from '../kernel/time.ts';
import { createBreath, headerRowsMax, type Row, readEatTime, readTable, type Sought } from '../tables/index.ts';
import { guardIssues } from './refusals.ts';
import { reasonMax, reasonSchema, untilMax } from './schemas.ts';

/** A row of a file of phones to block. */
export type PhoneRow = { row: number; phone: string; until: Date | null; reason: string };
/** A row that cannot be imported. */
export type RowProblem = { row: number; why: Issue };

const columnNames = ['phone', 'list', 'until', 'reason'] as const;
type Columns = Partial<Record<(typeof columnNames)[number], number>>;

const unreadable = guardIssues.notPhoneList;
const phones: Sought = {
  isIn: (rows) => headerOf(rows) !== undefined,
  refuse: (found) => new DomainError('invalid_input', 'The file cannot be read.', { issues: found }),
  severalSheets: () => unreadable,
  instead: { picture: unreadable, pdf: unreadable, document: unreadable },
};

/**
 * Reads a CSV file of phones to block. Each row below the header is in exactly one of both lists.
 * @throws DomainError invalid_input when it is no such file
 */
export async function readPhoneFile(csv: string, now: Date): Promise<{ rows: PhoneRow[]; problems: RowProblem[] }> {
  const table = await readTable(Buffer.from(csv), phones, createBreath());
  const header = headerOf(table.rows);
  if (!header) throw invalidInput(issue('csv', guardIssues.listColumns));
  const rows: PhoneRow[] = [];
  const problems: RowProblem[] = [];
  const firstOf = new Map<string, number>();
  for (const row of table.rows.filter(({ number }) => number > header.row)) {
    const read = readRow(row, header.columns, now);
    const first = 'phone' in read ? firstOf.get(read.phone) : undefined;
    if ('why' in read) problems.push(read);
    else if (first !== undefined) {
      problems.push({ row: row.number, why: issue('csv', guardIssues.rowPhoneTwice({ row: row.number, first })) });
    } else {
      firstOf.set(read.phone, row.number);
      rows.push(read);
    }
  }
  if (rows.length + problems.length === 0) throw invalidInput(issue('csv', guardIssues.listEmpty));
  return { rows, problems };
}

function headerOf(rows: readonly Row[]): { row: number; columns: Columns } | undefined {
  for (const { number: row, cells } of rows.slice(0, headerRowsMax)) {
    const names = cells.map((cell) => cell.toLowerCase());
    const columns: Columns = Object.fromEntries(
      columnNames.flatMap((name) => (names.includes(name) ? [[name, names.indexOf(name)]] : [])),
    );
    if (columns.phone !== undefined && columns.list !== undefined && columns.reason !== undefined)
      return { row, columns };
  }
  return undefined;
}

function readRow({ number: row, cells, problem }: Row, columns: Columns, now: Date): PhoneRow | RowProblem {
  const cell = (name: keyof Columns) => cells[columns[name] ?? -1] ?? '';
  const list = cell('list').toLowerCase();
  const phone = normaliseMsisdn(cell('phone'));
  const until = readEnd(cell('until'));
  const reason = reasonSchema.safeParse(cell('reason'));
  const wrong =
    problem ??
    (list === 'allow' ? guardIssues.rowAllows({ row }) : undefined) ??
    (list === 'block' ? undefined : guardIssues.rowList({ row })) ??
    (phone === undefined ? guardIssues.rowPhone({ row }) : undefined) ??
    (until === undefined || (until !== null && (until <= now || until > untilMax))
      ? guardIssues.rowUntil({ row })
      : undefined) ??
    (reason.success ? undefined : guardIssues.rowReason({ row, max: reasonMax }));
  if (wrong || phone === undefined || until === undefined || !reason.success) {
    return { row, why: issue('csv', wrong ?? guardIssues.rowPhone({ row })) };
  }
  return { row, phone, until, reason: reason.data };
}

/** A day in Kenya ends at its end; null where there is no text, undefined where it is no time. */
function readEnd(text: string): Date | null | undefined {
  if (text === '') return null;
  const day = readEatTime(`${text} 00:00`, 'day_first');
  return day ? later(day, dayMs) : readEatTime(text, 'day_first');
}

/** Nothing of a file is imported while a row of it has a problem. */
export function problemsRefusal(count: number): DomainError {
  return invalidInput(issue('csv', guardIssues.listProblems({ count })));
}
