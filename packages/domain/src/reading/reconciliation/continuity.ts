/** A change of the balance that the provider has reported, in the order of time. */
export type BalancePoint = {
  at: Date;
  receipt: string;
  /** Money in less money out. */
  changeCents: number;
  /** The balance after it; null where it is not reported. */
  balanceCents: number | null;
};

/** An unexplained change of the balance between two known changes. */
export type BalanceGap = {
  /** The last change before it, and the first one after it. */
  from: { at: Date; receipt: string };
  to: { at: Date; receipt: string };
  /** Positive: unexplained money in. Negative: unexplained money out. */
  cents: number;
};

/**
 * Follows the balance from change to change and finds where it does not continue.
 *
 * Changes of one second have no certain order, so they are compared together: their sum must lead to one of their
 * balances. A change without a balance is counted and not checked.
 * @param points oldest first
 */
export function findGaps(points: readonly BalancePoint[]): BalanceGap[] {
  const gaps: BalanceGap[] = [];
  let balance: number | null = null;
  let previous: BalancePoint | undefined;
  for (const group of bySecond(points)) {
    const change = group.reduce((cents, { changeCents }) => cents + changeCents, 0);
    const balances = group.flatMap(({ balanceCents }) => (balanceCents === null ? [] : [balanceCents]));
    const expected: number | null = balance === null ? null : balance + change;
    const [first] = group;
    if (expected !== null && (balances.length === 0 || balances.includes(expected))) {
      balance = expected;
    } else {
      const closing: number | null = balances.length === 0 ? null : closingOf(group, balances);
      if (expected !== null && closing !== null && previous && first) {
        gaps.push({ from: placeOf(previous), to: placeOf(first), cents: closing - expected });
      }
      balance = closing;
    }
    previous = group.at(-1);
  }
  return gaps;
}

const placeOf = ({ at, receipt }: BalancePoint) => ({ at, receipt });

function* bySecond(points: readonly BalancePoint[]): Generator<BalancePoint[]> {
  let group: BalancePoint[] = [];
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

/** The last balance of the group in any order: no other change starts from it. */
function closingOf(group: readonly BalancePoint[], balances: readonly number[]): number | null {
  const openings = group.flatMap(({ balanceCents, changeCents }) =>
    balanceCents === null ? [] : [balanceCents - changeCents],
  );
  return balances.findLast((balance) => !openings.includes(balance)) ?? balances.at(-1) ?? null;
}
