import {
  type Database,
  type DisbursementDoor,
  DisbursementKind,
  DisbursementStatus,
  type Environment,
  query,
  sql,
} from '@tillgate/db';
import { z } from 'zod';
import { type Decoded, wireCode } from '../../catalogue/index.ts';
import type { Context } from '../../context.ts';
import { reasonOf } from '../../disbursements/index.ts';
import { invalidInput, parseInput } from '../../input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import { shortPhone } from '../payments/payment-row.ts';
import { periodShape } from '../period.ts';
import { mapPage, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';
import { browseDisbursementsSchema } from './browse-filter.ts';

type Stored = {
  id: string;
  applicationId: string;
  environment: Environment;
  kind: DisbursementKind;
  status: DisbursementStatus;
  amount: number;
  phone: string | null;
  transactionId: string | null;
  paymentId: string | null;
  providerReceipt: string | null;
  shortcode: string;
  remarks: string;
  occasion: string | null;
  resultCode: string | null;
  resultDesc: string | null;
  settledBy: DisbursementDoor | null;
  createdAt: Date;
  settledAt: Date | null;
  needsReview: boolean;
};

/** A payout or refund as the reporting API shows it. Amounts are whole KES. */
export type ReportedDisbursement = Stored & {
  maskedPhone: string | null;
  /** Of failures. */
  decoded: (Omit<Decoded, 'code'> & { code: string }) | null;
};

const columns = sql`
  r.id, r.application_id AS "applicationId", r.environment, r.kind, r.status, r.amount, r.phone,
  r.transaction_id AS "transactionId", r.payment_id AS "paymentId", r.provider_receipt AS "providerReceipt",
  r.shortcode, r.remarks, r.occasion, r.result_code AS "resultCode", r.result_desc AS "resultDesc",
  r.settled_by AS "settledBy", r.created_at AS "createdAt", r.settled_at AS "settledAt", r.needs_review AS "needsReview"`;

const { amountMin, amountMax, phone, receipt } = browseDisbursementsSchema.shape;

/** The filters of the reporting API. They can be combined; null is as good as absent. */
const reportDisbursementsFilter = z.strictObject({
  kind: z.enum(DisbursementKind, { error: 'must be payout or reversal' }).nullish(),
  status: z.enum(DisbursementStatus, { error: 'must be pending, success or failed' }).nullish(),
  amountMin: amountMin.nullable(),
  amountMax: amountMax.nullable(),
  ...periodShape,
  phone: phone.nullable(),
  receipt: receipt.nullable(),
  needsReview: z.boolean({ error: 'must be true or false' }).nullish(),
});

/**
 * Payouts and refunds of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportDisbursements(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage<ReportedDisbursement>> {
  const filter = readFilter(input.filter);
  const page = { page: input.page, period: filter };
  return mapPage(await readReportPage<Stored>(ctx, listOf(span, filter), page), reported);
}

/**
 * How many payouts and refunds meet a filter, counted up to a limit.
 * @throws DomainError invalid_input
 */
export async function countReportedDisbursements(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  given: unknown,
): Promise<Count> {
  const filter = readFilter(given);
  return countReportRows(ctx, listOf(span, filter), filter);
}

function readFilter(given: unknown) {
  const filter = parseInput(reportDisbursementsFilter, given ?? {});
  if (filter.amountMin != null && filter.amountMax != null && filter.amountMin > filter.amountMax) {
    throw invalidInput({ path: 'amountMax', message: 'must not be less than amountMin' });
  }
  return filter;
}

function listOf(span: Span, filter: z.output<typeof reportDisbursementsFilter>): PageQuery {
  return {
    rows: rowsWithin(sql`disbursements`, span),
    idType: 'uuid',
    columns,
    conditions: [
      given(filter.kind, (kind) => sql`r.kind = ${kind}::"DisbursementKind"`),
      given(filter.status, (status) => sql`r.status = ${status}::"DisbursementStatus"`),
      given(filter.amountMin, (amount) => sql`r.amount >= ${amount}`),
      given(filter.amountMax, (amount) => sql`r.amount <= ${amount}`),
      given(filter.phone, (wanted) => sql`r.phone = ${wanted}`),
      given(filter.receipt, (wanted) => sql`r.provider_receipt = ${wanted} OR upper(r.transaction_id) = ${wanted}`),
      given(filter.needsReview, (wanted) => sql`r.needs_review = ${wanted}`),
    ],
  };
}

type Sought = { ids: readonly string[]; applicationIds: readonly string[] };

/** Payouts and refunds by their ids; of other applications than these, none. */
export async function readReportedDisbursements(
  db: Pick<Database, 'pool'>,
  { ids, applicationIds }: Sought,
): Promise<ReadonlyMap<string, ReportedDisbursement>> {
  const rows = await query<Stored>(
    db.pool,
    'disbursements_reported',
    sql`
      SELECT ${columns} FROM disbursements r
      WHERE r.id = ANY(${ids}::uuid[]) AND r.application_id = ANY(${applicationIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, reported(row)]));
}

type Paid = { id: string; applicationId: string; environment: Environment; providerReceipt: string | null };

/** How many refunds of one payment are shown, the newest first. A receipt can be refunded once. */
export const refundsShownMax = 10;

/** The refunds of each payment, in one statement, by the id of the payment. */
export async function readRefundsOf(
  db: Pick<Database, 'pool'>,
  payments: readonly Paid[],
): Promise<ReadonlyMap<string, ReportedDisbursement[]>> {
  const paid = payments.filter(({ providerReceipt }) => providerReceipt !== null);
  if (paid.length === 0) return new Map();
  const of = <Name extends keyof Paid>(name: Name) => paid.map((payment) => payment[name]);
  const rows = await query<Stored & { refundOf: string }>(
    db.pool,
    'refunds_reported',
    sql`
      SELECT wanted.id AS "refundOf", found.* FROM unnest(
        ${of('id')}::uuid[], ${of('applicationId')}::uuid[], ${of('environment')}::"Environment"[],
        ${of('providerReceipt')}::text[]) AS wanted(id, application, environment, receipt)
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM disbursements r
        WHERE r.application_id = wanted.application AND r.environment = wanted.environment
          AND r.kind = 'reversal' AND r.transaction_id = wanted.receipt
        ORDER BY r.created_at DESC, r.id DESC LIMIT ${refundsShownMax}) found`,
  );
  const refunds = new Map<string, ReportedDisbursement[]>();
  for (const { refundOf, ...row } of rows) refunds.set(refundOf, [...(refunds.get(refundOf) ?? []), reported(row)]);
  return refunds;
}

function reported(row: Stored): ReportedDisbursement {
  const decoded = row.status === 'failed' ? reasonOf(row) : null;
  return {
    ...row,
    maskedPhone: shortPhone(row.phone),
    decoded: decoded && { ...decoded, code: String(wireCode(String(decoded.code))) },
  };
}
