import type { PayoutBatchPause, PayoutBatchStatus } from '@tillgate/db';
import { type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';

/** What of the rows of a batch became of them; `amount` is whole KES of those that are paid, were paid or may still be. */
export type RowCounts = {
  good: number;
  refused: number;
  skipped: number;
  handed: number;
  paid: number;
  open: number;
  failed: number;
};

/** A batch as it is read. */
export type StoredBatch = {
  id: string;
  createdAt: Date;
  name: string;
  note: string | null;
  commandId: string;
  status: PayoutBatchStatus;
  rowCount: number;
  fileName: string | null;
  fileBytes: number | null;
  rowsHash: string;
  createdBy: string;
  submittedBy: string | null;
  submittedAt: Date | null;
  approvedBy: string | null;
  approvedAt: Date | null;
  scheduledFor: Date | null;
  startedAt: Date | null;
  pausedAt: Date | null;
  pausedBecause: PayoutBatchPause | null;
  endedAt: Date | null;
  parentId: string | null;
  checkedAt: Date | null;
  findings: unknown;
  ignoresFloat: boolean;
  counts: RowCounts;
  /** Whole KES of the rows that are paid: without refused and skipped ones. */
  amount: number;
  amountPaid: number;
};

/** The columns of a batch `r`, and the counts of its rows in `c`: see {@link countsJoin}. */
export const batchColumns: Sql = sql`
  r.id, r.created_at AS "createdAt", r.name, r.note, r.command_id AS "commandId", r.status, r.row_count AS "rowCount",
  r.file_name AS "fileName", r.file_bytes AS "fileBytes", r.rows_hash AS "rowsHash", r.created_by AS "createdBy",
  r.submitted_by AS "submittedBy", r.submitted_at AS "submittedAt", r.approved_by AS "approvedBy",
  r.approved_at AS "approvedAt", r.scheduled_for AS "scheduledFor", r.started_at AS "startedAt", r.paused_at AS "pausedAt",
  r.paused_because AS "pausedBecause", r.ended_at AS "endedAt", r.parent_id AS "parentId", r.checked_at AS "checkedAt",
  r.findings, r.ignores_float AS "ignoresFloat", c.counts, c.amount, c."amountPaid"`;

/** The counts of the rows of a batch `r`. */
export const countsJoin: Sql = sql`
  CROSS JOIN LATERAL (
    SELECT json_build_object(
        'good', count(*) FILTER (WHERE w.state = 'good'), 'refused', count(*) FILTER (WHERE w.state = 'refused'),
        'skipped', count(*) FILTER (WHERE w.state = 'skipped'), 'handed', count(*) FILTER (WHERE w.state = 'handed'),
        'paid', count(*) FILTER (WHERE d.status = 'success'), 'open', count(*) FILTER (WHERE d.status = 'pending'),
        'failed', count(*) FILTER (WHERE d.status = 'failed')) AS counts,
      coalesce(sum(w.amount) FILTER (WHERE w.state IN ('good', 'handed')), 0)::float8 AS amount,
      coalesce(sum(d.amount) FILTER (WHERE d.status = 'success'), 0)::float8 AS "amountPaid"
    FROM payout_batch_rows w LEFT JOIN disbursements d ON d.id = w.disbursement_id WHERE w.batch_id = r.id) c`;

/** A batch of a tenant. */
export async function findBatchRow(
  db: Queryable,
  id: string,
  { applicationId, environment }: Tenant,
): Promise<StoredBatch | undefined> {
  const [row] = await query<StoredBatch>(
    db,
    'batch_read',
    sql`
      SELECT ${batchColumns} FROM payout_batches r ${countsJoin}
      WHERE r.id = ${id}::uuid AND r.application_id = ${applicationId}::uuid
        AND r.environment = ${environment}::"Environment"`,
  );
  return row;
}
