import { type BatchRow, type PayableRow, rowKeyOf, skipRows, storeHanded } from '../batches/index.ts';
import { type DisburseContext, judgeReceiver, payOut } from '../disbursements/index.ts';
import { phoneHashOf } from '../guards/index.ts';
import { createTurns, fingerprintOf } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import { outliveOutage } from '../kernel/outlive-outage.ts';
import { isPaidAfterAll } from './copy-statements.ts';
import type { OwnPause } from './round.ts';

export type PayContext = Omit<DisburseContext, 'tenant' | 'actor' | 'authority' | 'turns'>;

/**
 * Pays one row of a running batch, at most once however often it is called: its key is used once, and names the payout
 * that came of it.
 * @returns why the batch has to pause, where the refusal is about more than this row
 */
export async function payRow(ctx: PayContext, batch: BatchRow, row: PayableRow): Promise<OwnPause | undefined> {
  const { applicationId, environment, commandId } = batch;
  const { phone, amount } = row;
  const tenantCtx = {
    ...ctx,
    turns: createTurns(),
    tenant: { applicationId, environment },
    actor: batch.submittedBy ?? '',
    // Whether the requester may still ask was judged before this round.
    authority: operator,
  };
  if (batch.parentId !== null && (await isPaidAfterAll(ctx.db.pool, row.rowId))) {
    return skip(ctx, batch, row, 'paid_after_all');
  }
  if (await isHeld(ctx, batch, row)) return skip(ctx, batch, row, 'held_by_rule');
  const input = {
    ...{ amount, phone, commandId },
    ...(row.remarks !== null && { remarks: row.remarks }),
    ...(row.occasion !== null && { occasion: row.occasion }),
  };
  try {
    const key = { key: rowKeyOf(row.rowId), fingerprint: fingerprintOf(input) };
    const { outcome } = await payOut(tenantCtx, input, key);
    await hand(ctx, row, outcome.disbursementId);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return onRefusal(ctx, batch, row, error);
  }
}

/** Nobody but the requester has seen a batch that needed no second person, so a rule that holds a payout holds its row. */
async function isHeld(ctx: PayContext, batch: BatchRow, { phone, amount }: PayableRow): Promise<boolean> {
  if (batch.approvedBy !== null) return false;
  const receiver = { applicationId: batch.applicationId, environment: batch.environment, phone, amount };
  const by = { phoneHash: phoneHashOf(ctx), now: ctx.clock.now() };
  return (await judgeReceiver(ctx.db.pool, receiver, by)).hold !== undefined;
}

async function onRefusal(
  ctx: PayContext,
  batch: BatchRow,
  row: PayableRow,
  { code, extras, message }: DomainError,
): Promise<OwnPause | undefined> {
  if (extras.disbursementId !== undefined) {
    await hand(ctx, row, extras.disbursementId);
    return undefined;
  }
  switch (code) {
    // Another worker has it, or it was skipped meanwhile: the row says so in the next round.
    case 'idempotency_in_flight':
    case 'idempotency_key_reused':
      return undefined;
    case 'provider_not_configured':
      return 'initiator';
    case 'limit_exceeded':
      if (extras.limit === 'per_day' || extras.limit === 'per_key_per_day') return 'day_limit';
      break;
    case 'unavailable':
      return 'refusals';
  }
  ctx.log.info({ batchId: batch.id, number: row.number, code }, `A row of a batch is not paid: ${message}`);
  return skip(ctx, batch, row, code);
}

async function hand(ctx: PayContext, { rowId }: PayableRow, disbursementId: string): Promise<void> {
  const at = ctx.clock.now();
  await outliveOutage(ctx, () => storeHanded(ctx.db.pool, { rowId, disbursementId, at }));
}

async function skip(ctx: PayContext, batch: BatchRow, { rowId }: PayableRow, because: string): Promise<undefined> {
  await skipRows(ctx.db.pool, { batchId: batch.id, rowIds: [rowId], because, at: ctx.clock.now() });
}
