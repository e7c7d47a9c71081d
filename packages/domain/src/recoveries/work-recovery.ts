import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { batchMax } from './recovery.ts';
import * as recoveries from './statements.ts';

/** `ended`: nothing is left to do. `held`: another worker continues; if that worker died, the sweep finds the recovery. */
type RecoveryProgress = { ended: boolean; queued: number; held?: true };

/**
 * Makes the next batch of a recovery. One commit holds the batch, the recovery's cursor and, with the last batch, its
 * end, so it is safe to run twice, concurrently, and after a crash. Cancels the recovery when its endpoint is no longer
 * enabled.
 * @throws DomainError not_found
 */
export async function workRecovery(ctx: Context, input: { recoveryId: string }): Promise<RecoveryProgress> {
  const { recoveryId } = input;
  const recovery = await ctx.db.prisma.webhookRecovery.findUnique({
    where: { id: recoveryId },
    select: { kind: true, status: true },
  });
  if (!recovery) throw notFound('recovery');
  if (recovery.status !== 'running') return { ended: true, queued: 0 };
  const now = ctx.clock.now();
  const auditId = uuidv7();
  const batch = { recoveryId, limit: batchMax, now, auditId };
  const { pool } = ctx.db;
  const worked = await (recovery.kind === 'failed'
    ? recoveries.resendBatch(pool, batch)
    : recoveries.replayBatch(pool, batch));
  if (!worked) {
    const cancelled = await recoveries.cancelOfDisabled(pool, { recoveryId, now, auditId });
    return cancelled ? { ended: true, queued: 0 } : { ended: false, queued: 0, held: true };
  }
  if (worked.queued > 0) await signalWaiting(ctx, 'deliveries.waiting');
  return { ended: worked.status !== 'running', queued: worked.queued };
}
