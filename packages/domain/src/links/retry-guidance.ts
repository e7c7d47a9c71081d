import type { Category } from '../catalogue/index.ts';
import { later, minuteMs, secondMs } from '../kernel/time.ts';
import { explainCode } from '../rails/index.ts';

/**
 * What somebody does who was asked and did not pay. `again`: nothing special. `phone_on`: the phone on, with its SIM.
 * `top_up`: more money, or another phone. `pin`: the right PIN. `other_open`: finish what is open on the phone.
 * `same_amount`: the provider takes the same amount twice only after two minutes. `menu`: pay from the menu of the phone,
 * because nobody knows whether asking again would help. `ask`: the shop, because paying in another way would fail alike,
 * or could be a second payment.
 */
export type Advice = 'again' | 'phone_on' | 'top_up' | 'pin' | 'other_open' | 'same_amount' | 'menu' | 'ask';

/** `retryAt`: when asking again makes sense, at the earliest. Null: not by asking. */
export type RetryGuidance = { advice: Advice; retryAt: Date | null; waitSeconds: number };

type Rule = { advice: Advice; waitMs: number };

const rules = new Map<string, Rule>([
  ['1032', { advice: 'again', waitMs: 0 }],
  ['1037', { advice: 'phone_on', waitMs: minuteMs }],
  ['1', { advice: 'top_up', waitMs: 0 }],
  ['2001', { advice: 'pin', waitMs: 0 }],
  ['1001', { advice: 'other_open', waitMs: 2 * minuteMs }],
  ['17', { advice: 'same_amount', waitMs: 2 * minuteMs }],
]);

/** Codes of ours: nobody said whether the money moved, or a person looked and found nothing. */
const undecided = new Set(['expired_unanswered', 'resolved_not_paid']);
/** The phone, its account or the shop is the reason. */
const lasting = new Set<Category>(['limit', 'your_setup', 'customer']);

function ruleOf(code: string): Rule | { advice: 'menu' | 'ask' } {
  const known = rules.get(code);
  if (known) return known;
  const { retryable, category } = explainCode({ code }, { of: 'prompt', as: 'result' });
  if (retryable) return { advice: 'again', waitMs: 0 };
  return { advice: undecided.has(code) || lasting.has(category) ? 'ask' : 'menu' };
}

/** What to do after a prompt that failed, by its result code. */
export function retryGuidance(code: string | null, settledAt: Date, now: Date): RetryGuidance {
  const rule = ruleOf((code ?? '').trim());
  if (!('waitMs' in rule)) return { advice: rule.advice, retryAt: null, waitSeconds: 0 };
  const retryAt = later(settledAt, rule.waitMs);
  const waitSeconds = Math.max(0, Math.ceil((retryAt.getTime() - now.getTime()) / secondMs));
  return { advice: rule.advice, retryAt, waitSeconds };
}
