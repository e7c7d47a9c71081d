import { join, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import type { PaymentFilter } from '../../payments/index.ts';
import { addressesOf } from '../../rails/index.ts';
import { given, ofTenant, type PageQuery, rowsOf, rowsWithin, type Slice, type Span } from '../keyset.ts';
import type { BrowseFilter } from './browse-filter.ts';

/** The reversals `d` of a payment. A pending one counts while it blocks the receipt. */
export function reversalsOf(payment: Sql): Sql {
  return sql`
    FROM disbursements d WHERE d.application_id = ${payment}.application_id AND d.environment = ${payment}.environment
      AND d.kind = 'reversal' AND d.transaction_id = ${payment}.provider_receipt`;
}

/** The columns of a row `r` in the list. */
export const rowColumns: Sql = sql`
  r.id, r.application_id AS "applicationId", r.status, r.source, r.rail, r.amount, r.exact_amount AS "exactAmount", r.phone, r.payer_name AS "payerName",
  r.account_ref AS "accountRef", r.provider_receipt AS "providerReceipt", r.shortcode,
  r.result_code AS "resultCode", r.result_desc AS "resultDesc", r.settled_by AS "settledBy", r.created_at AS "createdAt",
  r.settled_at AS "settledAt", r.next_query_at AS "nextQueryAt", r.needs_review AS "needsReview",
  coalesce((SELECT sum(d.amount)::int ${reversalsOf(sql`r`)} AND d.status = 'success'), 0) AS refunded,
  EXISTS (SELECT 1 ${reversalsOf(sql`r`)} AND d.status = 'pending' AND d.live_receipt IS NOT NULL) AS "refundPending"`;

/** When the money of a success moved: at the confirmation for offline payments, else at the result. */
const movedAt = sql`CASE WHEN source = 'c2b' THEN created_at ELSE settled_at END`;

type Conditions = {
  /** Served by an index that is ordered by time. */
  indexCondition: Sql | undefined;
  /** Checked row by row. */
  checked: Sql[];
  /** One plan is best for every value: without a condition, or by a value that few payments share. */
  hasOnePlan: boolean;
};

/** Picks the most selective condition that an index serves. */
function conditionsOf(tenant: Tenant | Span, filter: BrowseFilter): Conditions {
  const { resultCodes, metadata } = filter;
  const onlyCode = resultCodes?.length === 1 ? resultCodes[0] : undefined;
  // Only the money of a success moved.
  const status = filter.status ?? (filter.movedFrom || filter.movedTo ? 'success' : undefined);
  const indexed = [
    given(filter.receipt, (receipt) => sql`provider_receipt = ${receipt}`),
    given(filter.phone, (phone) => sql`phone = ${phone}`),
    given(filter.accountReference, (reference) => sql`lower(account_ref) = lower(${reference})`),
    given(filter.needsReview === true || undefined, () => sql`needs_review`),
    given(onlyCode, (code) => sql`status = 'failed' AND result_code = ${code}`),
    onlyCode === undefined ? given(status, (each) => sql`status = ${each}::"PaymentStatus"`) : undefined,
  ];
  const others = [
    given(filter.exactReference, (reference) => sql`account_ref = ${reference}`),
    onlyCode === undefined ? given(resultCodes, (codes) => sql`result_code = ANY(${codes}::text[])`) : undefined,
    given(filter.source, (source) => sql`source = ${source}::"PaymentSource"`),
    given(filter.rail, (rail) => sql`rail = ${rail}::"Rail"`),
    given(filter.payerName, (name) => sql`position(lower(${name}) IN lower(payer_name)) > 0`),
    given(filter.shortcode, (number) => sql`shortcode = ANY(${addressesOf(number)}::text[])`),
    given(filter.movedFrom, (from) => sql`status = 'success' AND ${movedAt} >= ${from}::timestamptz`),
    given(filter.movedTo, (to) => sql`status = 'success' AND ${movedAt} < ${to}::timestamptz`),
    given(filter.amountMin, (amount) => sql`amount >= ${amount}`),
    given(filter.amountMax, (amount) => sql`amount <= ${amount}`),
    given(filter.refund, (refund) => hasRefund(tenant, refund)),
    given(filter.needsReview === false || undefined, () => sql`NOT needs_review`),
    given(filter.net, (net) => hasNet(tenant, net)),
    given(metadata, (candidates) => containsMetadata(tenant, candidates)),
  ];
  const [indexCondition, ...rest] = indexed.filter((condition) => condition !== undefined);
  const hasOnePlan = Boolean(!indexCondition || filter.receipt || filter.phone || filter.accountReference);
  return { indexCondition, checked: [...rest, ...others.filter((condition) => condition !== undefined)], hasOnePlan };
}

function hasRefund(tenant: Tenant | Span, refund: NonNullable<BrowseFilter['refund']>): Sql {
  const state = refund === 'refunded' ? sql`status = 'success'` : sql`status = 'pending' AND live_receipt IS NOT NULL`;
  return sql`
    (application_id, provider_receipt) IN (
      SELECT application_id, transaction_id FROM disbursements
      WHERE ${ofTenant(tenant)} AND kind = 'reversal' AND ${state})`;
}

/** The condition of a net status. */
function hasNet(tenant: Tenant | Span, net: NonNullable<BrowseFilter['net']>): Sql {
  if (net === 'pending' || net === 'failed') return sql`status = ${net}::"PaymentStatus"`;
  const [refunded, pending] = [hasRefund(tenant, 'refunded'), hasRefund(tenant, 'pending')];
  if (net === 'refunded') return sql`status = 'success' AND ${refunded}`;
  if (net === 'refund_pending') return sql`status = 'success' AND ${pending} AND (${refunded}) IS NOT TRUE`;
  return sql`status = 'success' AND (${refunded}) IS NOT TRUE AND (${pending}) IS NOT TRUE`;
}

/** The index on metadata needs the application's id as a constant: it is searched per application. */
function containsMetadata(tenant: Tenant | Span, candidates: string[]): Sql {
  const applicationId = 'applicationId' in tenant ? tenant.applicationId : (tenant.applicationIds[0] ?? '');
  const each = candidates.map(
    (text) => sql`
      payment_metadata(application_id, metadata) @> jsonb_build_object(${applicationId}::text, ${text}::jsonb)`,
  );
  return sql`(${join(each, ' OR ')})`;
}

/** Whether an index serves the whole filter, so that no page is short. */
export function isExact(tenant: Tenant | Span, filter: BrowseFilter): boolean {
  return conditionsOf(tenant, filter).checked.length === 0;
}

/** Payments by the one best index. A page reads at most `scanMax` of them. */
export function scanned(
  tenant: Tenant | Span,
  filter: BrowseFilter,
  scanMax: number,
  columns: Sql = rowColumns,
): PageQuery {
  const { indexCondition, checked, hasOnePlan } = conditionsOf(tenant, filter);
  return {
    idType: 'uuid',
    columns,
    rows: rowsWithin(sql`payments`, tenant, indexCondition),
    conditions: checked,
    scanMax,
    isPrepared: hasOnePlan,
  };
}

/** All payments that meet a filter, without a limit of read rows, with columns of a payment `r`. */
export function allOf(tenant: Tenant, filter: PaymentFilter, columns: Sql): PageQuery {
  const { indexCondition, checked, hasOnePlan } = conditionsOf(tenant, filter);
  const conditions = [...(indexCondition ? [indexCondition] : []), ...checked];
  const condition = conditions.length === 0 ? undefined : join(conditions, ' AND ');
  return {
    idType: 'uuid',
    columns,
    rows: rowsWithin(sql`payments`, tenant, condition),
    conditions: [],
    isPrepared: hasOnePlan && checked.length === 0,
  };
}

/** Failures with one of a few codes and no other condition: the newest of each code, by the index on codes. */
export function failedWith(tenant: Tenant, resultCodes: string[], columns: Sql): PageQuery {
  const ofCode = rowsOf(sql`payments`, sql`${ofTenant(tenant)} AND status = 'failed' AND result_code = wanted.code`);
  return {
    idType: 'uuid',
    columns,
    rows: (slice) => sql`
      SELECT failed.* FROM unnest(${resultCodes}::text[]) AS wanted(code)
      CROSS JOIN LATERAL (${ofCode(slice)}) failed ${slice.order} LIMIT ${slice.limit}`,
    conditions: [],
  };
}

/** What {@link findByMetadata} selects of a payment: the columns that a row or another condition needs. */
const foundColumns = sql`
  id, application_id, environment, status, source, rail, amount, exact_amount, phone, payer_name, account_ref, provider_receipt, shortcode,
  result_code, result_desc, settled_by, created_at, settled_at, next_query_at, needs_review`;

/**
 * Reads a page by the index on metadata: at most `max` payments with the metadata, whatever the other conditions.
 * @returns undefined when more payments have the metadata
 */
export async function findByMetadata<Row extends { id: string }>(
  db: Queryable,
  tenant: Tenant,
  { metadata, ...others }: BrowseFilter & { metadata: string[] },
  { slice, max, columns }: { slice: Slice; max: number; columns: Sql },
): Promise<Row[] | undefined> {
  const { indexCondition, checked } = conditionsOf(tenant, others);
  const where = join([slice.range, ...(indexCondition ? [indexCondition] : []), ...checked], ' AND ');
  const rows = await query<Row & { isRare: boolean }>(
    db,
    '',
    sql`
      WITH found AS MATERIALIZED (
        SELECT ${foundColumns} FROM payments
        WHERE ${ofTenant(tenant)} AND ${containsMetadata(tenant, metadata)} LIMIT ${raw(String(max + 1))}),
      total AS (SELECT count(*) <= ${max}::int AS "isRare" FROM found)
      SELECT total."isRare", page.* FROM total LEFT JOIN LATERAL (
        SELECT ${columns} FROM (SELECT * FROM found WHERE ${where} ${slice.order} LIMIT ${slice.limit}) r
      ) page ON total."isRare"
      ORDER BY page."createdAt" ${slice.direction}, page.id ${slice.direction}`,
  );
  if (!rows[0]?.isRare) return undefined;
  return rows.filter(({ id }) => id !== null);
}
