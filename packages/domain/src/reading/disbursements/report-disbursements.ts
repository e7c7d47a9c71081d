import { type Database, DisbursementKind, DisbursementStatus, type Environment, query, sql } from '@tillgate/db';
import { z } from 'zod';
import { wireCode } from '../../catalogue/index.ts';
import { reasonOf } from '../../disbursements/index.ts';
import type { Context } from '../../kernel/context.ts';
import { invalidInput, parseInput } from '../../kernel/input.ts';
import type { Count } from '../count.ts';
import { countReportRows } from '../count-rows.ts';
import { given, type PageQuery, rowsWithin, type Span } from '../keyset.ts';
import type { DecodedReason } from '../payments/reported-payment.ts';
import { periodShape } from '../period.ts';
import { idColumns, type RelayPage, type ReportPage, readReportPage } from '../relay.ts';
import { browseDisbursementsSchema } from './browse-filter.ts';

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
 * The ids of payouts and refunds of a span of applications, newest first.
 * @throws DomainError invalid_input
 */
export async function reportDisbursements(
  ctx: Pick<Context, 'db' | 'clock'>,
  span: Span,
  input: { filter: unknown; page: RelayPage },
): Promise<ReportPage> {
  const filter = readFilter(input.filter);
  const page = { page: input.page, period: filter };
  return readReportPage(ctx, listOf(span, filter), page);
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
    columns: idColumns,
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

type Paid = { id: string; applicationId: string; environment: Environment; providerReceipt: string | null };

/** How many refunds of one payment are shown, the newest first. A receipt can be refunded once. */
export const refundsShownMax = 10;

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

/** What the result code of a failure means; null for what did not fail. */
export function decodedDisbursement(row: Ended): DecodedReason | null {
  const decoded = row.status === 'failed' ? reasonOf(row) : null;
  return decoded && { ...decoded, code: String(wireCode(String(decoded.code))) };
}
