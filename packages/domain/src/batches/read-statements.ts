import { only, type PayoutBatchStatus, type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { unendedBatchesMax } from './batch.ts';

/** A batch as its decisions read it. */
export type BatchRow = Tenant & {
  id: string;
  name: string;
  commandId: 'SalaryPayment' | 'BusinessPayment' | 'PromotionPayment';
  status: PayoutBatchStatus;
  rowsHash: string;
  findings: unknown;
  submittedBy: string | null;
  approvedBy: string | null;
  scheduledFor: Date | null;
  startedAt: Date | null;
  runningSince: Date | null;
  ignoresFloat: boolean;
  balanceAskedAt: Date | null;
  parentId: string | null;
  createdAt: Date;
};

const columns: Sql = sql`
  id, application_id AS "applicationId", environment, name, command_id AS "commandId", status, rows_hash AS "rowsHash",
  findings, submitted_by AS "submittedBy", approved_by AS "approvedBy", scheduled_for AS "scheduledFor",
  started_at AS "startedAt", running_since AS "runningSince", ignores_float AS "ignoresFloat",
  balance_asked_at AS "balanceAskedAt", parent_id AS "parentId", created_at AS "createdAt"`;

/** How many batches of a tenant have rows to pay, or may have, counted no further than the limit. Two callers at once wait for each other. */
export async function countUnended(db: Queryable, { applicationId, environment }: Tenant): Promise<number> {
  const lock = `batches ${applicationId} ${environment}`;
  await query(
    db,
    'batches_lock_tenant',
    sql`SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(${lock}::text, 0))`,
  );
  const rows = await query<{ count: number }>(
    db,
    'batches_count_unended',
    sql`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM payout_batches b
        WHERE b.application_id = ${applicationId}::uuid AND b.environment = ${environment}::"Environment"
          AND b.ended_at IS NULL AND (b.status <> 'running'
            OR EXISTS (SELECT 1 FROM payout_batch_rows r WHERE r.batch_id = b.id AND r.state = 'good'))
        LIMIT ${unendedBatchesMax}) unended`,
  );
  return only(rows).count;
}

/** A batch of a tenant, locked until the transaction ends. */
export async function lockBatch(
  db: Queryable,
  id: string,
  { applicationId, environment }: Tenant,
): Promise<BatchRow | undefined> {
  const [row] = await query<BatchRow>(
    db,
    'batch_lock',
    sql`
      SELECT ${columns} FROM payout_batches
      WHERE id = ${id}::uuid AND application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
      FOR NO KEY UPDATE`,
  );
  return row;
}

/** A batch of any tenant, for the worker. */
export async function findBatch(db: Queryable, id: string): Promise<BatchRow | undefined> {
  const [row] = await query<BatchRow>(
    db,
    'batch_find',
    sql`SELECT ${columns} FROM payout_batches WHERE id = ${id}::uuid`,
  );
  return row;
}
