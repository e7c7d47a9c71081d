import { only, type PayoutBatchPause, type PayoutBatchStatus, query, type Sql, sql } from '@tillgate/db';
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
  type WarningCode,
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
  /** Rows that can be paid and that a person has to accept: each by itself, all at once, and those of either kind. */
  toAccept: { ticks: number; warned: number; rows: number };
  /** Rows that may be paid twice, that a limit or a rule would stop, and that have another warning. */
  found: { duplicates: number; limits: number; others: number };
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
  const [who, warned, order, copied] = await Promise.all([
    describeActors(ctx.db.prisma, ctx.tenant.applicationId, [row.createdBy, row.submittedBy, approvedBy]),
    countWarned(ctx, row.id),
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
    ...warned,
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

/** What a finding is about: each row counts once in it, whichever of these warnings it has. */
const foundCodes = {
  duplicates: ['phone_and_amount_twice', 'paid_recently', 'waits_elsewhere'],
  limits: ['above_limit', 'stopped_by_rule', 'held_by_rule'],
  others: ['formula', 'amount_below_minimum', 'amount_may_be_split'],
} as const satisfies Record<keyof BatchDetail['found'], readonly WarningCode[]>;

const hasAny = (codes: readonly WarningCode[]): Sql =>
  sql`EXISTS (SELECT 1 FROM jsonb_array_elements(r.warnings) w WHERE w->>'code' = ANY(${[...codes]}::text[]))`;
const hasOther = (codes: readonly WarningCode[]): Sql =>
  sql`EXISTS (SELECT 1 FROM jsonb_array_elements(r.warnings) w WHERE NOT w->>'code' = ANY(${[...codes]}::text[]))`;
const counted = (condition: Sql): Sql => sql`(count(*) FILTER (WHERE ${condition}))::int`;

/** Rows with warnings, of which nothing is to be accepted once they are paid. The names of what is: see `weighs` and `needsTick`. */
async function countWarned({ db }: TenantContext, id: string): Promise<Pick<BatchDetail, 'toAccept' | 'found'>> {
  const [tick, warned] = [hasAny(tickCodes), hasOther([...noteCodes, ...tickCodes])];
  return only(
    await query<Pick<BatchDetail, 'toAccept' | 'found'>>(
      db.pool,
      'batch_count_warned',
      sql`
        SELECT json_build_object('ticks', ${counted(sql`r.state = 'good' AND ${tick}`)},
            'warned', ${counted(sql`r.state = 'good' AND ${warned}`)},
            'rows', ${counted(sql`r.state = 'good' AND (${tick} OR ${warned})`)}) AS "toAccept",
          json_build_object('duplicates', ${counted(hasAny(foundCodes.duplicates))},
            'limits', ${counted(hasAny(foundCodes.limits))}, 'others', ${counted(hasAny(foundCodes.others))}) AS found
        FROM payout_batch_rows r WHERE r.batch_id = ${id}::uuid AND r.state <> 'refused'`,
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
