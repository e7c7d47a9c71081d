import { isDatabaseOutage } from '@tillgate/db';
import { claimDue, claimSeconds, type DueCallback, lockDue, postpone } from '../inbox/index.ts';
import type { Context, WithProvider } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import { countSettlement, type PromptOutcome, type SettledBatch, settleBatch } from '../payments/index.ts';
import { createDrain, type Drain } from '../signals/drain.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { applyCallback, countApplied } from './apply-callback.ts';
import { factOfPrompt } from './apply-prompt-callback.ts';

type DrainContext = Context & WithProvider;

/** Callbacks that one transaction claims. A few more may be claimed, so that each application has the same share. */
const batchMax = 100;
/** The pause between drains. With several workers, each drain then claims more at a time. */
const gapMs = 10;
/** Callbacks that are applied one by one at the same time. */
const appliedAtOnceMax = 8;

/** Drains the inbox in this process: at most one drain runs at a time. */
export function createCallbackDrain(ctx: DrainContext): Drain {
  return createDrain((signal) => drainCallbacks(ctx, signal), {
    gapMs,
    onError: (error) => ctx.log.error({ err: error }, 'The inbox could not be drained. It is tried again.'),
  });
}

/**
 * Applies every callback of the inbox that is due, in batches, until none is left. Applications take turns. Results of
 * prompts settle their payments in one statement per batch. All others are applied one by one. Several workers may drain
 * at once: each locks its own callbacks. A crash leaves its batch unchanged.
 * @param signal ends the drain after the batch that is under way
 * @returns how many callbacks were taken
 */
export async function drainCallbacks(ctx: DrainContext, signal?: AbortSignal): Promise<number> {
  let taken = 0;
  for (;;) {
    const batch = await claimBatch(ctx);
    taken += batch.taken;
    await applyEach(ctx, batch.left);
    if (!batch.isCutShort || signal?.aborted) return taken;
  }
}

/** `left`: not settled with the batch, and put off for now. `isCutShort`: more may be due. */
type Batch = { taken: number; left: string[]; isCutShort: boolean };

async function claimBatch(ctx: DrainContext): Promise<Batch> {
  const now = ctx.clock.now();
  const claimedUntil = later(now, claimSeconds * 1000);
  let ids: string[] = [];
  try {
    const batch = await ctx.db.transaction(
      async (db) => {
        const { due, isCutShort } = await lockDue(db, now, batchMax);
        ids = due.map(({ id }) => id);
        const outcomes = due.flatMap((callback) => plainOutcome(ctx, callback));
        const settled = await settleBatch(db, outcomes, now);
        const left = ids.filter((id) => !settled.has(id));
        if (left.length > 0) await postpone(db, left, claimedUntil);
        return { taken: due.length, left, isCutShort, due, settled };
      },
      { byIndex: true },
    );
    countSettled(ctx, batch);
    if (batch.left.length < batch.taken) await signalWaiting(ctx, 'deliveries.waiting');
    return batch;
  } catch (error) {
    if (ids.length === 0 || isDatabaseOutage(error)) throw error;
    // One callback made the batch fail, for example with a receipt that another payment holds.
    ctx.log.info({ err: error }, 'A batch of callbacks could not be settled at once. Each is applied alone.');
    const left = await claimDue(ctx.db.pool, ids, now, claimedUntil);
    return { taken: left.length, left, isCutShort: true };
  }
}

/** After the commit: what the batch settled. */
function countSettled(ctx: DrainContext, { due, settled }: { due: DueCallback[]; settled: SettledBatch }): void {
  if (!ctx.meter && !ctx.trace) return;
  for (const callback of due) if (settled.has(callback.id)) countApplied(ctx, callback, 'applied');
  for (const { to, environment } of settled.values()) countSettlement(ctx, { status: to, environment, by: 'callback' });
}

/** The outcome in a prompt's callback. Undefined when an earlier callback of the prompt must be applied first. */
function plainOutcome(ctx: DrainContext, callback: DueCallback): PromptOutcome[] {
  const { id: callbackId, kind, subjectId: paymentId, hasEarlier } = callback;
  if (kind !== 'stk_callback' || hasEarlier) return [];
  const parsed = ctx.provider.parsePromptCallback(callback.body);
  return parsed.ok ? [{ paymentId, callbackId, fact: factOfPrompt(parsed.value) }] : [];
}

async function applyEach(ctx: DrainContext, callbackIds: string[]): Promise<void> {
  const waiting = callbackIds.values();
  const work = async () => {
    for (const callbackId of waiting) await applyCallback(ctx, callbackId);
  };
  await Promise.all(Array.from({ length: Math.min(appliedAtOnceMax, callbackIds.length) }, work));
}
