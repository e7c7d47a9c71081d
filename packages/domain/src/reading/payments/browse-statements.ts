import type { Tenant } from '../../context.ts';
import { ownPayments } from '../../payments/index.ts';
import type { Cursor } from '../keyset.ts';
import type { BrowseFilter } from './browse-filter.ts';

export type Statement = { text: string; values: unknown[] };

/** Where a page begins: what is older than a place, or newer than it. */
export type Place = Cursor & { direction: 'older' | 'newer' };

export type PageOf = { tenant: Tenant; filter: BrowseFilter; place: Place | undefined; limit: number };

const columns = [
  'id',
  'status',
  'source',
  'amount',
  'phone',
  'account_ref',
  'provider_receipt',
  'result_code',
  'result_desc',
  'settled_by',
  'created_at',
  'settled_at',
  'next_query_at',
  'needs_review',
];

/** What a row of the list is read from. */
export const rowColumns = `
  p.id, p.status, p.source, p.amount, p.phone, p.account_ref AS "accountRef", p.provider_receipt AS "providerReceipt",
  p.result_code AS "resultCode", p.result_desc AS "resultDesc", p.settled_by AS "settledBy", p.created_at AS "createdAt",
  p.settled_at AS "settledAt", p.next_query_at AS "nextQueryAt", p.needs_review AS "needsReview"`;

type Parameters = { values: unknown[]; next(value: unknown): string };

function parameters({ applicationId, environment }: Tenant): Parameters {
  const values: unknown[] = [applicationId, environment];
  return { values, next: (value) => `$${values.push(value)}` };
}

/** One condition per part of the filter. They are put together in two heaps: what an index is entered by, and what is checked. */
type Condition = { of: string; text(p: Parameters): string };

/** Whatever may be entered by an index comes first, the most selective one at the front. */
function conditionsOf(filter: BrowseFilter): Condition[] {
  const { status, source, phone, accountReference, receipt, resultCodes, amountMin, amountMax, metadata } = filter;
  const onlyCode = resultCodes?.length === 1 ? resultCodes[0] : undefined;
  const all: (Condition | false | undefined)[] = [
    receipt !== undefined && { of: 'receipt', text: (p) => `provider_receipt = ${p.next(receipt)}` },
    phone !== undefined && { of: 'phone', text: (p) => `phone = ${p.next(phone)}` },
    accountReference !== undefined && { of: 'reference', text: (p) => `account_ref = ${p.next(accountReference)}` },
    filter.needsReview && { of: 'review', text: () => 'needs_review' },
    onlyCode !== undefined && { of: 'code', text: (p) => `status = 'failed' AND result_code = ${p.next(onlyCode)}` },
    status !== undefined &&
      onlyCode === undefined && { of: 'status', text: (p) => `status = ${p.next(status)}::"PaymentStatus"` },
    resultCodes &&
      onlyCode === undefined && { of: 'codes', text: (p) => `result_code = ANY(${p.next(resultCodes)}::text[])` },
    source !== undefined && { of: 'source', text: (p) => `source = ${p.next(source)}::"PaymentSource"` },
    amountMin !== undefined && { of: 'amount', text: (p) => `amount >= ${p.next(amountMin)}` },
    amountMax !== undefined && { of: 'amount', text: (p) => `amount <= ${p.next(amountMax)}` },
    metadata && { of: 'metadata', text: (p) => containsMetadata(metadata, p) },
  ];
  return all.filter((condition) => condition !== false && condition !== undefined);
}

const entrances = ['receipt', 'phone', 'reference', 'review', 'code', 'status'];

function containsMetadata(candidates: string[], p: Parameters): string {
  const each = candidates.map(
    (text) => `payment_metadata(application_id, metadata) @> jsonb_build_object($1::text, ${p.next(text)}::jsonb)`,
  );
  return `(${each.join(' OR ')})`;
}

function orderOf(place: Place | undefined): string {
  const order = place?.direction === 'newer' ? 'ASC' : 'DESC';
  return `ORDER BY created_at ${order}, id ${order}`;
}

