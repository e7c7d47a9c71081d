import { v7 as uuidv7 } from 'uuid';
import { findBatch, pausedDaysMax, publishBatchDue, skipRows, storeCancelled } from '../batches/index.ts';
import type { Context } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import { cancelOrphans } from '../orders/index.ts';
import { reviewPaidTwice } from './copy-statements.ts';
import { claimDue, listDone, listLongPaused, listUnskipped } from './statements.ts';
import { endBatch } from './work-batch.ts';

const perSweep = 100;
/** The sweep does not publish a batch again for this long, at least. */
const signalSeconds = 5;
/** How long after the end of a batch its rows are looked at. */
const skippedDays = 7;

/** Has people look at payouts that were paid after all although another batch paid them again. */
export async function sweepPaidTwice(ctx: Context): Promise<void> {
  await reviewPaidTwice(ctx.db.pool, ctx.clock.now());
}

/**
 * Publishes batches that a worker has to go on with, ends those whose rows are all settled, cancels those that are paused for
 * too long, skips the rows of those that will not be paid. Several workers may sweep at once.
 */
export async function sweepBatches(ctx: Context): Promise<void> {
  const { pool } = ctx.db;
  const now = ctx.clock.now();
  for (const batch of await listLongPaused(pool, later(now, -pausedDaysMax * dayMs), perSweep)) {
    const detail = { environment: batch.environment, because: 'paused_too_long' };
    const audit = { id: uuidv7(), actor: 'system', action: 'batch.cancelled', detail };
    await storeCancelled(pool, batch.id, { at: now, audit });
  }
  for (const { id, status } of await listUnskipped(pool, later(now, -skippedDays * dayMs), perSweep)) {
    await skipRows(pool, { batchId: id, rowIds: null, because: status, at: now });
  }
  await cancelOrphans(pool, now);
  for (const id of await listDone(pool, perSweep)) {
    const batch = await findBatch(pool, id);
    if (batch) await endBatch(ctx, batch);
  }
  const due = await claimDue(pool, { now, secondsMin: signalSeconds, limit: perSweep });
  await publishBatchDue(
    ctx,
    due.map(({ id: batchId, applicationId }) => ({ batchId, applicationId })),
  );
}
