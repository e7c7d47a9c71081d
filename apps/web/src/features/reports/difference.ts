import type { FigureKind } from './table.ts';

type Value = string | number | null | undefined;

/** How a figure differs from an earlier one. */
export type Difference =
  /** One of them is not known. */
  | { direction: 'none' }
  | { direction: 'same' }
  | {
      direction: 'more' | 'less';
      /** Without a sign: KES as decimal text, a count, or percentage points. */
      by: number | string;
      /** Of the earlier figure, 0.25 is a quarter; null when that was nothing. */
      share: number | null;
    };

/** Compares two figures of a kind. Money is decimal text, so that no difference is rounded. */
export function differenceOf(kind: FigureKind, now: Value, before: Value): Difference {
  if (now === null || now === undefined || before === null || before === undefined) return { direction: 'none' };
  if (kind === 'share') return pointsBetween(Number(now), Number(before));
  if (kind === 'money') return moneyBetween(centsOf(now), centsOf(before));
  const by = Number(now) - Number(before);
  return between(by, Math.abs(by), Number(before));
}

function pointsBetween(now: number, before: number): Difference {
  const points = Math.round((now - before) * 1_000) / 10;
  if (points === 0) return { direction: 'same' };
  return { direction: points > 0 ? 'more' : 'less', by: Math.abs(points), share: null };
}

function moneyBetween(now: bigint, before: bigint): Difference {
  const by = now - before;
  return between(Number(by), kesOf(by < 0n ? -by : by), Number(before));
}

function centsOf(kes: string | number): bigint {
  const [whole = '0', fraction = ''] = String(kes).split('.');
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2));
}

function kesOf(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function between(signed: number, by: number | string, before: number): Difference {
  if (signed === 0) return { direction: 'same' };
  const share = before === 0 ? null : Math.abs(signed / before);
  return { direction: signed > 0 ? 'more' : 'less', by, share };
}
