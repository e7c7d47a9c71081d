import { query, sql } from '@tillgate/db';
import type { z } from 'zod';
import type { batchIdSchema } from '../../batches/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/index.ts';
import { demandBatch } from './get-batch.ts';

/** Rows that are shown as the largest. */
const largestMax = 3;

/** What of a batch is compared: whole KES, and rows. */
export type Sums = { amount: number; rows: number };

/** How a batch differs from the one before it. */
export type BatchChange = Sums & {
  /** In percent of the earlier sum, without decimals. */
  percent: number;
};

/** What an approver weighs about a batch as a whole. */
export type BatchComparison = {
  /** The rows with the largest amounts that can be paid, the largest first. Phones are masked. */
  largest: { rowId: string; number: number; who: string; amount: number }[];
  /** The last batch for the same purpose that was paid to its end, and how this one differs; null for the first one. */
  last: { batchId: string; name: string; endedAt: Date; change: BatchChange } | null;
};

/** How much a batch is more, or less, than an earlier one that was paid. Pure. */
export function changeOf(now: Sums, before: Sums): BatchChange {
  const amount = now.amount - before.amount;
  return { amount, rows: now.rows - before.rows, percent: Math.round((amount / before.amount) * 100) };
}

/**
 * The largest rows of a batch, and its change against the last one.
 * @throws DomainError forbidden, not_found
 */
export async function compareBatch(
  ctx: TenantContext,
  { batchId }: z.input<typeof batchIdSchema>,
): Promise<BatchComparison> {
  requirePermission(ctx, 'batches.read');
  const { id, commandId, createdAt, counts, amount } = await demandBatch(ctx, batchId);
  const [largest, last] = await Promise.all([listLargest(ctx, id), findLast(ctx, { commandId, createdAt })]);
  if (!last) return { largest, last: null };
  const now = { amount, rows: counts.good + counts.handed };
  const { batchId: lastId, name, endedAt, ...before } = last;
  return { largest, last: { batchId: lastId, name, endedAt, change: changeOf(now, before) } };
}

type Large = { rowId: string; number: number; name: string | null; reference: string | null; phone: string };

async function listLargest({ db }: TenantContext, id: string): Promise<BatchComparison['largest']> {
  const rows = await query<Large & { amount: number }>(
    db.pool,
    'batch_rows_largest',
    sql`
      SELECT id AS "rowId", number, name, reference, phone, amount FROM payout_batch_rows
      WHERE batch_id = ${id}::uuid AND state IN ('good', 'handed') ORDER BY amount DESC, number LIMIT ${largestMax}::int`,
  );
  return rows.map(({ rowId, number, name, reference, phone, amount }) => {
    const called = name ?? reference;
    return { rowId, number, amount, who: called === null ? (shortPhone(phone) ?? '') : maskPhonesIn(called) };
  });
}

type Last = Sums & { batchId: string; name: string; endedAt: Date };

/** The last batch for a purpose that ended before another was made. One that pays failed rows again says nothing about a sum. */
async function findLast(
  { db, tenant }: TenantContext,
  { commandId, createdAt }: { commandId: string; createdAt: Date },
): Promise<Last | undefined> {
  const [last] = await query<Last>(
    db.pool,
    'batch_find_last',
    sql`
      SELECT b.id AS "batchId", b.name, b.ended_at AS "endedAt", paid.amount, paid.rows
      FROM (
        SELECT * FROM payout_batches e
        WHERE e.application_id = ${tenant.applicationId}::uuid AND e.environment = ${tenant.environment}::"Environment"
          AND e.command_id = ${commandId} AND e.status = 'ended' AND e.ended_at <= ${createdAt}::timestamptz
          AND NOT EXISTS (SELECT 1 FROM payout_batch_rows r WHERE r.batch_id = e.id AND r.retry_of IS NOT NULL)
          AND EXISTS (SELECT 1 FROM payout_batch_rows r JOIN disbursements d ON d.id = r.disbursement_id
            WHERE r.batch_id = e.id AND d.status = 'success')
        ORDER BY e.ended_at DESC LIMIT 1) b
      CROSS JOIN LATERAL (
        SELECT sum(d.amount)::float8 AS amount, count(*)::int AS rows
        FROM payout_batch_rows r JOIN disbursements d ON d.id = r.disbursement_id
        WHERE r.batch_id = b.id AND d.status = 'success') paid`,
  );
  return last;
}
