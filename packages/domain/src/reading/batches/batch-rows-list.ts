import type { DisbursementDoor, DisbursementStatus, PayoutBatchRowState } from '@tillgate/db';
import { sql } from '@tillgate/db';
import type { RailName } from '../../rails/index.ts';
import type { PageQuery } from '../keyset.ts';

/** A row of a batch with its payout, as lists read it. */
export type ListedBatchRow = {
  id: string;
  createdAt: Date;
  number: number;
  reference: string | null;
  name: string | null;
  phone: string | null;
  amount: number | null;
  state: PayoutBatchRowState;
  skippedBecause: string | null;
  problems: unknown;
  warnings: unknown;
  handedAt: Date | null;
  disbursementId: string | null;
  status: DisbursementStatus | null;
  payeeName: string | null;
  providerReceipt: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: DisbursementDoor | null;
  settledAt: Date | null;
  rail: RailName | null;
};

/**
 * The rows of a batch in their order. Lists run from the newest row to the oldest, so each row is a millisecond older than
 * the one above it. It does not check whose the batch is.
 */
export function batchRowsOf(batchId: string): PageQuery {
  return {
    rows: ({ range, order, limit }) => sql`
      SELECT * FROM (
        SELECT w.*, b.created_at - make_interval(secs => w.number / 1000.0) AS created_at
        FROM payout_batch_rows w JOIN payout_batches b ON b.id = w.batch_id WHERE w.batch_id = ${batchId}::uuid) listed
      WHERE ${range} ${order} LIMIT ${limit}`,
    idType: 'uuid',
    columns: sql`
      r.id, r.created_at AS "createdAt", r.number, r.reference, r.name, r.phone, r.amount, r.state,
      r.skipped_because AS "skippedBecause", r.problems, r.warnings, r.handed_at AS "handedAt",
      r.disbursement_id AS "disbursementId", d.status, d.payee_name AS "payeeName",
      d.provider_receipt AS "providerReceipt", d.result_code AS "resultCode", d.result_desc AS "resultDesc",
      d.settled_by AS "settledBy", d.settled_at AS "settledAt", d.rail`,
    joins: sql`LEFT JOIN disbursements d ON d.id = r.disbursement_id`,
    conditions: [],
  };
}
