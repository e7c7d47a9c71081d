import { type PayoutBatchRowState, query, type Sql, sql } from '@tillgate/db';
import type { z } from 'zod';
import type { batchIdSchema } from '../../batches/index.ts';
import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { shortPhone } from '../payments/index.ts';
import type { StoredBatch } from './batch-statements.ts';
import { comparePeople, type PeopleChange, type PersonRow } from './compare-people.ts';
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
  /** The last batch that was paid to its end, and how this one differs; null for the first one. */
  last: LastBatch | null;
};

/** The batch that another one is compared with: the last of the same name, or else the last for the same purpose. */
export type LastBatch = {
  batchId: string;
  name: string;
  endedAt: Date;
  /** False: no earlier batch has this name. */
  isSameName: boolean;
  change: BatchChange;
  /** People that money is sent to now and was not then, whatever came of it, and the other way round. */
  people: PeopleChange;
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
  const batch = await demandBatch(ctx, batchId);
  const [largest, last] = await Promise.all([listLargest(ctx, batch.id), findLast(ctx, batch)]);
  if (!last) return { largest, last: null };
  const { batchId: lastId, name, endedAt, isSameName, ...before } = last;
  const [sent, wasSent] = await Promise.all([
    listPeople(ctx, batch.id, ['good', 'handed']),
    listPeople(ctx, lastId, ['handed']),
  ]);
  const change = changeOf({ amount: batch.amount, rows: batch.counts.good + batch.counts.handed }, before);
  const people = comparePeople(sent, wasSent);
  return { largest, last: { batchId: lastId, name, endedAt, isSameName, change, people } };
}

/** Whom rows in some states pay. Rows with a phone that cannot be read are in none of these states. */
function listPeople({ db }: TenantContext, id: string, states: PayoutBatchRowState[]): Promise<PersonRow[]> {
  return query<PersonRow>(
    db.pool,
    'batch_rows_people',
    sql`
      SELECT phone, amount, name, reference_key AS "referenceKey" FROM payout_batch_rows
      WHERE batch_id = ${id}::uuid AND state::text = ANY(${states}::text[]) ORDER BY number`,
  );
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

type Last = Sums & Pick<LastBatch, 'batchId' | 'name' | 'endedAt' | 'isSameName'>;

/** The last batch of the same name. A payroll that is called after its month has none: the last one for its purpose counts. */
async function findLast(
  ctx: TenantContext,
  { name, commandId, createdAt }: Pick<StoredBatch, 'name' | 'commandId' | 'createdAt'>,
): Promise<Last | undefined> {
  const isNamed = sql`lower(e.name) = lower(${name}::text)`;
  const sameName = await findLastOf(ctx, { name: 'batch_find_last_named', which: isNamed, createdAt });
  if (sameName) return { ...sameName, isSameName: true };
  const isMeant = sql`e.command_id = ${commandId}::text`;
  const samePurpose = await findLastOf(ctx, { name: 'batch_find_last_meant', which: isMeant, createdAt });
  return samePurpose && { ...samePurpose, isSameName: false };
}

/** The last of some batches that ended before another was made. One that pays failed rows again says nothing about a sum. */
async function findLastOf(
  { db, tenant }: TenantContext,
  { name, which, createdAt }: { name: string; which: Sql; createdAt: Date },
): Promise<Omit<Last, 'isSameName'> | undefined> {
  const [last] = await query<Omit<Last, 'isSameName'>>(
    db.pool,
    name,
    sql`
      SELECT b.id AS "batchId", b.name, b.ended_at AS "endedAt", paid.amount, paid.rows
      FROM (
        SELECT * FROM payout_batches e
        WHERE e.application_id = ${tenant.applicationId}::uuid AND e.environment = ${tenant.environment}::"Environment"
          AND ${which} AND e.status = 'ended' AND e.ended_at <= ${createdAt}::timestamptz
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
