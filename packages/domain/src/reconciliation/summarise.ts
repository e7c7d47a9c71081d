import type { Issue } from '../kernel/errors.ts';
import type { Comparison } from './compare-lines.ts';
import { inOrderOfTime, type StatementReading } from './read-statement.ts';
import type { StatementLine } from './statement-line.ts';

/** Most rows of a list that are shown. The counts include all. */
const shownMax = 100;

type Cut<T> = { count: number; shown: T[] };
const cut = <T>(all: readonly T[]): Cut<T> => ({ count: all.length, shown: all.slice(0, shownMax) });

/** The content of a file, and which lines are new. */
export type StatementSummary = {
  format: 'csv' | 'xlsx';
  header: StatementReading['header'];
  dates: StatementReading['dates'];
  covers: { from: string; to: string };
  lines: { count: number; fresh: number; known: number };
  paidInCents: number;
  withdrawnCents: number;
  feeCents: number;
  /** Null where the file has no balances. */
  openingBalanceCents: number | null;
  closingBalanceCents: number | null;
  /** Lines with another status than `Completed`. */
  idle: Cut<StatementReading['idle'][number]>;
  skipped: Cut<StatementReading['skipped'][number]>;
  problems: Cut<StatementReading['problems'][number]>;
  /** Lines that contradict the stored lines of their receipt. */
  differing: Cut<{ row: number; receipt: string; kind: string; facts: string[] }>;
  notes: Issue[];
};

/**
 * The period that a file covers. It begins with the stated period or the first line. It ends with the last line, because
 * a stated period may end after the file was made.
 */
export function coverageOf({
  lines,
  period,
}: Pick<StatementReading, 'lines' | 'period'>): { from: Date; to: Date } | null {
  const [first, ...others] = lines.map(({ completedAt }) => completedAt);
  if (!first) return null;
  const covers = { from: period && period.from < first ? period.from : first, to: first };
  for (const at of others) {
    if (at < covers.from) covers.from = at;
    if (at > covers.to) covers.to = at;
  }
  return covers;
}

export function summarise(
  reading: StatementReading,
  covers: { from: Date; to: Date },
  { fresh, known, differing }: Comparison,
): StatementSummary {
  const { format, header, dates, lines, idle, skipped, problems, notes } = reading;
  const ordered = inOrderOfTime(reading);
  const [first, last] = [ordered[0], ordered.at(-1)];
  const opening = first?.balanceCents ?? null;
  const sum = (of: (line: StatementLine) => number) => lines.reduce((cents, line) => cents + of(line), 0);
  return {
    format,
    header,
    dates,
    covers: { from: covers.from.toISOString(), to: covers.to.toISOString() },
    lines: { count: lines.length, fresh: fresh.length, known },
    paidInCents: sum(({ paidInCents }) => paidInCents),
    withdrawnCents: sum(({ withdrawnCents }) => withdrawnCents),
    feeCents: sum(({ kind, withdrawnCents }) => (kind === 'fee' ? withdrawnCents : 0)),
    openingBalanceCents: first && opening !== null ? opening - first.paidInCents + first.withdrawnCents : null,
    closingBalanceCents: last?.balanceCents ?? null,
    idle: cut(idle),
    skipped: cut(skipped),
    problems: cut(problems),
    differing: cut(differing.map(({ line: { row, receipt, kind }, facts }) => ({ row, receipt, kind, facts }))),
    notes,
  };
}
