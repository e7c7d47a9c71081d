import { v7 as uuidv7 } from 'uuid';
import {
  type BatchRow,
  balanceWaitMs,
  batchLeaseMs,
  checkBatch,
  findBatch,
  listNext,
  noteHanded,
  storeEnded,
  storeStarted,
  sumGood,
} from '../batches/index.ts';
import type { WithGuard } from '../guards/index.ts';
import { accountBalanceSchema, askAccountBalance } from '../inquiries/index.ts';
import { operator } from '../kernel/authority.ts';
import type { Context, WithDashboardUrl, WithProvider } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { later, secondMs } from '../kernel/time.ts';
import { signalWaiting } from '../signals/signal-waiting.ts';
import { batchEndedEvent } from './batch-event.ts';
import { judgeFloat } from './float-verdict.ts';
import type { WithPace } from './pace.ts';
import { pauseItself } from './pause-itself.ts';
import { payRow } from './pay-row.ts';
import { requesterPause } from './requester.ts';
import { decideRound } from './round.ts';
import { noteBalanceAsked, readRecent, readTotals, releaseBatch, sumUnsent, takeBatch } from './statements.ts';

export type WorkContext = Context & WithProvider & WithGuard & WithPace & Partial<WithDashboardUrl>;

/** A worker pays rows for this long before its step ends. */
const stepMs = 20 * secondMs;

/** `again`: more can be done at once. `wait`: in a moment. `later`: nothing can be done before something else happens. */
export type WorkProgress = 'again' | 'wait' | 'later';

/**
 * Goes on with a batch: checks it, starts it, or pays its next rows. Safe to run twice and by several workers at once: the
 * rows decide.
 */
export async function workBatch(ctx: WorkContext, { batchId }: { batchId: string }): Promise<WorkProgress> {
  const batch = await findBatch(ctx.db.pool, batchId);
  switch (batch?.status) {
    case 'checking':
      await checkBatch(ctx, batch);
      return 'later';
    case 'approved':
      return startBatch(ctx, batch);
    case 'running':
      return payRows(ctx, batch);
    default:
      return 'later';
  }
}

/** approved → running at its time, unless something forbids it. */
async function startBatch(ctx: WorkContext, batch: BatchRow): Promise<WorkProgress> {
  const now = ctx.clock.now();
  if (batch.scheduledFor !== null && batch.scheduledFor > now) return 'later';
  const because = (await requesterPause(ctx, batch)) ?? (await floatPause(ctx, batch));
  if (because === 'wait') return 'wait';
  if (because) {
    await pauseItself(ctx, batch, because);
    return 'later';
  }
  const audit = { id: uuidv7(), actor: 'system', action: 'batch.started', detail: { environment: batch.environment } };
  await storeStarted(ctx.db.pool, batch.id, now, audit);
  return 'again';
}

/** Asks for the balance once, and waits a while for the answer, before a batch starts without knowing it. */
async function floatPause(ctx: WorkContext, batch: BatchRow): Promise<'float' | 'wait' | undefined> {
  if (batch.ignoresFloat) return undefined;
  const { applicationId, environment } = batch;
  const tenantCtx = { ...ctx, tenant: { applicationId, environment }, actor: 'system', authority: operator };
  const needed = (await sumGood(ctx.db.pool, batch.id)).amount + (await sumUnsent(ctx.db.pool, batch));
  const verdict = await judgeFloat(tenantCtx, needed);
  if (verdict.kind !== 'unknown') return verdict.kind === 'short' ? 'float' : undefined;
  const now = ctx.clock.now();
  if (batch.balanceAskedAt !== null) {
    return now.getTime() - batch.balanceAskedAt.getTime() < balanceWaitMs ? 'wait' : undefined;
  }
  if (!(await noteBalanceAsked(ctx.db.pool, batch.id, now))) return 'wait';
  try {
    await askAccountBalance(tenantCtx, accountBalanceSchema.parse({}));
    return 'wait';
  } catch (error) {
    // A balance that nobody tells keeps nobody from being paid.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

async function payRows(ctx: WorkContext, batch: BatchRow): Promise<WorkProgress> {
  const { pool } = ctx.db;
  const now = ctx.clock.now();
  if (!(await takeBatch(pool, batch.id, { now, until: later(now, batchLeaseMs) }))) return 'later';
  try {
    await noteHanded(pool, batch.id);
    const [first] = await ctx.accounts(batch);
    const account = first?.address ?? null;
    const endsAt = performance.now() + stepMs;
    for (;;) {
      const progress = await payRound(ctx, batch, account);
      if (progress !== 'again' || performance.now() >= endsAt) return progress;
    }
  } finally {
    await releaseBatch(pool, batch.id);
  }
}

/** Pays the next few rows of a batch, unless what became of the last ones speaks against it. */
async function payRound(ctx: WorkContext, batch: BatchRow, account: string | null): Promise<WorkProgress> {
  const { pool } = ctx.db;
  const { isRunning, ...facts } = await readRecent(pool, batch);
  if (!isRunning) return 'later';
  const lost = await requesterPause(ctx, batch);
  const round = lost ? { kind: 'pause' as const, because: lost } : decideRound({ ...facts, now: ctx.clock.now() });
  if (round.kind === 'wait') return 'wait';
  if (round.kind === 'pause') {
    await pauseItself(ctx, batch, round.because);
    return 'later';
  }
  const rows = await listNext(pool, batch.id, round.count);
  if (rows.length === 0) {
    await endBatch(ctx, batch);
    return 'later';
  }
  const pauses = await Promise.all(
    rows.map(async (row) => {
      await ctx.pace(account);
      return payRow(ctx, batch, row);
    }),
  );
  const because = pauses.find((pause) => pause !== undefined);
  if (because === undefined) return 'again';
  await pauseItself(ctx, batch, because);
  return 'later';
}

/** running → ended with its event, when every row has its final outcome. */
export async function endBatch(
  ctx: Pick<Context, 'db' | 'clock' | 'publish' | 'log'>,
  batch: Pick<BatchRow, 'id' | 'applicationId' | 'environment' | 'name'>,
): Promise<boolean> {
  const at = ctx.clock.now();
  const totals = await readTotals(ctx.db.pool, batch.id);
  const { paid, failed, amountPaid } = totals;
  const isEnded = await storeEnded(ctx.db.pool, batch.id, {
    at,
    event: batchEndedEvent(batch, totals, at),
    audit: {
      id: uuidv7(),
      actor: 'system',
      action: 'batch.ended',
      detail: { environment: batch.environment, paid, failed, amount: amountPaid },
    },
  });
  if (isEnded) await signalWaiting(ctx, 'deliveries.waiting');
  return isEnded;
}
