import type { Context } from '../context.ts';
import { publishOrLog } from '../publish-or-log.ts';
import { later } from '../time.ts';
import { claimDueUploads } from './statements.ts';
import { queueSeconds } from './upload.ts';

const sweepMax = 20;
/** Tests of buckets are forgotten after as many days as exports are. */
const historyMs = 90 * 24 * 3_600_000;

/**
 * Publishes the signal `upload.due` for uploads that are due and not claimed, and forgets old tests of buckets. An upload
 * that has lost its signal is published again after `queueSeconds`. Several workers may sweep at once.
 * @returns how many were published
 */
export async function sweepUploads(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const until = later(now, queueSeconds * 1000);
  const ids = await claimDueUploads(ctx.db.pool, { now, until, limit: sweepMax });
  await publishOrLog(
    ctx,
    ids.map((id) => ({ name: 'upload.due', id: `upload:${id}:${now.getTime()}`, data: { uploadId: id } })),
  );
  const forgotten = { exportId: null, endedAt: { lt: later(now, -historyMs) } };
  await ctx.db.prisma.exportUpload.deleteMany({ where: forgotten });
  return ids.length;
}
