import { execute, only, type PayoutBatchPause, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { type Audit, insertAudit } from '../audit/index.ts';
import { type Claim, completeClaim, insertClaim } from '../idempotency/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { type FrozenEvent, freezeEvent } from '../outbox/index.ts';
import { insertRows, type NewRow } from './row-statements.ts';

// Every statement that writes `payout_batches.status` is in this file, and names the state that it leaves.

export type NewBatch = Tenant & {
  id: string;
  name: string;
  note: string | null;
  commandId: string;
  rowCount: number;
  rowsHash: string;
  file: { name: string; bytes: number } | null;
  createdBy: string;
  createdAt: Date;
  scheduledFor: Date | null;
  parentId: string | null;
};

/**
 * none → checking, with its rows, the claim of its request and the audit entry. Call it in a transaction.
 * @returns false when the key was claimed before, or a batch has its id; nothing is written then
 */
export async function insertBatch(
  db: Queryable,
  batch: NewBatch,
  {
    rows,
    claim,
    outcome,
    audit,
  }: { rows: readonly NewRow[]; claim: Claim | undefined; outcome: unknown; audit: Audit },
): Promise<boolean> {
  const { id, createdAt: at } = batch;
  const claimed = claim === undefined ? sql`true` : sql`EXISTS (SELECT 1 FROM claim)`;
  const before = claim === undefined ? sql`` : sql`claim AS (${insertClaim(claim, batch)}),`;
  const inserted = await query<{ isMade: boolean }>(
    db,
    claim === undefined ? 'batch_insert_unclaimed' : 'batch_insert',
    sql`
      WITH ${before}
      made AS (
        INSERT INTO payout_batches (id, application_id, environment, name, note, command_id, status, row_count, rows_hash,
          file_name, file_bytes, created_by, created_at, scheduled_for, parent_id)
        SELECT ${id}::uuid, ${batch.applicationId}::uuid, ${batch.environment}::"Environment", ${batch.name}, ${batch.note},
          ${batch.commandId}, 'checking', ${batch.rowCount}::int, ${batch.rowsHash}, ${batch.file?.name ?? null},
          ${batch.file?.bytes ?? null}::int, ${batch.createdBy}, ${at}::timestamptz, ${batch.scheduledFor}::timestamptz,
          ${batch.parentId}::uuid
        WHERE ${claimed}
        ON CONFLICT (id) DO NOTHING
        RETURNING id, application_id),
      audited AS (${insertAudit(sql`made`, audit, at)})
      SELECT EXISTS (SELECT 1 FROM made) AS "isMade"`,
  );
  if (!only(inserted).isMade) return false;
  await insertRows(db, batch, rows);
  if (claim) await execute(db, 'batch_claim_complete', completeClaim({ id: claim.id, outcome }, at));
  return true;
}

/** checking → draft, with what was found. */
export async function storeChecked(db: Queryable, id: string, to: { findings: object; at: Date }): Promise<boolean> {
  const written = await execute(
    db,
    'batch_checked',
    sql`
      UPDATE payout_batches SET status = 'draft', checked_at = ${to.at}::timestamptz,
        findings = ${JSON.stringify(to.findings)}::jsonb, signal_after = NULL
      WHERE id = ${id}::uuid AND status = 'checking'`,
  );
  return written === 1;
}

/** draft → awaiting_approval, for the actor that its payouts are asked for by: a statement that writes one row, or none. */
export function submission(id: string, to: { submittedBy: string; ignoresFloat: boolean; at: Date }): Sql {
  return sql`
    UPDATE payout_batches SET status = 'awaiting_approval', submitted_by = ${to.submittedBy},
      submitted_at = ${to.at}::timestamptz, ignores_float = ${to.ignoresFloat}
    WHERE id = ${id}::uuid AND status = 'draft'`;
}

/** Runs a {@link submission}. */
export async function storeSubmitted(
  db: Queryable,
  id: string,
  to: Parameters<typeof submission>[1],
): Promise<boolean> {
  return (await execute(db, 'batch_submit', submission(id, to))) === 1;
}

/** awaiting_approval → approved. */
export async function storeApproved(
  db: Queryable,
  id: string,
  to: { approvedBy: string | null; at: Date; audit: Audit },
): Promise<boolean> {
  const rows = await query<{ isDone: boolean }>(
    db,
    'batch_approve',
    sql`
      WITH approved AS (
        UPDATE payout_batches SET status = 'approved', approved_at = ${to.at}::timestamptz,
          approved_by = ${to.approvedBy}::uuid, signal_after = NULL
        WHERE id = ${id}::uuid AND status = 'awaiting_approval' RETURNING id, application_id),
      audited AS (${insertAudit(sql`approved`, to.audit, to.at)})
      SELECT EXISTS (SELECT 1 FROM approved) AS "isDone"`,
  );
  return only(rows).isDone;
}

/**
 * awaiting_approval → rejected, expired, cancelled or draft, as part of the statement that ends orders.
 * @param ended a CTE with `kind` and `resource_id` of the orders that ended without being carried out
 */
export function followOrders(ended: Sql, to: 'rejected' | 'expired' | 'cancelled' | 'draft', at: Date): Sql {
  return sql`
    UPDATE payout_batches SET status = ${to}::"PayoutBatchStatus",
      ended_at = CASE WHEN ${to}::text = 'draft' THEN NULL ELSE ${at}::timestamptz END,
      submitted_by = CASE WHEN ${to}::text = 'draft' THEN NULL ELSE submitted_by END,
      submitted_at = CASE WHEN ${to}::text = 'draft' THEN NULL ELSE submitted_at END
    FROM ${ended} o
    WHERE o.kind = 'payout_batch' AND payout_batches.id = o.resource_id AND payout_batches.status = 'awaiting_approval'`;
}

/** checking, draft, awaiting_approval, approved or paused → cancelled. Its rows follow: see `skipRows`. */
export async function storeCancelled(db: Queryable, id: string, to: { at: Date; audit: Audit }): Promise<boolean> {
  const rows = await query<{ isDone: boolean }>(
    db,
    'batch_cancel',
    sql`
      WITH cancelled AS (
        UPDATE payout_batches SET status = 'cancelled', ended_at = ${to.at}::timestamptz, paused_at = NULL,
          paused_because = NULL
        WHERE id = ${id}::uuid AND status IN ('checking', 'draft', 'awaiting_approval', 'approved', 'paused')
        RETURNING id, application_id),
      audited AS (${insertAudit(sql`cancelled`, to.audit, to.at)})
      SELECT EXISTS (SELECT 1 FROM cancelled) AS "isDone"`,
  );
  return only(rows).isDone;
}

/** approved → running. */
export async function storeStarted(db: Queryable, id: string, at: Date, audit: Audit): Promise<boolean> {
  const rows = await query<{ isDone: boolean }>(
    db,
    'batch_start',
    sql`
      WITH started AS (
        UPDATE payout_batches SET status = 'running', started_at = ${at}::timestamptz, running_since = ${at}::timestamptz
        WHERE id = ${id}::uuid AND status = 'approved' RETURNING id, application_id),
      audited AS (${insertAudit(sql`started`, audit, at)})
      SELECT EXISTS (SELECT 1 FROM started) AS "isDone"`,
  );
  return only(rows).isDone;
}

/** running → paused; approved → paused where something forbids its start. */
export async function storePaused(
  db: Queryable,
  id: string,
  to: { because: PayoutBatchPause; at: Date; audit: Audit },
): Promise<boolean> {
  const rows = await query<{ isDone: boolean }>(
    db,
    'batch_pause',
    sql`
      WITH paused AS (
        UPDATE payout_batches SET status = 'paused', paused_at = ${to.at}::timestamptz,
          paused_because = ${to.because}::"PayoutBatchPause"
        WHERE id = ${id}::uuid AND (status = 'running' OR (status = 'approved' AND ${to.because}::text <> 'caller'))
        RETURNING id, application_id),
      audited AS (${insertAudit(sql`paused`, to.audit, to.at)})
      SELECT EXISTS (SELECT 1 FROM paused) AS "isDone"`,
  );
  return only(rows).isDone;
}

/** paused → running. */
export async function storeResumed(
  db: Queryable,
  id: string,
  to: { ignoresFloat: boolean; at: Date; audit: Audit },
): Promise<boolean> {
  const rows = await query<{ isDone: boolean }>(
    db,
    'batch_resume',
    sql`
      WITH resumed AS (
        UPDATE payout_batches SET status = 'running', paused_at = NULL, paused_because = NULL,
          started_at = coalesce(started_at, ${to.at}::timestamptz), running_since = ${to.at}::timestamptz,
          ignores_float = ignores_float OR ${to.ignoresFloat}, signal_after = NULL
        WHERE id = ${id}::uuid AND status = 'paused' RETURNING id, application_id),
      audited AS (${insertAudit(sql`resumed`, to.audit, to.at)})
      SELECT EXISTS (SELECT 1 FROM resumed) AS "isDone"`,
  );
  return only(rows).isDone;
}

/** running → ended, with its event, unless a row can still be paid or a payout is open. */
export async function storeEnded(
  db: Queryable,
  id: string,
  to: { at: Date; event: NonNullable<FrozenEvent>; audit: Audit },
): Promise<boolean> {
  const rows = await query<{ isDone: boolean }>(
    db,
    'batch_end',
    sql`
      WITH ended AS (
        UPDATE payout_batches b SET status = 'ended', ended_at = ${to.at}::timestamptz
        WHERE id = ${id}::uuid AND status = 'running'
          AND NOT EXISTS (SELECT 1 FROM payout_batch_rows r WHERE r.batch_id = b.id AND r.state = 'good')
          AND NOT EXISTS (SELECT 1 FROM payout_batch_rows r JOIN disbursements d ON d.id = r.disbursement_id
            WHERE r.batch_id = b.id AND r.state = 'handed' AND d.status = 'pending')
        RETURNING id, application_id, environment),
      ${freezeEvent(sql`ended`, to.event, to.at)},
      audited AS (${insertAudit(sql`ended`, to.audit, to.at)})
      SELECT EXISTS (SELECT 1 FROM ended) AS "isDone"`,
  );
  return only(rows).isDone;
}
