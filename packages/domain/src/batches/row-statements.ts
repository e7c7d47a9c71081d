import { execute, only, type PayoutBatchRowState, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { burnKeys } from '../idempotency/index.ts';
import type { Tenant } from '../kernel/context.ts';
import type { PayoutRow } from './payout-row.ts';

// Every statement that writes `payout_batch_rows.state` is in this file, and names the state that it leaves.

export type NewRow = PayoutRow & {
  id: string;
  referenceKey: string | null;
  state: 'good' | 'refused';
  retryOf: string | null;
};

/** none → good or refused, in one statement. */
export async function insertRows(
  db: Queryable,
  { id, applicationId, environment }: Tenant & { id: string },
  rows: readonly NewRow[],
): Promise<void> {
  await execute(
    db,
    'batch_rows_insert',
    sql`
      INSERT INTO payout_batch_rows (id, batch_id, application_id, environment, number, phone, amount, name, reference,
        reference_key, remarks, occasion, state, problems, warnings, retry_of)
      SELECT r.id, ${id}::uuid, ${applicationId}::uuid, ${environment}::"Environment", r.number, r.phone, r.amount, r.name,
        r.reference, r."referenceKey", r.remarks, r.occasion, r.state, r.problems, r.warnings, r."retryOf"
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id uuid, number int, phone text, amount int, name text,
        reference text, "referenceKey" text, remarks text, occasion text, state "PayoutBatchRowState", problems jsonb,
        warnings jsonb, "retryOf" uuid)`,
  );
}

/** A row as it is stored. */
export type StoredRow = Pick<
  PayoutRow,
  'number' | 'phone' | 'amount' | 'name' | 'reference' | 'remarks' | 'occasion'
> & {
  rowId: string;
  state: PayoutBatchRowState;
  referenceKey: string | null;
  problems: unknown;
  warnings: unknown;
};

/** All rows of a batch, in their order. */
export function listRows(db: Queryable, batchId: string): Promise<StoredRow[]> {
  return query<StoredRow>(
    db,
    'batch_rows_list',
    sql`
      SELECT id AS "rowId", number, phone, amount, name, reference, reference_key AS "referenceKey", remarks, occasion, state,
        problems, warnings
      FROM payout_batch_rows WHERE batch_id = ${batchId}::uuid ORDER BY number`,
  );
}

/** Writes the warnings of rows, in place of those that they have. */
export async function storeWarnings(
  db: Queryable,
  batchId: string,
  rows: readonly { rowId: string; warnings: readonly unknown[] }[],
): Promise<void> {
  await execute(
    db,
    'batch_rows_warn',
    sql`
      UPDATE payout_batch_rows r SET warnings = w.warnings
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS w("rowId" uuid, warnings jsonb)
      WHERE r.id = w."rowId" AND r.batch_id = ${batchId}::uuid`,
  );
}

/** A row that is about to be paid. */
export type PayableRow = {
  rowId: string;
  number: number;
  phone: string;
  amount: number;
  remarks: string | null;
  occasion: string | null;
};

/** The next rows that can be paid, in their order. */
export function listNext(db: Queryable, batchId: string, limit: number): Promise<PayableRow[]> {
  return query<PayableRow>(
    db,
    'batch_rows_next',
    sql`
      SELECT id AS "rowId", number, phone, amount, remarks, occasion FROM payout_batch_rows
      WHERE batch_id = ${batchId}::uuid AND state = 'good' ORDER BY number LIMIT ${limit}`,
  );
}

/** good → handed: its key names its payout. So does a row that was skipped while the network was asked. */
export async function storeHanded(
  db: Queryable,
  { rowId, disbursementId, at }: { rowId: string; disbursementId: string; at: Date },
): Promise<void> {
  await execute(
    db,
    'batch_row_hand',
    sql`
      UPDATE payout_batch_rows SET state = 'handed', disbursement_id = ${disbursementId}::uuid,
        handed_at = ${at}::timestamptz, skipped_because = NULL
      WHERE id = ${rowId}::uuid AND state IN ('good', 'skipped')`,
  );
}

/**
 * good → skipped, for rows that nothing was sent for: their keys are used up, so that nothing ever will be. A row whose key
 * names a payout is handed instead.
 * @param of.rowIds null: all good rows of the batch
 * @returns how many were skipped
 */
export async function skipRows(
  db: Queryable,
  of: { batchId: string; rowIds: string[] | null; because: string; at: Date },
): Promise<number> {
  const rows = await query<{ skipped: number }>(
    db,
    'batch_rows_skip',
    sql`
      WITH due AS (
        SELECT id, application_id, environment, 'payout' AS endpoint, 'batch→' || id::text AS key FROM payout_batch_rows
        WHERE batch_id = ${of.batchId}::uuid AND state = 'good'
          AND (${of.rowIds}::uuid[] IS NULL OR id = ANY(${of.rowIds}::uuid[]))
        ORDER BY number FOR UPDATE),
      burnt AS (${burnKeys(sql`due`, of.at)}),
      skipped AS (
        UPDATE payout_batch_rows r SET state = 'skipped', skipped_because = ${of.because}
        FROM burnt WHERE r.id = burnt.resource_id AND r.state = 'good' RETURNING r.id)
      SELECT count(*)::int AS skipped FROM skipped`,
  );
  return only(rows).skipped;
}

/** good → handed for rows whose key names a payout although nobody noted it: the worker died in between. */
export async function noteHanded(db: Queryable, batchId: string): Promise<void> {
  await execute(
    db,
    'batch_rows_note_handed',
    sql`
      UPDATE payout_batch_rows r SET state = 'handed', disbursement_id = d.id, handed_at = d.created_at
      FROM idempotency_records c JOIN disbursements d ON d.id = c.resource_id
      WHERE r.batch_id = ${batchId}::uuid AND r.state = 'good' AND c.application_id = r.application_id
        AND c.environment = r.environment AND c.endpoint = 'payout' AND c.key = 'batch→' || r.id::text`,
  );
}

/**
 * good → skipped before anything is paid: the approver leaves these rows out. Nothing was sent for them. The statement writes
 * as many rows as it skips.
 */
export function exclusion({ batchId, rowIds }: { batchId: string; rowIds: string[] }): Sql {
  return sql`
    UPDATE payout_batch_rows SET state = 'skipped', skipped_because = 'excluded'
    WHERE batch_id = ${batchId}::uuid AND state = 'good' AND id = ANY(${rowIds}::uuid[])`;
}

/** The statement that reads the sum, whole KES, and the number of the rows that would be paid. */
export function goodSum(batchId: string): Sql {
  return sql`
    SELECT coalesce(sum(amount), 0)::float8 AS amount, count(*)::int AS count FROM payout_batch_rows
    WHERE batch_id = ${batchId}::uuid AND state = 'good'`;
}

/** Reads a {@link goodSum}. */
export async function sumGood(db: Queryable, batchId: string): Promise<{ amount: number; count: number }> {
  return only(await query<{ amount: number; count: number }>(db, 'batch_rows_sum_good', goodSum(batchId)));
}

/** Rows that a person left out, or that ended with their batch: nobody wanted them to be paid. */
const leftOut = ['excluded', 'cancelled', 'rejected', 'expired'];

/** Whether a row `r` with the payout `d` was surely not paid: its payout failed, or its turn came and it was refused. */
export const isSurelyUnpaid: Sql = sql`(
  (r.state = 'handed' AND d.status = 'failed')
  OR (r.state = 'skipped' AND coalesce(r.skipped_because, '') <> ALL(${leftOut}::text[])))`;

/**
 * Whether a batch that is made like that of a row `r` has the row too. A row that the approver left out stays out: somebody
 * said that it should not be paid.
 */
export const isRepeated: Sql = sql`(r.state <> 'refused' AND coalesce(r.skipped_because, '') <> 'excluded')`;

/** Whether another batch pays a row `r` again. */
export const isPaidAgain: Sql = sql`EXISTS (SELECT 1 FROM payout_batch_rows again WHERE again.retry_of = r.id)`;
