import type { CallbackKind } from '@tillgate/db';
import type { Context, WithProvider } from '../context.ts';
import { applyOfflinePayment } from './apply-offline-payment.ts';
import { applyPromptCallback } from './apply-prompt-callback.ts';
import { applyQueueTimeout, applyResult } from './apply-result.ts';
import { applyValidation } from './apply-validation.ts';
import { type Applied, nextRetry } from './callback.ts';
import * as callbacks from './statements.ts';

export type ApplyContext = Context & WithProvider;

/** What each kind of callback does to its subject. */
const appliers: Record<CallbackKind, (ctx: ApplyContext, callback: callbacks.CallbackRow) => Promise<Applied>> = {
  stk_callback: applyPromptCallback,
  c2b_confirmation: applyOfflinePayment,
  c2b_validation: applyValidation,
  result: applyResult,
  queue_timeout: applyQueueTimeout,
};

/**
 * Applies a stored callback to its subject. Safe to run twice: the rows decide. What cannot be read or does not fit stays on
 * record as `unmatched`; what has to wait, and a failure of ours, is tried again by the sweep.
 */
export async function applyCallback(ctx: ApplyContext, callbackId: string): Promise<void> {
  const callback = await callbacks.find(ctx.db.pool, callbackId);
  if (!callback || isEnded(callback)) return;
  // Events overtake each other. Of callbacks that contradict, the one that came first must decide.
  for (const earlierId of callback.earlierIds) {
    const earlier = await callbacks.find(ctx.db.pool, earlierId);
    if (earlier && !isEnded(earlier)) await applyOne(ctx, earlier);
  }
  await applyOne(ctx, callback);
}

function isEnded({ state }: callbacks.CallbackRow): boolean {
  return state === 'applied' || state === 'unmatched';
}

async function applyOne(ctx: ApplyContext, callback: callbacks.CallbackRow): Promise<void> {
  const callbackId = callback.id;
  const now = ctx.clock.now();
  try {
    const applied = await appliers[callback.kind](ctx, callback);
    if (applied.state === 'unmatched') ctx.log.warn({ callbackId, reason: applied.error }, 'a callback fits nothing');
    await callbacks.mark(ctx.db.pool, callbackId, {
      state: applied.state === 'held' ? 'received' : applied.state,
      error: applied.state === 'unmatched' ? applied.error : null,
      retryAt: applied.state === 'held' ? applied.retryAt : null,
      now,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const retryAt = nextRetry(callback.attempts + 1, now);
    const fate = retryAt ? 'it is tried again' : 'it is given up, and its subject needs review';
    ctx.log.error(
      { callbackId, subjectId: callback.subjectId, err: error },
      `a callback could not be applied: ${fate}`,
    );
    await callbacks.mark(ctx.db.pool, callbackId, { state: 'failed', error: reason, retryAt, now });
    if (retryAt === null) await callbacks.flagSubject(ctx.db.pool, callback.subjectId);
  }
}