function rangeOf({ filter, place }: PageOf, p: Parameters): string {
  const { createdFrom, createdTo } = filter;
  const all = [
    createdFrom && `created_at >= ${p.next(createdFrom)}::timestamptz`,
    createdTo && `created_at < ${p.next(createdTo)}::timestamptz`,
    place &&
      `(created_at, id) ${place.direction === 'newer' ? '>' : '<'} (${p.next(place.at)}::timestamptz, ${p.next(place.id)}::uuid)`,
  ];
  return [ownPayments, ...all.filter((text) => text !== undefined)].join(' AND ');
}

function split(filter: BrowseFilter): { entrance: Condition[]; checked: Condition[] } {
  const [first, ...rest] = conditionsOf(filter);
  if (!first) return { entrance: [], checked: [] };
  return entrances.includes(first.of)
    ? { entrance: [first], checked: rest }
    : { entrance: [], checked: [first, ...rest] };
}

const joined = (conditions: Condition[], p: Parameters) => conditions.map((each) => each.text(p));

/** Whether every row that the index gives belongs to the page: such a page is never short because of its bound. */
export function isExact(filter: BrowseFilter): boolean {
  return split(filter).checked.length === 0;
}

/** A page by the one best index, looking at no more than `scanMax` of its rows. */
export function scanPage(page: PageOf, scanMax: number): Statement {
  const p = parameters(page.tenant);
  const { entrance, checked } = split(page.filter);
  const inner = [rangeOf(page, p), ...joined(entrance, p)].join(' AND ');
  const outer = ['true', ...joined(checked, p)].join(' AND ');
  const order = orderOf(page.place);
  return {
    text: `
      SELECT ${rowColumns} FROM (
        SELECT * FROM payments WHERE ${inner} ${order} LIMIT ${checked.length === 0 ? page.limit : scanMax}) p
      WHERE ${outer} ${order} LIMIT ${page.limit}`,
    values: p.values,
  };
}

/** The last row that {@link scanPage} could look at when there are more. */
export function scanEnd(page: PageOf, scanMax: number): Statement {
  const p = parameters(page.tenant);
  const inner = [rangeOf(page, p), ...joined(split(page.filter).entrance, p)].join(' AND ');
  return {
    text: `SELECT created_at AS at, id FROM payments WHERE ${inner} ${orderOf(page.place)} OFFSET ${scanMax - 1} LIMIT 1`,
    values: p.values,
  };
}

/** Failures with a few codes and nothing else: the newest of each by an index of their own, put together. */
export function codesPage(page: PageOf, resultCodes: string[]): Statement {
  const p = parameters(page.tenant);
  const range = rangeOf(page, p);
  const order = orderOf(page.place);
  return {
    text: `
      SELECT ${rowColumns} FROM unnest(${p.next(resultCodes)}::text[]) AS wanted(code) CROSS JOIN LATERAL (
        SELECT * FROM payments WHERE ${range} AND status = 'failed' AND result_code = wanted.code
        ${order} LIMIT ${page.limit}) p
      ${order} LIMIT ${page.limit}`,
    values: p.values,
  };
}

/** How many payments the database expects to contain that, from its statistics: it counts nothing. */
export function metadataEstimate(page: PageOf, metadata: string[]): Statement {
  const p = parameters(page.tenant);
  const where = [ownPayments, containsMetadata(metadata, p)].join(' AND ');
  return { text: `EXPLAIN (FORMAT JSON) SELECT 1 FROM payments WHERE ${where}`, values: p.values };
}

/** A page by what the metadata contains. Each row says how many there were to choose from, at most `foundMax` + 1. */
export function metadataPage(page: PageOf, metadata: string[], foundMax: number): Statement {
  const p = parameters(page.tenant);
  const { metadata: _, ...others } = page.filter;
  const all = [rangeOf(page, p), containsMetadata(metadata, p), ...joined(conditionsOf(others), p)].join(' AND ');
  return {
    text: `
      WITH found AS MATERIALIZED (SELECT ${columns.join(', ')} FROM payments WHERE ${all} LIMIT ${foundMax + 1})
      SELECT ${rowColumns}, (SELECT count(*)::int FROM found) AS found FROM found p
      ${orderOf(page.place)} LIMIT ${page.limit}`,
    values: p.values,
  };
}
