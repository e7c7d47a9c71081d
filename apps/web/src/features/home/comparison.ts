/** How the payments of a time ended. */
export type Ended = { succeeded: number; failed: number };

/** Compares a figure with an earlier one: which text to show, and the difference. */
type Comparison =
  | { kind: 'none' }
  /** Too few payments for a percentage: the figures stand for themselves. */
  | { kind: 'few' }
  | { kind: 'same' }
  | { kind: 'more' | 'less' /** Share of the earlier figure, 0.25 is a quarter. */; share: number };

/** Smaller differences are shown as "no change". */
const shareMin = 0.005;

/** With fewer payments, one more or less moves a percentage by much. */
const enough = 10;

type Sum = { amount: number; succeeded: number };

/** A sum against an earlier one. */
export function compareAmounts(now: Sum, before: Sum): Comparison {
  if (before.amount === 0) return { kind: 'none' };
  if (Math.min(now.succeeded, before.succeeded) < enough) return { kind: 'few' };
  const share = (now.amount - before.amount) / before.amount;
  if (Math.abs(share) < shareMin) return { kind: 'same' };
  return { kind: share > 0 ? 'more' : 'less', share: Math.abs(share) };
}

/** The share of payments that succeeded, 0 to 1; undefined when too few have ended. */
export function rateOf({ succeeded, failed }: Ended): number | undefined {
  const ended = succeeded + failed;
  return ended < enough ? undefined : succeeded / ended;
}

/** The difference of two rates in whole percentage points; undefined when one of them is not known. */
export function comparePoints(now: Ended, before: Ended): number | undefined {
  const [rate, rateBefore] = [rateOf(now), rateOf(before)];
  if (rate === undefined || rateBefore === undefined) return undefined;
  // No difference is zero without a sign.
  return Math.round((rate - rateBefore) * 100) || 0;
}

/** Large amounts at the axis of a chart: `950`, `12k`, `1.2M`. */
export function shortNumber(value: number): string {
  if (Math.abs(value) >= 1_000_000) return `${trim(value / 1_000_000)}M`;
  if (Math.abs(value) >= 1_000) return `${trim(value / 1_000)}k`;
  return String(Math.round(value));
}

function trim(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 1 : 0).replace(/\.0$/, '');
}
