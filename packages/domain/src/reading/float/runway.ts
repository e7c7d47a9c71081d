import { hourMs } from '../../kernel/time.ts';

// Computes how long the money of an account lasts.

/** The rate is the payouts of this many hours. */
export const rateHours = 24;
/** An older balance is not used for the runway. */
const staleHours = 24;

export type RunwayFacts = {
  now: Date;
  /** Null without a balance inquiry. */
  balance: { cents: number; at: Date } | null;
  /** Paid out since the balance was read. */
  paidOutSinceCents: number;
  /** Paid out in the last {@link rateHours} hours. */
  paidOutCents: number;
  /** Whether payouts leave from this account. */
  isForPayouts: boolean;
};

/**
 * How many hours the money lasts at the current rate, or why this is unknown: no balance, an old balance, no payouts, or
 * an account that payouts do not use.
 */
export type Runway =
  | { kind: 'hours'; hours: number }
  | { kind: 'unknown'; why: 'no_balance' | 'stale' | 'no_payouts' | 'not_for_payouts' };

/** The estimated balance now: the last balance less payouts since. */
export function estimateOf({ balance, paidOutSinceCents, isForPayouts }: RunwayFacts): number | null {
  if (!balance) return null;
  return isForPayouts ? balance.cents - paidOutSinceCents : balance.cents;
}

export function runwayOf(facts: RunwayFacts): Runway {
  const { now, balance, paidOutCents, isForPayouts } = facts;
  const left = estimateOf(facts);
  if (!isForPayouts) return { kind: 'unknown', why: 'not_for_payouts' };
  if (balance === null || left === null) return { kind: 'unknown', why: 'no_balance' };
  // An empty account lasts 0 hours at any rate.
  if (left <= 0) return { kind: 'hours', hours: 0 };
  if (now.getTime() - balance.at.getTime() > staleHours * hourMs) return { kind: 'unknown', why: 'stale' };
  if (paidOutCents <= 0) return { kind: 'unknown', why: 'no_payouts' };
  return { kind: 'hours', hours: (left * rateHours) / paidOutCents };
}

const centsPerShilling = 100;

/** Whether an account has less than an amount of whole KES. */
export function isBelow(estimateCents: number, amount: number): boolean {
  return estimateCents < amount * centsPerShilling;
}

/**
 * Whether an account is low: below its threshold. Without a threshold, an account for payouts is low below the payouts of
 * a usual day. Sums are whole KES.
 */
export function isLow(
  { estimateCents, isForPayouts }: { estimateCents: number; isForPayouts: boolean },
  { threshold, usualDay }: { threshold: number | undefined; usualDay: number },
): boolean {
  if (threshold !== undefined) return isBelow(estimateCents, threshold);
  return isForPayouts && usualDay > 0 && isBelow(estimateCents, usualDay);
}

/** The provider's balance text in cents; null when it is not an amount of KES. */
export function balanceCentsOf({ currency, available }: { currency: string; available: string | null }): number | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(available?.trim() ?? '');
  if (currency !== 'KES' || !match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  return (sign ? -1 : 1) * Number(whole + fraction.padEnd(2, '0'));
}
