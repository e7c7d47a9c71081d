import { hourMs } from '../../kernel/time.ts';

// How long the money of an account lasts.

/** Payouts of this many hours make the rate. */
export const rateHours = 24;
/** An older balance says too little about the present. */
const staleHours = 24;

export type RunwayFacts = {
  now: Date;
  /** Null when nobody asked for the balance. */
  balance: { cents: number; at: Date } | null;
  /** Paid out since the balance was read. */
  paidOutSinceCents: number;
  /** Paid out in the last {@link rateHours} hours. */
  paidOutCents: number;
  /** Whether payouts leave from this account. */
  isForPayouts: boolean;
};

/**
 * How many hours the money lasts at the current rate, or why nobody can know: there is no balance, it is
 * too old, nothing was paid out, or payouts do not leave from this account.
 */
export type Runway =
  | { kind: 'hours'; hours: number }
  | { kind: 'unknown'; why: 'no_balance' | 'stale' | 'no_payouts' | 'not_for_payouts' };

/** What is left now, as far as is known: the last balance less what was paid out since. */
export function estimateOf({ balance, paidOutSinceCents, isForPayouts }: RunwayFacts): number | null {
  if (!balance) return null;
  return isForPayouts ? balance.cents - paidOutSinceCents : balance.cents;
}

export function runwayOf(facts: RunwayFacts): Runway {
  const { now, balance, paidOutCents, isForPayouts } = facts;
  const left = estimateOf(facts);
  if (!isForPayouts) return { kind: 'unknown', why: 'not_for_payouts' };
  if (balance === null || left === null) return { kind: 'unknown', why: 'no_balance' };
  // Nothing left is nothing left, whatever the rate.
  if (left <= 0) return { kind: 'hours', hours: 0 };
  if (now.getTime() - balance.at.getTime() > staleHours * hourMs) return { kind: 'unknown', why: 'stale' };
  if (paidOutCents <= 0) return { kind: 'unknown', why: 'no_payouts' };
  return { kind: 'hours', hours: (left * rateHours) / paidOutCents };
}

/** Payouts leave from the utility account. */
export function isPayoutAccount(name: string): boolean {
  return /utility/i.test(name);
}

const centsPerShilling = 100;

/** Whether an account has less than an amount of whole KES. */
export function isBelow(estimateCents: number, amount: number): boolean {
  return estimateCents < amount * centsPerShilling;
}

/**
 * Whether an account is low: below the threshold that somebody set for it. Where nobody set one, an account that payouts
 * leave from is low below the payouts of a usual day. Sums are whole KES.
 */
export function isLow(
  { estimateCents, isForPayouts }: { estimateCents: number; isForPayouts: boolean },
  { threshold, usualDay }: { threshold: number | undefined; usualDay: number },
): boolean {
  if (threshold !== undefined) return isBelow(estimateCents, threshold);
  return isForPayouts && usualDay > 0 && isBelow(estimateCents, usualDay);
}

/** What the provider wrote as a balance, in cents; null when it is no sum of KES. */
export function balanceCentsOf({ currency, available }: { currency: string; available: string | null }): number | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(available?.trim() ?? '');
  if (currency !== 'KES' || !match) return null;
  const [, sign, whole = '0', fraction = ''] = match;
  return (sign ? -1 : 1) * Number(whole + fraction.padEnd(2, '0'));
}
