import type { TenantContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { type Cursor, cursorText } from '../keyset.ts';
import { type BrowseFilter, type BrowsePaymentsInput, browsePaymentsSchema } from './browse-filter.ts';
import {
  codesPage,
  isExact,
  metadataEstimate,
  metadataPage,
  type PageOf,
  type Place,
  type Statement,
  scanEnd,
  scanPage,
} from './browse-statements.ts';
import { codesOfCategory } from './list-reasons.ts';
import { listRow, type PaymentListRow, type StoredRow } from './payment-row.ts';

/** A page looks at no more payments than this for those that fit its filter; the next page goes on from there. */
export const scanMax = 30_000;
/** Metadata is looked for among so many of the newest before its index is asked, and so many of what that finds are sorted. */
const metadataScanMax = 4_000;
const metadataFoundMax = 10_000;
/** What more payments have, as far as the database can tell, is quicker found by looking through the newest. */
const metadataExpectedMax = 100_000;
/** The database may be mistaken about that. */
const metadataTimeoutMs = 1_000;
const canceledState = '57014';

export type PaymentsPage = {
  payments: PaymentListRow[];
  /** What the next call gets as `after` or `before`; null where the list ends. */
  newer: string | null;
  older: string | null;
  /** The place of the first payment: what {@link watchPayments} counts from. */
  top: string | null;
  /** Set when the page is short because only so many payments were looked at: the time that it got to. */
  lookedBackTo: string | null;
};

/**
 * A tenant's payments for people, newest first, a page at a time in either direction, in bounded time: with a filter that fits
 * few of very many payments a page may hold less than `limit`, say how far it looked, and go on from there.
 * @throws DomainError invalid_input
 */
export async function browsePayments(ctx: TenantContext, input: BrowsePaymentsInput): Promise<PaymentsPage> {
  const { limit, before, after, ...given } = parseInput(browsePaymentsSchema, input);
  const filter = await resolved(ctx, given);
  const place: Place | undefined = after
    ? { ...after, direction: 'newer' }
    : before && { ...before, direction: 'older' };
  // One more than is shown tells whether there are more.
  const { rows, end } = await readRows(ctx, { tenant: ctx.tenant, filter, place, limit: limit + 1 });
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  if (place?.direction === 'newer') shown.reverse();
  return {
    payments: shown.map(listRow),
    ...edges(shown, place, hasMore, end),
    top: placeOf(shown.at(0)),
    lookedBackTo: !hasMore && end ? end.at.toISOString() : null,
  };
}

type Parsed = ReturnType<typeof browsePaymentsSchema.parse>;
type Given = Omit<Parsed, 'limit' | 'before' | 'after'>;

/** A filter in terms of the rows: reasons become codes. */
export async function resolved(ctx: TenantContext, given: Given): Promise<BrowseFilter> {
  const { category, resultCode, ...rest } = given;
  if (category === undefined && resultCode === undefined) return rest;
  const ofCategory = category === undefined ? undefined : await codesOfCategory(ctx, category);
  const codes = resultCode === undefined ? ofCategory : [resultCode];
  const resultCodes = codes?.filter((code) => ofCategory?.includes(code) ?? true) ?? [];
  // Only failures have reasons; with another status nothing fits.
  const isPossible = rest.status === undefined || rest.status === 'failed';
  return { ...rest, status: 'failed', resultCodes: isPossible ? resultCodes : [] };
}

type Estimate = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] };
type Found = { rows: StoredRow[]; end?: Cursor };

/** At most `page.limit` rows; `end` is the last row that was looked at when there may be more beyond. */
export async function readRows(ctx: TenantContext, page: PageOf): Promise<Found> {
  const { resultCodes, metadata } = page.filter;
  if (resultCodes?.length === 0) return { rows: [] };
  if (resultCodes && resultCodes.length > 1 && isOnlyCodes(page.filter)) {
    return { rows: await read(ctx, codesPage(page, resultCodes)) };
  }
  if (!metadata) return scan(ctx, page, scanMax);
  const near = await scan(ctx, page, metadataScanMax);
  if (!near.end) return near;
  return (await findByMetadata(ctx, page, metadata)) ?? scan(ctx, page, scanMax);
}

function isOnlyCodes(filter: BrowseFilter): boolean {
  const { status: _status, resultCodes: _codes, ...others } = filter;
  return isExact(others) && !others.phone && !others.accountReference && !others.receipt && !others.needsReview;
}

async function read<Row extends object = StoredRow>(ctx: TenantContext, statement: Statement): Promise<Row[]> {
  const { rows } = await ctx.db.pool.query<Row>(statement);
  return rows;
}

async function scan(ctx: TenantContext, page: PageOf, max: number): Promise<Found> {
  const rows = await read(ctx, scanPage(page, max));
  if (rows.length === page.limit || isExact(page.filter)) return { rows };
  const [end] = await read<Cursor>(ctx, scanEnd(page, max));
  return { rows, end };
}

/** Undefined when there are too many of them for that. */
async function findByMetadata(ctx: TenantContext, page: PageOf, metadata: string[]): Promise<Found | undefined> {
  const [estimate] = await read<Estimate>(ctx, metadataEstimate(page, metadata));
  if ((estimate?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) > metadataExpectedMax) return undefined;
  try {
    return await ctx.db.transaction(async (db) => {
      await db.query({ name: '', text: `SET LOCAL statement_timeout = ${metadataTimeoutMs}`, values: [] });
      const { rows } = await db.query<StoredRow & { found: number }>({
        name: '',
        ...metadataPage(page, metadata, metadataFoundMax),
      });
      return (rows[0]?.found ?? 0) > metadataFoundMax ? undefined : { rows };
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === canceledState) return undefined;
    throw error;
  }
}

function placeOf(row: StoredRow | undefined): string | null {
  return row ? cursorText({ at: row.createdAt, id: row.id }) : null;
}

function edges(rows: StoredRow[], place: Place | undefined, hasMore: boolean, end: Cursor | undefined) {
  const [first, last] = [placeOf(rows.at(0)), placeOf(rows.at(-1))];
  const further = end ? cursorText(end) : null;
  // The payment that the cursor names lies on the other side, so there is a way back even from an empty page.
  if (place?.direction === 'newer') return { newer: hasMore ? first : further, older: last ?? cursorText(place) };
  return { newer: place ? (first ?? cursorText(place)) : null, older: hasMore ? last : further };
}
