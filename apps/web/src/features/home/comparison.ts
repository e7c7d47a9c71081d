/** Compares a figure with an earlier one: which text to show, and the difference. */
type Comparison =
  | { kind: 'none' }
  | { kind: 'same' }
  | { kind: 'more' | 'less' /** Share of the earlier figure, 0.25 is a quarter. */; share: number };

/** Differences below that are none. */
const shareMin = 0.005;

/** An amount against an earlier one. */
export function compareAmounts(now: number, before: number): Comparison {
  if (before === 0) return { kind: 'none' };
  const share = (now - before) / before;
  if (Math.abs(share) < shareMin) return { kind: 'same' };
  return { kind: share > 0 ? 'more' : 'less', share: Math.abs(share) };
}

/** The difference of two rates in whole percentage points; undefined when one of them is not known. */
export function comparePoints(now: number | null, before: number | null): number | undefined {
  if (now === null || before === null) return undefined;
  // No difference is zero without a sign.
  return Math.round((now - before) * 100) || 0;
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
