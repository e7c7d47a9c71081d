import { dayMs, hourMs, later } from '../kernel/time.ts';
import { inOrder, type PayoutRule } from './guard.ts';
import { type ListEntry, type ListMatch, matchLists } from './phone-list.ts';

/** How far back rules look for the same payout. */
export const sameSince = (now: Date): Date => later(now, -72 * hourMs);

/** What the application's own rows say about the receiver of a payout. */
export type PayoutFacts = {
  /** When the first payout to the phone succeeded; null when none did. */
  firstPaidAt: Date | null;
  /** When the last payout of the same amount to the phone began that has not failed, of the last three days; null: none. */
  sameAt: Date | null;
  /** What the lists of the application say about the phone. */
  entries: readonly ListEntry[];
};

export type PayoutJudgement = {
  /** What stops the payout or lets it pass: an entry of a list, then rules that it breaks in the order of the kinds. */
  broken: (PayoutRule | ListMatch)[];
  /** The first of them that refuses, and the first that holds. */
  refusal: PayoutRule | ListMatch | undefined;
  hold: PayoutRule | undefined;
};

/** Judges a payout before it is sent: by the lists, then by the rules. Pure. */
export function judgePayout(
  facts: PayoutFacts,
  rules: readonly PayoutRule[],
  { amount, now }: { amount: number; now: Date },
): PayoutJudgement {
  const match = matchLists(facts.entries, now);
  if (match?.mode === 'allow') return { broken: [match], refusal: undefined, hold: undefined };
  const byRules = inOrder(rules).filter((rule) => breaks(facts, rule, amount, now));
  const broken = match ? [match, ...byRules] : byRules;
  return {
    broken,
    refusal: broken.find(({ mode }) => mode === 'refuse'),
    hold: byRules.find(({ mode }) => mode === 'hold'),
  };
}

function breaks({ firstPaidAt, sameAt }: PayoutFacts, rule: PayoutRule, amount: number, now: Date): boolean {
  if (rule.kind === 'same_payout_soon') return sameAt !== null && sameAt > later(now, -rule.settings.hours * hourMs);
  return amount >= rule.settings.from && (firstPaidAt === null || firstPaidAt > later(now, -dayMs));
}
