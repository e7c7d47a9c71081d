import type { Category } from '../catalogue/index.ts';
import { later, secondMs } from '../kernel/time.ts';
import { explainCode, type PayerAdvice, payerAdvice } from '../rails/index.ts';

/**
 * What somebody does who was asked and did not pay. `menu`: pay from the menu of the phone, because nobody knows whether
 * asking again would help. `ask`: the shop, because paying in another way would fail alike, or could be a second payment.
 */
export type Advice = PayerAdvice | 'menu' | 'ask';

/** `retryAt`: when asking again makes sense, at the earliest. Null: not by asking. */
export type RetryGuidance = { advice: Advice; retryAt: Date | null; waitSeconds: number };

/** Codes of ours: nobody said whether the money moved, or a person looked and found nothing. */
const undecided = new Set(['expired_unanswered', 'resolved_not_paid']);
/** The phone, its account or the shop is the reason. */
const lasting = new Set<Category>(['limit', 'your_setup', 'customer']);

function ruleOf(code: string): { advice: Advice; waitMs?: number } {
  const known = payerAdvice(code);
  if (known) return known;
  const { retryable, category } = explainCode({ code }, { of: 'prompt', as: 'result' });
  if (retryable) return { advice: 'again', waitMs: 0 };
  return { advice: undecided.has(code) || lasting.has(category) ? 'ask' : 'menu' };
}

/** What to do after a prompt that failed, by its result code. */
export function retryGuidance(code: string | null, settledAt: Date, now: Date): RetryGuidance {
  const rule = ruleOf((code ?? '').trim());
  const { advice, waitMs } = rule;
  if (waitMs === undefined) return { advice, retryAt: null, waitSeconds: 0 };
  const retryAt = later(settledAt, waitMs);
  const waitSeconds = Math.max(0, Math.ceil((retryAt.getTime() - now.getTime()) / secondMs));
  return { advice, retryAt, waitSeconds };
}
