import { isBelow } from '../reading/float/index.ts';

/** Whole KES that a threshold may be. */
export const amountMax = 1_000_000_000;

type Facts = {
  /** What is left as far as is known; null when nobody knows. */
  estimateCents: number | null;
  /** Whole KES. */
  amount: number;
  /** Since when people were notified; null when they need to be notified. */
  belowSince: Date | null;
};

/** `alert`: people are notified, once. `clear`: it is above again, so that people are notified of the next fall. */
export function decideAlert({ estimateCents, amount, belowSince }: Facts): 'alert' | 'clear' | 'none' {
  if (estimateCents === null) return 'none';
  const isLow = isBelow(estimateCents, amount);
  if (isLow === (belowSince !== null)) return 'none';
  return isLow ? 'alert' : 'clear';
}
