import { isBelow } from '../reading/float/index.ts';

/** Largest threshold in whole KES. */
export const amountMax = 1_000_000_000;

type Facts = {
  /** The estimated balance; null if unknown. */
  estimateCents: number | null;
  /** Whole KES. */
  amount: number;
  /** When people were notified; null when a notice is due at the next fall. */
  belowSince: Date | null;
};

/** `alert`: notify people once. `clear`: it is above again, so that the next fall is reported. */
export function decideAlert({ estimateCents, amount, belowSince }: Facts): 'alert' | 'clear' | 'none' {
  if (estimateCents === null) return 'none';
  const isLow = isBelow(estimateCents, amount);
  if (isLow === (belowSince !== null)) return 'none';
  return isLow ? 'alert' : 'clear';
}
