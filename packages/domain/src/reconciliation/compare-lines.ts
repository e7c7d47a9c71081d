import { minuteMs } from '../kernel/time.ts';
import type { LineKind, StatementLine } from './statement-line.ts';

/** The facts of a kept line that a second file cannot change. */
export type KeptLine = {
  /** Empty where its file did not say. */
  account: string;
  /** Its place among the lines of its receipt and kind in the account, in and out together, from 1. */
  occurrence: number;
  receipt: string;
  kind: LineKind;
  completedAt: Date;
  paidInCents: number;
  withdrawnCents: number;
  balanceCents: number | null;
};

type Facts = Omit<KeptLine, 'id' | 'account' | 'occurrence'>;

/** A line that is not kept yet, with the place that it is kept at. */
export type FreshLine = StatementLine & Pick<KeptLine, 'occurrence'>;

/** A line that says something else than the one that is kept for it, or will be. */
export type DifferingLine = {
  line: StatementLine;
  kept: Pick<KeptLine, 'account' | 'occurrence'>;
  facts: string[];
};

export type Comparison = {
  fresh: FreshLine[];
  /** Lines that say what is kept already, or what an earlier line of the file says. */
  known: number;
  differing: DifferingLine[];
};

/** Both legs of a transfer have one receipt and kind. They are compared each with its own. */
const lineKey = ({ receipt, kind, paidInCents }: Facts): string => `${receipt} ${kind} ${paidInCents > 0}`;
/** What the database numbers lines within: both legs together. */
const placeKey = ({ receipt, kind }: Pick<KeptLine, 'receipt' | 'kind'>): string => `${receipt} ${kind}`;

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

/** The last place that is taken, of each receipt and kind. */
function placesOf(kept: readonly KeptLine[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const line of kept) {
    places.set(placeKey(line), Math.max(line.occurrence, places.get(placeKey(line)) ?? 0));
  }
  return places;
}

/** The lines of a group without those that say what an earlier one says, or contradict it: other money, one balance. */
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
