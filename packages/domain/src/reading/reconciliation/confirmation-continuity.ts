import { secondMs } from '../../kernel/time.ts';
import type { BalanceGap } from './continuity.ts';

/** A balance that a confirmation reported, with its own payment in it. */
export type ConfirmationPoint = { at: Date; receipt: string; amountCents: number; balanceCents: number };

/** A change of the balance from another source. It happened at one moment within its window. */
export type WindowedChange = { from: Date; to: Date; cents: number };

/** Up to this many simultaneous changes are tried in every combination: 2 to this power. */
const triedMax = 12;

/**
 * Follows the balance from one confirmation to the next and finds where it does not continue.
 *
 * Each balance must equal the previous one, plus the payments confirmed since, plus all other changes that have certainly
 * happened since. Changes with an open window may be included or not. Confirmations of one second have no certain order,
 * so they are compared together, and one of their balances must fit.
 * @param points oldest first
 */
export function findConfirmationGaps(
  points: readonly ConfirmationPoint[],
  changes: readonly WindowedChange[],
): BalanceGap[] {
  const gaps: BalanceGap[] = [];
  const windows = openWindows(changes);
  let bases: Bases = null;
  let previous: ConfirmationPoint | undefined;
  for (const group of bySecond(points)) {
    const [first] = group;
    if (!first) continue;
    const { open, endedCents } = windows.at(first.at);
    const sums = open.length > triedMax ? null : sumsOf(open);
    const sure = group.reduce((cents, { amountCents }) => cents + amountCents, endedCents);
    const expected: number[] | null = bases === null ? null : [...bases].map((base: number) => base + sure);
    const kept: number[] | undefined = expected?.filter((base) =>
      group.some(({ balanceCents }) => (sums ? sums.has(balanceCents - base) : isWithin(balanceCents - base, open))),
    );
    if (kept && kept.length > 0) {
      bases = new Set(kept);
    } else {
      const closing = closingOf(group);
      const nearest = expected?.toSorted((a, b) => Math.abs(closing - a) - Math.abs(closing - b))[0];
      if (nearest !== undefined && previous) {
        gaps.push({ from: placeOf(previous), to: placeOf(first), cents: closing - nearest });
      }
      bases = sums && new Set([...sums].map((sum) => closing - sum));
    }
    previous = group.at(-1);
  }
  return gaps;
}

/**
 * The possible balances without the changes whose windows are open. Null while unknown: then the next balance is
 * accepted.
 */
type Bases = Set<number> | null;

/** Steps through the changes in order of time, and tracks open windows and ended changes. */
function openWindows(changes: readonly WindowedChange[]) {
  const byStart = changes.toSorted((a, b) => a.from.getTime() - b.from.getTime());
  let next = 0;
  let open: WindowedChange[] = [];
  return {
    at(at: Date): { open: readonly WindowedChange[]; endedCents: number } {
      const atMs = at.getTime();
      // The provider reports whole seconds.
      for (let change = byStart[next]; change && change.from.getTime() <= atMs + secondMs; change = byStart[++next]) {
        open.push(change);
      }
      const ended = open.filter(({ to }) => to.getTime() < atMs);
      open = open.filter(({ to }) => to.getTime() >= atMs);
      return { open, endedCents: ended.reduce((sum, { cents }) => sum + cents, 0) };
    },
  };
}

const placeOf = ({ at, receipt }: ConfirmationPoint) => ({ at, receipt });

/** The last balance of the second in any order: no other payment starts from it. */
function closingOf(group: readonly ConfirmationPoint[]): number {
  const openings = new Set(group.map(({ amountCents, balanceCents }) => balanceCents - amountCents));
  const last = group.findLast(({ balanceCents }) => !openings.has(balanceCents)) ?? group.at(-1);
  return last?.balanceCents ?? 0;
}

/** Every sum that some of the changes add up to. */
function sumsOf(changes: readonly WindowedChange[]): Set<number> {
  let reached = new Set([0]);
  for (const { cents } of changes) reached = new Set([...reached, ...[...reached].map((sum) => sum + cents)]);
  return reached;
}

/** Whether all changes together could explain a difference. */
function isWithin(difference: number, changes: readonly WindowedChange[]): boolean {
  const lowest = changes.reduce((sum, { cents }) => sum + Math.min(cents, 0), 0);
  const highest = changes.reduce((sum, { cents }) => sum + Math.max(cents, 0), 0);
  return difference >= lowest && difference <= highest;
}

function* bySecond(points: readonly ConfirmationPoint[]): Generator<ConfirmationPoint[]> {
  let group: ConfirmationPoint[] = [];
  for (const point of points) {
    const [first] = group;
    if (first && first.at.getTime() !== point.at.getTime()) {
      yield group;
      group = [];
    }
    group.push(point);
  }
  if (group.length > 0) yield group;
}
