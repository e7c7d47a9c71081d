import type { Context } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';
import { claimDueUploads } from './statements.ts';
import { queueSeconds } from './upload.ts';

const sweepMax = 20;
/** How long tests of buckets are kept: as long as exports. */
const historyMs = 90 * dayMs;

/**
 * Publishes the signal `upload.due` for uploads that are due and not claimed, and deletes old tests of buckets. An upload
 * that still waits after `queueSeconds` is published again, less often the longer it waits. Several workers may sweep at
 * once.
 * @returns how many were published
 */
export async function sweepUploads(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  const ids = await claimDueUploads(ctx.db.pool, { now, secondsMin: queueSeconds, limit: sweepMax });
  await publishOrLog(
    ctx,
    ids.map((id) => ({ name: 'upload.due', id: `upload:${id}:${now.getTime()}`, data: { uploadId: id } })),
  );
  const forgotten = { exportId: null, endedAt: { lt: later(now, -historyMs) } };
  await ctx.db.prisma.exportUpload.deleteMany({ where: forgotten });
  return ids.length;
}
