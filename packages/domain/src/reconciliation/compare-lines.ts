import type { LineKind, StatementLine } from './statement-line.ts';

/** The facts of a line that a second file cannot change. */
export type KeptLine = {
  /** Null for a line of the same file. */
  id: string | null;
  receipt: string;
  kind: LineKind;
  completedAt: Date;
  paidInCents: number;
  withdrawnCents: number;
  balanceCents: number | null;
};

/** A line that says something else than the one that is kept under its receipt and kind. */
export type DifferingLine = { line: StatementLine; kept: KeptLine; facts: string[] };

export type Comparison = {
  /** Not kept yet; the first of each receipt and kind. */
  fresh: StatementLine[];
  /** Lines that say what is kept already, or what an earlier line of the file says. */
  known: number;
  differing: DifferingLine[];
};

export const lineKey = ({ receipt, kind }: Pick<KeptLine, 'receipt' | 'kind'>): string => `${receipt} ${kind}`;

/** Compares the lines of a file with what is kept. A receipt has one line of each kind. */
export function compareLines(lines: readonly StatementLine[], kept: readonly KeptLine[]): Comparison {
  const byKey = new Map(kept.map((line) => [lineKey(line), line]));
  const comparison: Comparison = { fresh: [], known: 0, differing: [] };
  for (const line of lines) {
    const key = lineKey(line);
    const earlier = byKey.get(key);
    if (!earlier) {
      byKey.set(key, { ...line, id: null });
      comparison.fresh.push(line);
      continue;
    }
    const facts = differences(line, earlier);
    if (facts.length === 0) comparison.known += 1;
    else comparison.differing.push({ line, kept: earlier, facts });
  }
  return comparison;
}

/** Texts are not compared: files of one statement shorten and mask them differently. */
function differences(line: StatementLine, kept: KeptLine): string[] {
  const facts: string[] = [];
  // A file without seconds says the same minute.
  const apartMs = Math.abs(line.completedAt.getTime() - kept.completedAt.getTime());
  const hasNoSeconds = [line, kept].some(({ completedAt }) => completedAt.getTime() % 60_000 === 0);
  if (apartMs > (hasNoSeconds ? 59_999 : 0)) facts.push('time');
  if (line.paidInCents !== kept.paidInCents || line.withdrawnCents !== kept.withdrawnCents) facts.push('amount');
  if (line.balanceCents !== null && kept.balanceCents !== null && line.balanceCents !== kept.balanceCents) {
    facts.push('balance');
  }
  return facts;
}
