import type { Sql } from '@tillgate/db';
import { requirePermission } from '../../kernel/authority.ts';
import type { Context, Tenant, TenantContext } from '../../kernel/context.ts';
import { parseInput } from '../../kernel/input.ts';
import { type Cursor, type Found, foundOf, pageOf, placeOf, readRows, type Span, sliceOf } from '../keyset.ts';
import { madeBefore } from '../period.ts';
import type { RowId } from '../relay.ts';
import { type BrowseFilter, type BrowsePaymentsInput, browsePaymentsSchema } from './browse-filter.ts';
import { failedWith, findByMetadata, isExact, rowColumns, scanned } from './browse-statements.ts';
import { codesOfCategory } from './list-reasons.ts';
import { listRow, type PaymentListRow, type StoredRow } from './payment-row.ts';

/** How many payments a page reads to find matching ones. */
const scanMax = 30_000;
/** How many of the newest payments are searched for metadata before the index on metadata is used. */
const metadataScanMax = 4_000;
/** How many payments with the same metadata are sorted. With more of them, the newest payments are searched. */
const metadataFoundMax = 10_000;

export type PaymentsPage = {
  payments: PaymentListRow[];
  /** The `after` or `before` of the next call; null at the end of the list. */
  newer: string | null;
  older: string | null;
  /** The cursor of the first payment, from which {@link watchPayments} counts. */
  top: string | null;
  /** Set when the page is short because it reached the limit of payments to read: the time of the last one. */
  lookedBackTo: string | null;
};

/**
 * A tenant's payments for people, newest first, a page at a time in either direction, in bounded time. When few of many
 * payments meet the filter, a page may be short: `lookedBackTo` is where it stopped, and `older` continues there.
 * @throws DomainError invalid_input
 */
export async function browsePayments(ctx: TenantContext, input: BrowsePaymentsInput): Promise<PaymentsPage> {
  requirePermission(ctx, 'payments.read');
  const { limit, before, after, ...filters } = parseInput(browsePaymentsSchema, input);
  const place = { limit, before, after };
  const found = await readFiltered(ctx, await resolved(ctx, filters), place);
  const { rows, newer, older } = pageOf(found, place);
  return {
    payments: rows.map(listRow),
    newer,
    older,
    top: placeOf(rows.at(0)),
    lookedBackTo: found.scanEnd?.at.toISOString() ?? null,
  };
}

type Parsed = ReturnType<typeof browsePaymentsSchema.parse>;
type Filters = Omit<Parsed, 'limit' | 'before' | 'after'>;

/** The source: one tenant, or a span of them. */
export type Within = Pick<Context, 'db'> & { tenant: Tenant | Span };
type WithReasons = Omit<BrowseFilter, 'resultCodes'> & { category?: Filters['category']; resultCode?: string };

/** Replaces reasons in a filter by codes. */
export async function resolved(ctx: Within, filters: WithReasons): Promise<BrowseFilter> {
  const { category, resultCode, ...rest } = filters;
  if (category === undefined && resultCode === undefined) return rest;
  const ofCategory = category === undefined ? undefined : await codesOfCategory(ctx, category);
  const codes = resultCode === undefined ? ofCategory : [resultCode];
  const resultCodes = codes?.filter((code) => ofCategory?.includes(code) ?? true) ?? [];
  // Only failures have reasons; with another status nothing matches.
  const isPossible = rest.status === undefined || rest.status === 'failed';
  return { ...rest, status: 'failed', resultCodes: isPossible ? resultCodes : [] };
}

/** Reads payments that meet a filter, as {@link readRows} does. `columns` are those of a payment `r`, with its id and time. */
export async function readFiltered<Row extends RowId = StoredRow>(
  ctx: Within,
  filter: BrowseFilter,
  place: { limit: number; before?: Cursor; after?: Cursor },
  columns: Sql = rowColumns,
): Promise<Found<Row>> {
  const { db, tenant } = ctx;
  const page = { ...place, since: filter.createdFrom, until: madeBefore(filter) };
  const { resultCodes, metadata } = filter;
  if (resultCodes?.length === 0) return { rows: [], hasMore: false };
  const rowsMax = scanMaxOf(tenant);
  if (!('applicationId' in tenant)) return readRows(db, scanned(tenant, filter, rowsMax, columns), page);
  if (resultCodes && resultCodes.length > 1 && isOnlyCodes(tenant, filter)) {
    return readRows(db, failedWith(tenant, resultCodes, columns), page);
  }
  if (!metadata) return readRows(db, scanned(tenant, filter, rowsMax, columns), page);
  const near = await readRows<Row>(db, scanned(tenant, filter, metadataScanMax, columns), page);
  if (!near.scanEnd) return near;
  const slice = sliceOf('uuid', page);
  const rows = await findByMetadata<Row>(
    db.pool,
    tenant,
    { ...filter, metadata },
    { slice, max: metadataFoundMax, columns },
  );
  return rows ? foundOf(rows, page) : readRows(db, scanned(tenant, filter, rowsMax, columns), page);
}

/** Rows of several applications are merged, so they share the limit of one. */
function scanMaxOf(tenant: Tenant | Span): number {
  return 'applicationId' in tenant ? scanMax : Math.ceil(scanMax / Math.max(tenant.applicationIds.length, 1));
}

function isOnlyCodes(tenant: Tenant, filter: BrowseFilter): boolean {
  const { status: _status, resultCodes: _codes, ...others } = filter;
  return isExact(tenant, others) && !others.phone && !others.accountReference && !others.receipt && !others.needsReview;
}
