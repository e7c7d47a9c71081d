import type { z } from 'zod';
import type { Rule, RuleKind, ruleSettings } from './guard.ts';

/** How much a rule of each mode stops. */
const strength: Record<Rule['mode'], number> = { watch: 0, hold: 1, refuse: 2 };

type Looser = 'higher' | 'lower';
type Numbers<Kind extends RuleKind> = keyof z.output<(typeof ruleSettings)[Kind]>;

/** Which way each number of a rule lets more pass. */
const looser: { [Kind in RuleKind]: Record<Numbers<Kind>, Looser> } = {
  prompts_per_phone: { count: 'higher', minutes: 'lower' },
  unanswered_streak: { prompts: 'higher', pauseMinutes: 'lower' },
  first_prompt_max: { max: 'higher' },
  failing_share: { share: 'higher' },
  new_payee: { from: 'higher' },
  same_payout_soon: { hours: 'lower' },
};

/**
 * Whether a change of a rule may let something pass that the rule stopped before. A change that also stops more is a
 * loosening all the same. A rule that only watches stops nothing, so no change of it is one. Pure.
 * @param before undefined when the rule is new
 * @param after undefined when the rule is removed
 */
export function isLoosening(before: Rule | undefined, after: Rule | undefined): boolean {
  if (!before || strength[before.mode] === 0) return false;
  if (!after || after.kind !== before.kind || strength[after.mode] < strength[before.mode]) return true;
  const [was, is] = [numbersOf(before), numbersOf(after)];
  return Object.entries(looser[before.kind]).some(([name, direction]) => {
    const difference = (is[name] ?? 0) - (was[name] ?? 0);
    return direction === 'higher' ? difference > 0 : difference < 0;
  });
}

/** Whether two rules stop the same things in the same way, whatever their ids. */
export function isSameRule(one: Rule, other: Rule): boolean {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  return (
    one.kind === other.kind &&
    one.mode === other.mode &&
    Object.keys(looser[one.kind]).every((name) => first[name] === second[name])
  );
}

/** The numbers of a rule by their names. */
export function numbersOf({ settings }: Rule): Record<string, number> {
  return settings;
}
