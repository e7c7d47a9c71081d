import { type Database, type Environment, query, sql } from '@tillgate/db';
import { type Decoded, wireCode } from '../../catalogue/index.ts';
import type { Tenant } from '../../kernel/context.ts';
import { reasonOf } from '../../payments/index.ts';
import { numberOf } from '../../rails/index.ts';
import { maskPhonesIn } from '../masked-text.ts';
import { reversalsOf, rowColumns } from './browse-statements.ts';
import { netStatusOf, type StoredRow, shortPhone } from './payment-row.ts';

type Stored = StoredRow & {
  environment: Environment;
  requestedAmount: number;
  description: string;
  metadata: unknown;
  promptedAt: Date | null;
  lastQueriedAt: Date | null;
};

/** A payment as the reporting API shows it: without secrets and callback tokens. Amounts are whole KES. */
export type ReportedPayment = Omit<Stored, 'nextQueryAt' | 'refunded'> & {
  maskedPhone: string | null;
  netStatus: ReturnType<typeof netStatusOf>;
  refundedAmount: number;
  /** The amount that stayed with the merchant: 0 unless the payment succeeded. */
  netAmount: number;
  /** Only of failures. */
  decoded: DecodedReason | null;
};

/** An entry of the catalogue, with its code as the provider writes it. */
export type DecodedReason = Omit<Decoded, 'code'> & { code: string };

type Paid = Tenant & { id: string; providerReceipt: string | null };
/** Refunded whole KES of a payment, and whether a refund is pending. */
export type RefundSum = { refunded: number; refundPending: boolean };

/** The refund sums of payments, in one statement, by the id of the payment. */
export async function readRefundSums(
  db: Pick<Database, 'pool'>,
  payments: readonly Paid[],
): Promise<ReadonlyMap<string, RefundSum>> {
  const of = <Name extends keyof Paid>(name: Name) => payments.map((payment) => payment[name]);
  const rows = await query<RefundSum & { id: string }>(
    db.pool,
    'payments_refund_sums',
    sql`
      SELECT r.id, coalesce((SELECT sum(d.amount)::int ${reversalsOf(sql`r`)} AND d.status = 'success'), 0) AS refunded,
        EXISTS (SELECT 1 ${reversalsOf(sql`r`)} AND d.status = 'pending' AND d.live_receipt IS NOT NULL) AS "refundPending"
      FROM unnest(${of('id')}::uuid[], ${of('applicationId')}::uuid[], ${of('environment')}::"Environment"[],
        ${of('providerReceipt')}::text[]) AS r(id, application_id, environment, provider_receipt)`,
  );
  return new Map(rows.map(({ id, ...sum }) => [id, sum]));
}

const noApplications: ReadonlyMap<string, ReportedPayment> = new Map();

/** Payments by their ids, only of these applications. */
export async function readReportedPayments(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: { ids: readonly string[]; applicationIds: readonly string[] },
): Promise<ReadonlyMap<string, ReportedPayment>> {
  if (ids.length === 0 || applicationIds.length === 0) return noApplications;
  const rows = await query<Stored>(
    db.pool,
    'payments_reported',
    sql`
      SELECT ${rowColumns}, r.environment, r.requested_amount AS "requestedAmount", r.description, r.metadata,
        r.prompted_at AS "promptedAt", r.last_queried_at AS "lastQueriedAt"
      FROM payments r WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, reported(row)]));
}

function reported({ nextQueryAt: _next, refunded, ...row }: Stored): ReportedPayment {
  return {
    ...row,
    shortcode: numberOf(row.shortcode),
    // It may contain phone numbers.
    accountRef: maskPhonesIn(row.accountRef),
    description: maskPhonesIn(row.description),
    maskedPhone: shortPhone(row.phone),
    netStatus: netStatusOf({ ...row, refunded }),
    refundedAmount: refunded,
    netAmount: row.status === 'success' ? row.amount - refunded : 0,
    decoded: decodedPayment(row),
  };
}

/** The meaning of a failure's result code; null without a failure. */
export function decodedPayment(
  row: Pick<Stored, 'status' | 'resultCode' | 'resultDesc' | 'settledBy'>,
): DecodedReason | null {
  const decoded = row.status === 'failed' ? reasonOf(row) : null;
  return decoded && { ...decoded, code: String(wireCode(String(decoded.code))) };
}
