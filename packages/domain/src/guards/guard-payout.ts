import { dayMs, hourMs, later } from '../kernel/time.ts';
import { inOrder, type PayoutRule } from './guard.ts';

/** How far back rules look for the same payout. */
export const sameSince = (now: Date): Date => later(now, -72 * hourMs);

/** What the application's own rows say about the receiver of a payout. */
export type PayoutFacts = {
  /** When the first payout to the phone succeeded; null when none did. */
  firstPaidAt: Date | null;
  /** When the last payout of the same amount to the phone began that has not failed, of the last three days; null: none. */
  sameAt: Date | null;
};

export type PayoutJudgement = {
  /** Rules that the payout breaks, in the order of the kinds. */
  broken: PayoutRule[];
  /** The first of them that refuses, and the first that holds. */
  refusal: PayoutRule | undefined;
  hold: PayoutRule | undefined;
};

/** Judges a payout before it is sent. Pure. */
export function judgePayout(
  facts: PayoutFacts,
  rules: readonly PayoutRule[],
  { amount, now }: { amount: number; now: Date },
): PayoutJudgement {
  const broken = inOrder(rules).filter((rule) => breaks(facts, rule, amount, now));
  const first = (mode: PayoutRule['mode']) => broken.find((rule) => rule.mode === mode);
  return { broken, refusal: first('refuse'), hold: first('hold') };
}

function breaks({ firstPaidAt, sameAt }: PayoutFacts, rule: PayoutRule, amount: number, now: Date): boolean {
  if (rule.kind === 'same_payout_soon') return sameAt !== null && sameAt > later(now, -rule.settings.hours * hourMs);
  return amount >= rule.settings.from && (firstPaidAt === null || firstPaidAt > later(now, -dayMs));
}
