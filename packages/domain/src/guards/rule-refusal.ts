import { DomainError } from '../kernel/errors.ts';
import { linkPromptsCounted, type PayoutRule, type PromptJudgement } from './guard.ts';
import type { ListMatch } from './phone-list.ts';
import { guardRefusals } from './refusals.ts';

const retrySeconds = 5;

/** The refusal of a prompt by a rule or a list: 429 where waiting helps, 403 where it does not. The key stays unused. */
export function promptRefusal({ rule, waitSeconds }: NonNullable<PromptJudgement['refusal']>): DomainError {
  const seconds = waitSeconds ?? 0;
  const wait = { retryAfterSeconds: seconds, retryKey: 'same' as const };
  switch (rule.kind) {
    case 'list':
      return listRefusal(rule);
    case 'prompts_per_phone':
      return new DomainError('rate_limited', guardRefusals.tooManyPrompts({ ...rule.settings, seconds }), wait);
    case 'unanswered_streak': {
      const { prompts } = rule.settings;
      return new DomainError('rate_limited', guardRefusals.tooManyUnanswered({ prompts, seconds }), wait);
    }
    case 'failing_share': {
      const why = guardRefusals.tooManyFailed({ share: rule.settings.share, prompts: linkPromptsCounted, seconds });
      return new DomainError('rate_limited', why, wait);
    }
    case 'first_prompt_max': {
      const max = rule.settings.max.toLocaleString('en-KE');
      const why = guardRefusals.firstPromptTooLarge({ max });
      return new DomainError('refused_by_rule', why, { rule: rule.kind, ruleId: rule.id });
    }
  }
}

/** The refusal of a payout by a rule or a list. The key stays unused. */
export function payoutRefusal(rule: PayoutRule | ListMatch): DomainError {
  if (rule.kind === 'list') return listRefusal(rule);
  return new DomainError('refused_by_rule', sentenceOf(rule, 'refuse'), { rule: rule.kind, ruleId: rule.id });
}

/** The refusal of a payout of an API key that a rule holds: a person has to ask for it, and another one to approve. */
export function holdRefusal(rule: PayoutRule): DomainError {
  return new DomainError('approval_required', sentenceOf(rule, 'hold'));
}

/** Payouts wait while the rules cannot be read. */
export function rulesUnreadable(cause: unknown): DomainError {
  const error = new DomainError('unavailable', guardRefusals.rulesUnreadable, { retryAfterSeconds: retrySeconds });
  error.cause = cause;
  return error;
}

/** `ruleId` is the entry of the list. */
function listRefusal({ kind, id }: ListMatch): DomainError {
  return new DomainError('refused_by_rule', guardRefusals.phoneBlocked, { rule: kind, ruleId: id });
}

function sentenceOf(rule: PayoutRule, mode: 'refuse' | 'hold') {
  if (rule.kind === 'same_payout_soon') {
    const { hours } = rule.settings;
    return mode === 'hold' ? guardRefusals.samePayoutHeld({ hours }) : guardRefusals.samePayoutSoon({ hours });
  }
  const from = rule.settings.from.toLocaleString('en-KE');
  return mode === 'hold' ? guardRefusals.newPayeeHeld({ from }) : guardRefusals.newPayee({ from });
}
