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

/** Rows and texts that went, by kind. */
export type Removed = Record<RetentionKind, number>;
/** `done`: nothing old is left. `cut`: the time was over, the next run goes on. `lost`: another worker goes on. */
type RetentionRun = { state: 'none_due' } | { state: 'done' | 'cut' | 'lost'; removed: Removed };

/**
 * Removes what is older than the policy says, batch by batch, once a day and whenever somebody asks. One worker at a time
 * is at it. If a worker dies, another one resumes after 5 minutes with the batch that was interrupted. With an archive,
 * what goes is put there first.
 * @param options for tests: rows of a batch, and what happens between two
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
    // Most works find nothing: only one that did leaves the database to others for a moment.
    if (hasRemoved) await betweenBatches();
    hasRemoved = false;
    const now = ctx.clock.now();
    if (now > end) {
      state = 'cut';
      return false;
    }
    // Never the same moment twice, so that the lease says whose it is.
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
    // What went is in the audit all the same. The claim ends by itself, so the next run is not at once.
    await endRun(ctx, { state: 'lost', removed, startedAt, held });
    throw error;
  }
  await endRun(ctx, { state, removed, startedAt, held });
  return { state, removed };
}

type Ended = { state: 'done' | 'cut' | 'lost'; removed: Removed; startedAt: Date; held: Date };

/** Says when the next run is due, and writes what went into the audit. */
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
