import { DomainError } from '../kernel/errors.ts';
import type { Judgement } from './guard.ts';
import { guardRefusals } from './refusals.ts';

/** The refusal of a prompt by a rule: 429 where waiting helps, 403 where it does not. The key stays unused. */
export function ruleRefusal({ rule, waitSeconds }: NonNullable<Judgement['refusal']>): DomainError {
  const seconds = waitSeconds ?? 0;
  const wait = { retryAfterSeconds: seconds, retryKey: 'same' as const };
  switch (rule.kind) {
    case 'prompts_per_phone':
      return new DomainError('rate_limited', guardRefusals.tooManyPrompts({ ...rule.settings, seconds }), wait);
    case 'unanswered_streak': {
      const { prompts } = rule.settings;
      return new DomainError('rate_limited', guardRefusals.tooManyUnanswered({ prompts, seconds }), wait);
    }
    case 'first_prompt_max': {
      const max = rule.settings.max.toLocaleString('en-KE');
      const why = guardRefusals.firstPromptTooLarge({ max });
      return new DomainError('refused_by_rule', why, { rule: rule.kind, ruleId: rule.id });
    }
  }
}
