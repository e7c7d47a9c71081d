import { v7 as uuidv7 } from 'uuid';
import {
  type BatchRow,
  decideCancel,
  decidePause,
  decideResume,
  lockOwnBatch,
  publishBatchDue,
  storeCancelled,
  storePaused,
  storeResumed,
} from '../batches/index.ts';
import { demandNoGap, findRestoreRefusal } from '../gaps/index.ts';
import { requireEither } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { sendingRefusals } from './refusals.ts';
import { mayStill } from './requester.ts';
import { storeRequester } from './statements.ts';

type Of = { batchId: string };

const entry = ({ actor }: TenantContext, { environment }: BatchRow, action: string) => {
  return { id: uuidv7(), actor, action, detail: { environment } };
};

/**
 * Cancels a batch that is not being paid. Rows that nothing was sent for become skipped. Payouts that were handed over go
 * on. Repeating it changes nothing.
 * @throws DomainError forbidden, not_found, invalid_input (it runs, or is over)
 */
export async function cancelBatch(ctx: TenantContext, { batchId }: Of): Promise<void> {
  requireEither(ctx, 'payout', 'batches.request');
  await ctx.db.transaction(async (db) => {
    const batch = await lockOwnBatch(db, batchId, ctx.tenant);
    const decision = decideCancel(batch.status);
    if (decision.kind === 'refused') throw new DomainError('invalid_input', decision.why);
    if (decision.kind === 'stays') return;
    await storeCancelled(db, batch.id, { at: ctx.clock.now(), audit: entry(ctx, batch, 'batch.cancelled') });
  });
}

/**
 * Pays no further row of a batch. Rows that were handed over go on. Repeating it changes nothing.
 * @throws DomainError forbidden, not_found, invalid_input (it does not run)
 */
export async function pauseBatch(ctx: TenantContext, { batchId }: Of): Promise<void> {
  requireEither(ctx, 'payout', 'batches.request');
  await ctx.db.transaction(async (db) => {
    const batch = await lockOwnBatch(db, batchId, ctx.tenant);
    const decision = decidePause(batch.status);
    if (decision.kind === 'refused') throw new DomainError('invalid_input', decision.why);
    if (decision.kind === 'stays') return;
    const audit = entry(ctx, batch, 'batch.paused');
    await storePaused(db, batch.id, { because: 'caller', at: ctx.clock.now(), audit });
  });
}

/**
 * Goes on paying a batch. Where who sent it off may not ask for payouts any more, it goes on in the name of who resumes it.
 * Repeating it changes nothing.
 * @param input.ignoresFloat whether it goes on although the account may have less money than it needs
 * @throws DomainError forbidden (also for the approver, in place of the requester), not_found, invalid_input, unavailable (a gap is open)
 */
export async function resumeBatch(
  ctx: TenantContext,
  { batchId, ignoresFloat = false }: Of & { ignoresFloat?: boolean },
): Promise<void> {
  requireEither(ctx, 'payout', 'batches.request');
  const isResumed = await ctx.db.transaction(async (db) => {
    const batch = await lockOwnBatch(db, batchId, ctx.tenant);
    const decision = decideResume(batch.status);
    if (decision.kind === 'refused') throw new DomainError('invalid_input', decision.why);
    if (decision.kind === 'stays') return false;
    const restored = await findRestoreRefusal(db, batch.createdAt);
    if (restored) throw restored;
    await demandNoGap(db);
    if (!(await mayStill(ctx, batch.applicationId, batch.submittedBy ?? ''))) {
      if (batch.approvedBy !== null && ctx.actor === `user:${batch.approvedBy}`) {
        throw new DomainError('forbidden', sendingRefusals.approverInPlace);
      }
      await storeRequester(db, batch.id, ctx.actor);
    }
    const audit = entry(ctx, batch, 'batch.resumed');
    return storeResumed(db, batch.id, { ignoresFloat, at: ctx.clock.now(), audit });
  });
  if (isResumed) await publishBatchDue(ctx, [{ batchId, applicationId: ctx.tenant.applicationId }]);
}
