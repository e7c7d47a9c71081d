import { type Database, type DisbursementStatus, query, sql } from '@tillgate/db';
import { z } from 'zod';
import { wireCode } from '../../catalogue/index.ts';
import { reasonOf } from '../../disbursements/index.ts';
import type { Tenant } from '../../kernel/context.ts';
import { issues } from '../../kernel/refusals.ts';
import type { DecodedReason } from '../payments/reported-payment.ts';
import { periodShape } from '../period.ts';
import { idColumns } from '../relay.ts';
import { reportList } from '../report-list.ts';
import { disbursementsOf } from './browse-disbursements.ts';
import { browseDisbursementsSchema } from './browse-filter.ts';

const { kind, status, rail, amountMin, amountMax, phone, receipt } = browseDisbursementsSchema.shape;

/** The filters of the reporting API. They can be combined; null means absent. */
const reportDisbursementsFilter = z
  .strictObject({
    kind: kind.nullable(),
    status: status.nullable(),
    rail: rail.nullable(),
    amountMin: amountMin.nullable(),
    amountMax: amountMax.nullable(),
    ...periodShape,
    phone: phone.nullable(),
    receipt: receipt.nullable(),
    needsReview: z.boolean({ error: issues.boolean }).nullish(),
  })
  .refine((filter) => filter.amountMin == null || filter.amountMax == null || filter.amountMin <= filter.amountMax, {
    path: ['amountMax'],
    error: issues.maxBelowMin,
  });

/** Payouts and refunds in the reporting API. */
export const disbursementsReport = reportList(reportDisbursementsFilter, (span, filter) => ({
  ...disbursementsOf(span, filter),
  columns: idColumns,
}));

type Paid = Tenant & { id: string; providerReceipt: string | null };

/** How many refunds of one payment are shown, the newest first. A receipt can be refunded once. */
const refundsShownMax = 10;

/** The ids of the refunds of each payment, newest first, in one statement, by the id of the payment. */
export async function listRefundsOf(
  db: Pick<Database, 'pool'>,
  payments: readonly Paid[],
): Promise<ReadonlyMap<string, string[]>> {
  const paid = payments.filter(({ providerReceipt }) => providerReceipt !== null);
  if (paid.length === 0) return new Map();
  const of = <Name extends keyof Paid>(name: Name) => paid.map((payment) => payment[name]);
  const rows = await query<{ id: string; ids: string[] }>(
    db.pool,
    'refunds_of_payments',
    sql`
      SELECT wanted.id, array_agg(found.id ORDER BY found.created_at DESC, found.id DESC) AS ids FROM unnest(
        ${of('id')}::uuid[], ${of('applicationId')}::uuid[], ${of('environment')}::"Environment"[],
        ${of('providerReceipt')}::text[]) AS wanted(id, application, environment, receipt)
      CROSS JOIN LATERAL (
        SELECT r.id, r.created_at FROM disbursements r
        WHERE r.application_id = wanted.application AND r.environment = wanted.environment
          AND r.kind = 'reversal' AND r.transaction_id = wanted.receipt
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${refundsShownMax}) found
      GROUP BY wanted.id`,
  );
  return new Map(rows.map(({ id, ids }) => [id, ids]));
}

type Ended = Parameters<typeof reasonOf>[0] & { status: DisbursementStatus };

/** The meaning of a failure's result code; null without a failure. */
export function decodedDisbursement(row: Ended): DecodedReason | null {
  const decoded = row.status === 'failed' ? reasonOf(row) : null;
  return decoded && { ...decoded, code: String(wireCode(String(decoded.code))) };
}
