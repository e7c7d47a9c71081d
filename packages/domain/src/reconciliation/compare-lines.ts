import { minuteMs } from '../kernel/time.ts';
import type { LineKind, StatementLine } from './statement-line.ts';

/** The facts of a stored line, which later files cannot change. */
export type KeptLine = {
  /** Empty where its file did not say. */
  account: string;
  /** Its number among the lines of its receipt and kind in the account, in and out together, from 1. */
  occurrence: number;
  receipt: string;
  kind: LineKind;
  completedAt: Date;
  paidInCents: number;
  withdrawnCents: number;
  balanceCents: number | null;
};

type Facts = Omit<KeptLine, 'id' | 'account' | 'occurrence'>;

/** A line that is not stored yet, with the number that it will get. */
export type FreshLine = StatementLine & Pick<KeptLine, 'occurrence'>;

/** A line that contradicts the stored line, or an earlier line of the file. */
export type DifferingLine = {
  line: StatementLine;
  kept: Pick<KeptLine, 'account' | 'occurrence'>;
  facts: string[];
};

export type Comparison = {
  fresh: FreshLine[];
  /** Lines that repeat a stored line or an earlier line of the file. */
  known: number;
  differing: DifferingLine[];
};

/** Both legs of a transfer share a receipt and kind. Each is compared with the same leg. */
const lineKey = ({ receipt, kind, paidInCents }: Facts): string => `${receipt} ${kind} ${paidInCents > 0}`;
/** The database numbers lines within this key: both legs together. */
const placeKey = ({ receipt, kind }: Pick<KeptLine, 'receipt' | 'kind'>): string => `${receipt} ${kind}`;

function grouped<Line extends Facts>(lines: readonly Line[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(lineKey(line), [...(groups.get(lineKey(line)) ?? []), line]);
  return groups;
}

/**
 * Compares the lines of an account's file with the stored lines. Different lines of one receipt within a file are
 * separate lines, unless they have different amounts and the same balance. A line that differs from a line of another
 * file is a difference, if that line is not also in this file.
 */
export function compareLines(lines: readonly StatementLine[], account: string, kept: readonly KeptLine[]): Comparison {
  const comparison: Comparison = { fresh: [], known: 0, differing: [] };
  // A file without an account may belong to a known account.
  const keptOf = grouped(kept.filter((line) => line.account === account || line.account === '' || account === ''));
  const lastPlaces = placesOf(kept.filter((line) => line.account === account));
  for (const [key, group] of grouped(lines)) {
    const unsaid = new Set(keptOf.get(key) ?? []);
    const { own, contradicting } = distinct(group);
    const keptAs = new Map<StatementLine, DifferingLine['kept']>();
    for (const line of own) {
      const same = [...unsaid].find((each) => differences(line, each).length === 0);
      if (!same) continue;
      unsaid.delete(same);
      keptAs.set(line, same);
    }
    comparison.known += group.length - contradicting.length - (own.length - keptAs.size);
    for (const line of own.filter((each) => !keptAs.has(each))) {
      const [earlier] = unsaid;
      if (earlier) {
        unsaid.delete(earlier);
        comparison.differing.push({ line, kept: earlier, facts: differences(line, earlier) });
        keptAs.set(line, earlier);
      } else {
        const occurrence = (lastPlaces.get(placeKey(line)) ?? 0) + 1;
        lastPlaces.set(placeKey(line), occurrence);
        comparison.fresh.push({ ...line, occurrence });
        keptAs.set(line, { account, occurrence });
      }
    }
    for (const { line, first, facts } of contradicting) {
      comparison.differing.push({ line, kept: keptAs.get(first) ?? { account, occurrence: 1 }, facts });
    }
  }
  return comparison;
}

/** The last used number of each receipt and kind. */
function placesOf(kept: readonly KeptLine[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const line of kept) {
    places.set(placeKey(line), Math.max(line.occurrence, places.get(placeKey(line)) ?? 0));
  }
  return places;
}

/**
 * The lines of a group without those that repeat an earlier line or contradict it: a different amount with the same
 * balance.
 */
function distinct(group: readonly StatementLine[]) {
  const own: StatementLine[] = [];
  const contradicting: { line: StatementLine; first: StatementLine; facts: string[] }[] = [];
  for (const line of group) {
    if (own.some((each) => differences(line, each).length === 0)) continue;
    const first = own.find(({ balanceCents }) => balanceCents !== null && balanceCents === line.balanceCents);
    if (first) contradicting.push({ line, first, facts: differences(line, first) });
    else own.push(line);
  }
  return { own, contradicting };
}

/** Texts are not compared, because files of one statement shorten and mask them differently. */
function differences(line: Facts, kept: Facts): string[] {
  const facts: string[] = [];
  // A file without seconds has the same minute.
  const apartMs = Math.abs(line.completedAt.getTime() - kept.completedAt.getTime());
  const hasNoSeconds = [line, kept].some(({ completedAt }) => completedAt.getTime() % minuteMs === 0);
  if (apartMs > (hasNoSeconds ? 59_999 : 0)) facts.push('time');
  if (line.paidInCents !== kept.paidInCents || line.withdrawnCents !== kept.withdrawnCents) facts.push('amount');
  if (line.balanceCents !== null && kept.balanceCents !== null && line.balanceCents !== kept.balanceCents) {
    facts.push('balance');
  }
  return facts;
}
