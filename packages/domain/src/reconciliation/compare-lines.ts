import { minuteMs } from '../kernel/time.ts';
import type { LineKind, StatementLine } from './statement-line.ts';

/** The facts of a kept line that a second file cannot change. */
export type KeptLine = {
  /** Null for a line of the same file. */
  id: string | null;
  /** Empty where its file did not say. */
  account: string;
  receipt: string;
  kind: LineKind;
  completedAt: Date;
  paidInCents: number;
  withdrawnCents: number;
  balanceCents: number | null;
};

type Facts = Omit<KeptLine, 'id' | 'account'>;

/** A line that is not kept yet. `occurrence`: its place among those of its receipt and kind in the account, from 1. */
export type FreshLine = StatementLine & { occurrence: number };

/** A line that says something else than the one that is kept for it. */
export type DifferingLine = { line: StatementLine; kept: KeptLine; facts: string[] };

export type Comparison = {
  fresh: FreshLine[];
  /** Lines that say what is kept already, or what an earlier line of the file says. */
  known: number;
  differing: DifferingLine[];
};

/** Lines of one receipt and kind, in and out apart. */
const lineKey = ({ receipt, kind, paidInCents }: Facts): string => `${receipt} ${kind} ${paidInCents > 0}`;

function grouped<Line extends Facts>(lines: readonly Line[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(lineKey(line), [...(groups.get(lineKey(line)) ?? []), line]);
  return groups;
}

/**
 * Compares the lines of a file of an account with what is kept. Lines of one receipt that differ within a file are
 * several lines, unless they say another amount and the same balance. One that differs from what another file said is a
 * difference, as long as that line is not in this file.
 */
export function compareLines(lines: readonly StatementLine[], account: string, kept: readonly KeptLine[]): Comparison {
  const comparison: Comparison = { fresh: [], known: 0, differing: [] };
  // A file that does not say its account may be one of an account that is known.
  const keptOf = grouped(kept.filter((line) => line.account === account || line.account === '' || account === ''));
  for (const [key, group] of grouped(lines)) {
    const said = keptOf.get(key) ?? [];
    const unsaid = new Set(said);
    const others: StatementLine[] = [];
    const { own, contradicting } = distinct(group);
    comparison.differing.push(...contradicting.map((each) => ({ ...each, kept: { ...each.kept, id: null, account } })));
    for (const line of own) {
      const same = [...unsaid].find((each) => differences(line, each).length === 0);
      if (same) unsaid.delete(same);
      else others.push(line);
    }
    let occurrence = said.length;
    for (const line of others) {
      const [earlier] = unsaid;
      if (earlier) {
        unsaid.delete(earlier);
        comparison.differing.push({ line, kept: earlier, facts: differences(line, earlier) });
      } else {
        occurrence += 1;
        comparison.fresh.push({ ...line, occurrence });
      }
    }
    comparison.known += group.length - others.length - contradicting.length;
  }
  return comparison;
}

/** The lines of a group without those that say what an earlier one says, or contradict it: other money, one balance. */
function distinct(group: readonly StatementLine[]) {
  const own: StatementLine[] = [];
  const contradicting: { line: StatementLine; kept: StatementLine; facts: string[] }[] = [];
  for (const line of group) {
    if (own.some((each) => differences(line, each).length === 0)) continue;
    const kept = own.find(({ balanceCents }) => balanceCents !== null && balanceCents === line.balanceCents);
    if (kept) contradicting.push({ line, kept, facts: differences(line, kept) });
    else own.push(line);
  }
  return { own, contradicting };
}

/** Texts are not compared: files of one statement shorten and mask them differently. */
function differences(line: Facts, kept: Facts): string[] {
  const facts: string[] = [];
  // A file without seconds says the same minute.
  const apartMs = Math.abs(line.completedAt.getTime() - kept.completedAt.getTime());
  const hasNoSeconds = [line, kept].some(({ completedAt }) => completedAt.getTime() % minuteMs === 0);
  if (apartMs > (hasNoSeconds ? 59_999 : 0)) facts.push('time');
  if (line.paidInCents !== kept.paidInCents || line.withdrawnCents !== kept.withdrawnCents) facts.push('amount');
  if (line.balanceCents !== null && kept.balanceCents !== null && line.balanceCents !== kept.balanceCents) {
    facts.push('balance');
  }
  return facts;
}
