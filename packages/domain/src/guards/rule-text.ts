import { linkPromptsCounted, linksPauseMinutes, type Rule } from './guard.ts';

const modes: Record<Rule['mode'], string> = {
  watch: 'only record',
  hold: 'hold for a second person',
  refuse: 'refuse',
};
const whole = new Intl.NumberFormat('en-KE');
const kes = (amount: number) => `KES ${whole.format(amount)}`;

/** What a rule looks at, in words. */
export function ruleText(rule: Rule): string {
  switch (rule.kind) {
    case 'prompts_per_phone':
      return `at most ${rule.settings.count} prompts to a phone within ${rule.settings.minutes} minutes`;
    case 'unanswered_streak':
      return `after ${rule.settings.prompts} unanswered prompts in a row, none for ${rule.settings.pauseMinutes} minutes`;
    case 'first_prompt_max':
      return `at most ${kes(rule.settings.max)} from a phone that has never paid`;
    case 'failing_share':
      return `when ${rule.settings.share} % of the last ${linkPromptsCounted} prompts of payment links failed, none of links for ${linksPauseMinutes} minutes`;
    case 'new_payee':
      return `payouts of ${kes(rule.settings.from)} or more to a phone that is new`;
    case 'same_payout_soon':
      return `the same payout within ${rule.settings.hours} hours`;
  }
}

/** What a change of a rule changes, in one line, for people. */
export function ruleChangeLine({ before, after }: RuleChange): string {
  const line = (rule: Rule) => `${modes[rule.mode]}: ${ruleText(rule)}`;
  if (!before) return `Added: ${after ? line(after) : ''}`;
  return after ? `${line(before)} → ${line(after)}` : `Removed: ${line(before)}`;
}

/** A rule before and after a change: undefined where it did not exist. */
export type RuleChange = { before: Rule | undefined; after: Rule | undefined };
