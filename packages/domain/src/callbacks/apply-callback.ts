import { type CallbackKind, callbacks } from '@tillgate/db';
import type { Context, WithProvider } from '../context.ts';
import { applyPromptCallback } from './apply-prompt-callback.ts';
import { type Applied, nextRetry } from './callback.ts';

export type ApplyContext = Context & WithProvider;

/** What each kind of callback does to its subject. */
const appliers: Partial<
  Record<CallbackKind, (ctx: ApplyContext, callback: callbacks.CallbackRow) => Promise<Applied>>
> = {
  stk_callback: applyPromptCallback,
};

/**
 * Applies a stored callback to its subject. Safe to run twice: the rows decide. What cannot be read or does not fit stays on
 * record as `unmatched`; what has to wait, and a failure of ours, is tried again by the sweep.
 */
export async function applyCallback(ctx: ApplyContext, callbackId: string): Promise<void> {
  const callback = await callbacks.find(ctx.db.pool, callbackId);
  if (!callback || callback.state === 'applied' || callback.state === 'unmatched') return;
  const now = ctx.clock.now();
  try {
    const apply = appliers[callback.kind];
    if (!apply) throw new Error(`nothing applies callbacks of the kind ${callback.kind}`);
    const applied = await apply(ctx, callback);
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
  }
}
