import { setTimeout as breathe } from 'node:timers/promises';
import { audit } from '../audit/index.ts';
import type { Context } from '../kernel/context.ts';
import { hourMs, later } from '../kernel/time.ts';
import type { WithArchive } from '../ports/ports.ts';
import { planWork, runWork } from './plan-work.ts';
import {
  batchMax,
  breathMs,
  everyHours,
  leaseSeconds,
  type RetentionKind,
  retentionKinds,
  runSecondsMax,
} from './retention.ts';
import { claimRun, renewRun } from './run-statements.ts';

/** Removed rows and texts, by kind. */
export type Removed = Record<RetentionKind, number>;
/** `done`: no old data is left. `cut`: the time was over, and the next run continues. `lost`: another worker continues. */
type RetentionRun = { state: 'none_due' } | { state: 'done' | 'cut' | 'lost'; removed: Removed };

/**
 * Removes data that is older than its retention, in batches, once a day and on request. One worker runs it at a time. If
 * a worker dies, another one resumes after 5 minutes with the batch that was interrupted. With an archive, data is
 * archived first.
 * @param options for tests: rows of a batch, and a hook between two
 */
export async function sweepRetention(
  ctx: Context & WithArchive,
  options: { limit?: number; betweenBatches?(): Promise<unknown> } = {},
): Promise<RetentionRun> {
  const { limit = batchMax, betweenBatches = () => breathe(breathMs) } = options;
  const { pool } = ctx.db;
  const startedAt = ctx.clock.now();
  let held = later(startedAt, leaseSeconds * 1000);
  if (!(await claimRun(pool, startedAt, held))) return { state: 'none_due' };
  const removed = Object.fromEntries(retentionKinds.map((kind) => [kind, 0])) as Removed;
  const end = later(startedAt, runSecondsMax * 1000);
  let state: 'done' | 'cut' | 'lost' = 'done';
  let hasRemoved = false;
  const goOn = async () => {
    // Most works remove nothing. Pause only after one that did, to leave the database to others.
    if (hasRemoved) await betweenBatches();
    hasRemoved = false;
    const now = ctx.clock.now();
    if (now > end) {
      state = 'cut';
      return false;
    }
    // Never the same time twice, so that the lease identifies its holder.
    const until = new Date(Math.max(later(now, leaseSeconds * 1000).getTime(), held.getTime() + 1));
    if (!(await renewRun(pool, held, until))) {
      state = 'lost';
      return false;
    }
    held = until;
    return true;
  };
  try {
    for await (const work of planWork(ctx, startedAt)) {
      const { kind } = work;
      const count = (rows: number) => {
        removed[kind] += rows;
        hasRemoved = rows > 0;
        if (rows > 0) ctx.meter?.retentionRows({ kind }, rows);
      };
      if (!(await runWork(work, { limit, goOn, removed: count }))) break;
    }
  } catch (error) {
    // The removal is audited in any case. The claim lapses by itself, so the next run does not start at once.
    await endRun(ctx, { state: 'lost', removed, startedAt, held });
    throw error;
  }
  await endRun(ctx, { state, removed, startedAt, held });
  return { state, removed };
}

type Ended = { state: 'done' | 'cut' | 'lost'; removed: Removed; startedAt: Date; held: Date };

/** Sets the time of the next run, and audits the removed data. */
async function endRun(ctx: Context, { state, removed, startedAt, held }: Ended): Promise<void> {
  const now = ctx.clock.now();
  const dueAt = state === 'done' ? later(startedAt, everyHours * hourMs) : now;
  await ctx.db.prisma.$transaction(async (tx) => {
    if (state !== 'lost') {
      const ended = state === 'done' ? { endedAt: now, removed } : {};
      await tx.retentionRun.updateMany({
        where: { id: 1, claimedUntil: held },
        data: { dueAt, claimedUntil: null, ...ended },
      });
    }
    const gone = Object.fromEntries(Object.entries(removed).filter(([, rows]) => rows > 0));
    if (Object.keys(gone).length === 0) return;
    await audit(tx, { actor: 'system', action: 'retention.removed', subjectId: 'retention', detail: gone, at: now });
  });
}
