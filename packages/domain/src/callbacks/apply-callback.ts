import { callbacks } from '@tillgate/db';
import type { Context, WithProvider } from '../context.ts';
import { settlePayment } from '../payments/index.ts';
import type { PromptResult } from '../ports.ts';
import { nextRetry } from './callback.ts';

/**
 * Reads a stored callback and settles its payment. Safe to run twice: the rows decide.
 * What cannot be read or does not fit stays on record as `unmatched`; a failure of ours is tried again by the sweep.
 */
export async function applyCallback(ctx: Context & Pick<WithProvider, 'provider'>, callbackId: string): Promise<void> {
  const callback = await callbacks.find(ctx.db.pool, callbackId);
  if (!callback || callback.state === 'applied' || callback.state === 'unmatched') return;
  const now = ctx.clock.now();
  const parsed = ctx.provider.parsePromptCallback(callback.body);
  if (!parsed.ok) {
    ctx.log.warn({ callbackId, reason: parsed.reason }, 'a callback cannot be read');
    await callbacks.mark(ctx.db.pool, callbackId, { state: 'unmatched', error: parsed.reason, retryAt: null, now });
    return;
  }
  try {
    const result = await settlePayment(ctx, callback.subjectId, toFact(parsed.value), callbackId);
    if (result === 'settled') return;
    const fits = result !== 'contradiction';
    await callbacks.mark(ctx.db.pool, callbackId, {
      state: fits ? 'applied' : 'unmatched',
      error: fits ? null : 'It contradicts what is known of the payment; see the audit.',
      retryAt: null,
      now,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.error({ callbackId, error: reason }, 'a callback could not be applied');
    const retryAt = nextRetry(callback.attempts + 1, now);
    await callbacks.mark(ctx.db.pool, callbackId, { state: 'failed', error: reason, retryAt, now });
  }
}

function toFact(result: PromptResult) {
  return {
    door: 'callback' as const,
    merchantRequestId: result.merchantRequestId,
    checkoutRequestId: result.checkoutRequestId,
    resultCode: result.resultCode,
    resultDesc: result.resultDesc,
    receipt: result.paid?.receipt ?? null,
    amount: result.paid?.amount ?? null,
  };
}
