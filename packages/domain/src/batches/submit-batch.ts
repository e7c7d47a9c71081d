import type { Queryable } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import { judgeReceivers } from '../disbursements/index.ts';
import { demandNoGap, findRestoreRefusal } from '../gaps/index.ts';
import { phoneHashOf, type WithGuard, type WithPhoneHash } from '../guards/index.ts';
import type { Context, Tenant, TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';
import { type Acceptance, rowsHashOf, submitIssues } from './batch.ts';
import { publishBatchDue } from './batch-due.ts';
import type { BatchRow } from './read-statements.ts';
import { batchRefusals } from './refusals.ts';
import { listRows, type StoredRow, sumGood } from './row-statements.ts';
import type { BatchOrderInput } from './schemas.ts';
import { findOwnBatch, lockOwnBatch } from './scope.ts';
import { storeApproved, storeSubmitted } from './statements.ts';
import { readFindings, readNotes } from './stored-rows.ts';

/**
 * Refuses to send a batch off while something stands against it.
 * @returns the batch, and what its good rows come to
 * @throws DomainError not_found, invalid_input (no draft, refused rows, warnings, ticks, another amount), unavailable (a gap is open)
 */
export async function checkSubmission(
  ctx: Pick<TenantContext, 'db' | 'tenant'>,
  { batchId, amount, ...accepted }: Acceptance & Pick<BatchOrderInput, 'batchId'> & { amount?: number },
  by: 'person' | 'key',
): Promise<{ batch: BatchRow; amount: number }> {
  const batch = await findOwnBatch(ctx.db.pool, batchId, ctx.tenant);
  if (batch.status !== 'draft') {
    throw new DomainError('invalid_input', batchRefusals.notDraft({ status: batch.status }));
  }
  const restored = await findRestoreRefusal(ctx.db.pool, batch.createdAt);
  if (restored) throw restored;
  await demandNoGap(ctx.db.pool);
  const rows = await listRows(ctx.db.pool, batch.id);
  const isSameList = readFindings(batch)?.sameList != null;
  const submitted = rows.map(({ rowId, number, state, ...row }) => {
    return { rowId, number, state, warnings: readNotes({ rowId, ...row }).warnings };
  });
  const found = submitIssues({ rows: submitted, isSameList }, accepted, by);
  if (found.length > 0) throw invalidInput(...found.map(({ path, why }) => issue(path, why)));
  const sum = (await sumGood(ctx.db.pool, batch.id)).amount;
  if (amount !== undefined && amount !== sum) {
    throw invalidInput(issue('amount', issues.amountMustBe({ amount: sum })));
  }
  return { batch, amount: sum };
}

/** Whether a rule of the application wants a second person for a row of the batch. */
export async function isHeldBatch(
  ctx: Pick<Context, 'db'> & Partial<WithGuard & WithPhoneHash>,
  { batchId, ...tenant }: Tenant & { batchId: string },
  now: Date,
): Promise<boolean> {
  const good = (await listRows(ctx.db.pool, batchId)).filter(isPayable);
  const judged = await judgeReceivers(ctx.db.pool, tenant, good, { phoneHash: phoneHashOf(ctx), now });
  return judged.some(({ hold }) => hold !== undefined);
}

const isPayable = (row: StoredRow): row is StoredRow & { phone: string; amount: number } => row.state === 'good';

/**
 * Approves a batch that was sent off, unless its rows are not those that were checked. Repeating it changes nothing.
 * @param approvedBy the other person who approved it, if any
 * @throws DomainError invalid_input when it does not wait any more, or its rows were changed
 */
export async function storeApprovedOnce(ctx: TenantContext, batchId: string, approvedBy: string | null): Promise<void> {
  const isNew = await ctx.db.transaction((db) => approveIn(db, ctx, batchId, approvedBy));
  if (isNew) await publishBatchDue(ctx, [{ batchId, applicationId: ctx.tenant.applicationId }]);
}

/**
 * draft → approved for a batch that needs nobody else: see {@link storeApprovedOnce}.
 * @throws DomainError invalid_input when it is no draft any more, or its rows were changed
 */
export async function approveDraft(ctx: TenantContext, batchId: string): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const to = { submittedBy: ctx.actor, ignoresFloat: false, at: ctx.clock.now() };
    if (!(await storeSubmitted(db, batchId, to))) {
      throw new DomainError('invalid_input', batchRefusals.notDraft({ status: 'awaiting_approval' }));
    }
    await approveIn(db, ctx, batchId, null);
  });
  await publishBatchDue(ctx, [{ batchId, applicationId: ctx.tenant.applicationId }]);
}

/** @returns whether it was approved now */
async function approveIn(
  db: Queryable,
  ctx: TenantContext,
  batchId: string,
  approvedBy: string | null,
): Promise<boolean> {
  const batch = await lockOwnBatch(db, batchId, ctx.tenant);
  if (isApproved.has(batch.status)) return false;
  if (batch.status !== 'awaiting_approval') {
    throw new DomainError('invalid_input', batchRefusals.notWaiting({ status: batch.status }));
  }
  const rows = await listRows(db, batch.id);
  const hash = rowsHashOf(rows.map((row) => ({ ...row, isRefused: row.state === 'refused' })));
  if (hash !== batch.rowsHash) throw new DomainError('invalid_input', batchRefusals.batchChanged);
  const { environment } = ctx.tenant;
  const { amount, count } = await sumGood(db, batch.id);
  const detail = { environment, rows: count, amount, approvedBy };
  const audit = { id: uuidv7(), actor: ctx.actor, action: 'batch.approved', detail };
  return storeApproved(db, batch.id, { approvedBy, at: ctx.clock.now(), audit });
}

const isApproved: ReadonlySet<BatchRow['status']> = new Set(['approved', 'running', 'paused', 'ended']);
