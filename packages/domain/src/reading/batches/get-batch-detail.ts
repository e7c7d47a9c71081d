import { only, type PayoutBatchPause, type PayoutBatchStatus, query, sql } from '@tillgate/db';
import { validate as isUuid } from 'uuid';
import type { z } from 'zod';
import {
  type BatchFindings,
  type batchIdSchema,
  decideCancel,
  decidePause,
  decideResume,
  isOver,
  isPaidAgain,
  isRepeated,
  isSurelyUnpaid,
  noteCodes,
  readFindings,
  tickCodes,
} from '../../batches/index.ts';
import { hasPermission, requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { type ActorView, describeActors } from '../actors.ts';
import { getOrder } from '../orders/index.ts';
import { findBatchRow, type RowCounts, type StoredBatch } from './batch-statements.ts';

/** A batch for people. Amounts are whole KES. */
export type BatchDetail = {
  batchId: string;
  name: string;
  note: string | null;
  commandId: string;
  status: PayoutBatchStatus;
  rows: number;
  counts: RowCounts;
  /** Of the rows that are paid: without refused and skipped ones. */
  amount: number;
  amountPaid: number;
  fileName: string | null;
  fileBytes: number | null;
  createdAt: Date;
  createdBy: ActorView;
  submittedAt: Date | null;
  submittedBy: ActorView | null;
  approvedAt: Date | null;
  approvedBy: ActorView | null;
  scheduledFor: Date | null;
  startedAt: Date | null;
  pausedAt: Date | null;
  pausedBecause: PayoutBatchPause | null;
  endedAt: Date | null;
  /** Null before the checks are done. */
  findings: BatchFindings | null;
  /** Rows that can be paid and that a person has to accept: each by itself, or all at once. */
  toAccept: { ticks: number; warned: number };
  /** The last order that sent it off; null without one, and for people who may not see orders. */
  order: BatchOrder | null;
  /** What the reader may do with it now. */
  may: {
    submit: boolean;
    approve: boolean;
    cancel: boolean;
    pause: boolean;
    resume: boolean;
    /** How many rows of it a new batch can pay again: those that were surely not paid. */
    payAgain: number;
    /** How many rows a new batch like it would have. */
    repeat: number;
  };
};

type Copied = Pick<BatchDetail['may'], 'payAgain' | 'repeat'>;

type Order = Awaited<ReturnType<typeof getOrder>>;
type BatchOrder = Pick<
  Order,
  | 'orderId'
  | 'status'
  | 'requestedBy'
  | 'createdAt'
  | 'expiresAt'
  | 'decidedBy'
  | 'decisionNote'
  | 'isOwn'
  | 'mayDecide'
  | 'obstacle'
  | 'approvers'
>;

/**
 * A batch with what was found, who is behind it, the order that stands for it, and what the reader may do.
 * @throws DomainError forbidden, not_found: a foreign, a missing and a malformed id look the same
 */
export async function getBatchDetail(
  ctx: TenantContext,
  { batchId }: z.input<typeof batchIdSchema>,
): Promise<BatchDetail> {
  requirePermission(ctx, 'batches.read');
  const row = isUuid(batchId) ? await findBatchRow(ctx.db.pool, batchId, ctx.tenant) : undefined;
  if (!row) throw notFound('payout batch');
  const approvedBy = row.approvedBy === null ? null : `user:${row.approvedBy}`;
  const [who, toAccept, order, copied] = await Promise.all([
    describeActors(ctx.db.prisma, ctx.tenant.applicationId, [row.createdBy, row.submittedBy, approvedBy]),
    countToAccept(ctx, row.id),
    findOrder(ctx, row.id),
    countCopied(ctx, row),
  ]);
  const { name, note, commandId, status, counts, amount, amountPaid, fileName, fileBytes } = row;
  const { createdAt, submittedAt, approvedAt, scheduledFor, startedAt, pausedAt, pausedBecause, endedAt } = row;
  return {
    ...{ batchId: row.id, name, note, commandId, status, rows: row.rowCount, counts, amount, amountPaid },
    ...{ fileName, fileBytes, createdAt, submittedAt, approvedAt, scheduledFor, startedAt, pausedAt, pausedBecause },
    endedAt,
    createdBy: who(row.createdBy),
    submittedBy: row.submittedBy === null ? null : who(row.submittedBy),
    approvedBy: approvedBy === null ? null : who(approvedBy),
    findings: readFindings(row),
    toAccept,
    order,
    may: mayOf(ctx, row, { order, copied }),
  };
}

function mayOf(
  ctx: TenantContext,
  { status, counts }: StoredBatch,
  { order, copied }: { order: BatchOrder | null; copied: Copied },
): BatchDetail['may'] {
  const mayAsk = hasPermission(ctx, 'batches.request');
  return {
    submit: mayAsk && status === 'draft' && counts.good > 0,
    approve: status === 'awaiting_approval' && order?.status === 'awaiting_approval' && order.mayDecide,
    cancel: mayAsk && decideCancel(status).kind === 'change',
    pause: mayAsk && decidePause(status).kind === 'change',
    resume: mayAsk && decideResume(status).kind === 'change',
    ...copied,
  };
}

/** How many rows new batches can have of this one: those that no other batch pays again yet, and those of a batch like it. */
async function countCopied(ctx: TenantContext, { id, status, counts }: StoredBatch): Promise<Copied> {
  const hasUnpaid = counts.failed > 0 || counts.skipped > 0;
  if (!hasPermission(ctx, 'batches.request') || !(hasUnpaid || isOver(status))) return { payAgain: 0, repeat: 0 };
  const copied = only(
    await query<Copied>(
      ctx.db.pool,
      'batch_count_copied',
      sql`
        SELECT (count(*) FILTER (WHERE ${isSurelyUnpaid} AND NOT ${isPaidAgain}))::int AS "payAgain",
          (count(*) FILTER (WHERE ${isRepeated}))::int AS repeat
        FROM payout_batch_rows r LEFT JOIN disbursements d ON d.id = r.disbursement_id WHERE r.batch_id = ${id}::uuid`,
    ),
  );
  return isOver(status) ? copied : { ...copied, repeat: 0 };
}

/** The names of what a person accepts: see `weighs` and `needsTick`. */
async function countToAccept({ db }: TenantContext, id: string): Promise<BatchDetail['toAccept']> {
  const light = [...noteCodes, ...tickCodes];
  return only(
    await query<BatchDetail['toAccept']>(
      db.pool,
      'batch_count_to_accept',
      sql`
        SELECT (count(*) FILTER (WHERE EXISTS (
            SELECT 1 FROM jsonb_array_elements(r.warnings) w WHERE w->>'code' = ANY(${[...tickCodes]}::text[]))))::int AS ticks,
          (count(*) FILTER (WHERE EXISTS (
            SELECT 1 FROM jsonb_array_elements(r.warnings) w WHERE NOT w->>'code' = ANY(${light}::text[]))))::int AS warned
        FROM payout_batch_rows r WHERE r.batch_id = ${id}::uuid AND r.state = 'good'`,
    ),
  );
}

async function findOrder(ctx: TenantContext, resourceId: string): Promise<BatchOrder | null> {
  if (!hasPermission(ctx, 'orders.read')) return null;
  const found = await ctx.db.prisma.order.findFirst({
    where: { ...ctx.tenant, kind: 'payout_batch', resourceId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  if (!found) return null;
  const order = await getOrder(ctx, { orderId: found.id });
  const { orderId, status, requestedBy, createdAt, expiresAt, decidedBy, decisionNote } = order;
  const { isOwn, mayDecide, obstacle, approvers } = order;
  return {
    ...{ orderId, status, requestedBy, createdAt, expiresAt, decidedBy, decisionNote },
    ...{ isOwn, mayDecide, obstacle, approvers },
  };
}
