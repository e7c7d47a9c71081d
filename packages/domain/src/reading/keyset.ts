import { createHash } from 'node:crypto';
import { type Database, type Environment, empty, join, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import { z } from 'zod';
import type { Tenant } from '../kernel/context.ts';
import { invalidInput, issue, wholeNumber } from '../kernel/input.ts';
import { issues } from '../kernel/refusals.ts';

/** A row's position in a list that is ordered by time and id. */
export type Cursor = { at: Date; id: string };

const pageSizeMax = 100;
const pageSizeDefault = 50;
/** Default number of rows that a page reads. */
const scanMaxDefault = 20_000;
const cursorLengthMax = 120;
const cursorFormat = /^(\d{1,15})\.((?:req_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const uuidLength = 36;

/** The text form of a cursor, opaque to callers. */
function cursorText({ at, id }: Cursor): string {
  return `${at.getTime()}.${id}`;
}

/** A place in a list that a caller sends back. */
export const cursorSchema = z
  .string({ error: issues.text })
  .max(cursorLengthMax, { error: issues.place })
  .regex(cursorFormat, { error: issues.place, abort: true })
  .transform((text): Cursor => {
    const [, time = '', id = ''] = cursorFormat.exec(text) ?? [];
    return { at: new Date(Number(time)), id };
  });

/** The input of every list: at most one of `before` (older rows) and `after` (newer rows). */
export const pageInput = {
  limit: wholeNumber(1, pageSizeMax).default(pageSizeDefault),
  before: cursorSchema.optional(),
  after: cursorSchema.optional(),
  /** Created at or after. */
  since: z.date({ error: issues.date }).optional(),
  /** Created before. */
  until: z.date({ error: issues.date }).optional(),
};

type PageInput = { limit: number; before?: Cursor; after?: Cursor; since?: Date; until?: Date };

/** `newer` and `older` are the cursors for `after` and `before`; null where the list ends. */
export type Page<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** The part of a list that a page reads, as SQL over `created_at` and `id`. */
export type Slice = { range: Sql; direction: Sql; order: Sql; limit: Sql };

export type PageQuery = {
  /** The rows of the list in a slice, read by an index: see {@link rowsOf}. They have `created_at` and `id`. */
  rows: (slice: Slice) => Sql;
  idType: 'uuid' | 'text';
  /** The returned columns of each row `r`, with its `id` and "createdAt". */
  columns: Sql;
  joins?: Sql;
  /** Conditions that rows `r` must all meet. */
  conditions: (Sql | undefined)[];
  /** How many rows a page reads to find matching ones. */
  scanMax?: number;
  /** A page without conditions is prepared: one index serves every page of `rows`, whatever the values in it. */
  isPrepared?: boolean;
};

/** Reads a slice of a table, or of another source of rows. `where` must be served by an index that ends in time and id. */
export function rowsOf(table: Sql, where: Sql): PageQuery['rows'] {
  return ({ range, order, limit }) => sql`SELECT * FROM ${table} WHERE ${where} AND ${range} ${order} LIMIT ${limit}`;
}

/** The applications that one list reads, in one environment. */
export type Span = { applicationIds: readonly string[]; environment: Environment };

/** The condition on rows of one tenant, or of a span of them. */
export function ofTenant(within: Tenant | Span): Sql {
  const environment = sql`environment = ${within.environment}::"Environment"`;
  if ('applicationId' in within) return sql`application_id = ${within.applicationId}::uuid AND ${environment}`;
  return sql`application_id = ANY(${within.applicationIds}::uuid[]) AND ${environment}`;
}

/** Reads a slice like {@link rowsOf}, of one tenant or of a span. For a span it merges the slices of all applications. */
export function rowsWithin(table: Sql, within: Tenant | Span, condition?: Sql): PageQuery['rows'] {
  const also = condition ? sql` AND ${condition}` : empty;
  if ('applicationId' in within) return rowsOf(table, sql`${ofTenant(within)}${also}`);
  const { applicationIds, environment } = within;
  const [applicationId = '', ...others] = applicationIds;
  if (others.length === 0 && applicationId !== '') return rowsWithin(table, { applicationId, environment }, condition);
  const ofOne = rowsOf(
    table,
    sql`application_id = wanted.application AND environment = ${environment}::"Environment"${also}`,
  );
  return (slice) => sql`
    SELECT found.* FROM unnest(${applicationIds}::uuid[]) AS wanted(application)
    CROSS JOIN LATERAL (${ofOne(slice)}) found ${slice.order} LIMIT ${slice.limit}`;
}

/** A condition that applies when its value is given. */
export function given<Value, To = Sql>(value: Value | null | undefined, make: (value: Value) => To): To | undefined {
  return value === undefined || value === null ? undefined : make(value);
}

/** `scanEnd` is the last row that was read, when the page is short and more rows follow. */
export type Found<Row> = { rows: Row[]; hasMore: boolean; scanEnd?: Cursor };

type Rows = { createdAt: Date; id: string };

/** No name: a page with a filter is planned for its values, because their frequency varies widely. */
const planned = '';
const preparedNames = new Map<string, string>();
const nameDigits = 20;

/**
 * The name of a prepared page. It derives from the text, because several bundles that share connections contain this
 * file.
 */
function preparedName(text: string): string {
  const name =
    preparedNames.get(text) ?? `page_${createHash('sha256').update(text).digest('hex').slice(0, nameDigits)}`;
  preparedNames.set(text, name);
  return name;
}

/**
 * Reads at most `page.limit` rows in one direction: the newest first, or with `after` the oldest first. Reads at most
 * `scanMax` rows. When few rows meet the conditions, the result may be short and `scanEnd` is set.
 * @throws DomainError invalid_input when the cursor is of another list
 */
export async function readRows<Row extends Rows>(
  db: Pick<Database, 'pool'>,
  list: PageQuery,
  page: PageInput,
): Promise<Found<Row>> {
  const { conditions, scanMax = scanMaxDefault } = list;
  const kept = conditions.flatMap((condition) => (condition ? [sql`(${condition})`] : []));
  const isWhole = kept.length === 0;
  const isPrepared = isWhole && list.isPrepared === true;
  const slice = sliceOf(list.idType, page, isPrepared);
  const { direction, order, limit } = slice;
  const bounded = list.rows({ ...slice, limit: raw(String(scanMax)) });
  const statement = sql`
    SELECT ${list.columns} FROM (${isWhole ? list.rows(slice) : bounded}) r ${list.joins ?? empty}
    ${isWhole ? empty : sql`WHERE ${join(kept, ' AND ')}`}
    ORDER BY r.created_at ${direction}, r.id ${direction} LIMIT ${limit}`;
  const name = isPrepared ? preparedName(statement.text) : planned;
  const rows = await query<Row>(db.pool, name, statement);
  const found = foundOf(rows, page);
  if (found.hasMore || isWhole) return found;
  const scanEnd = await findScanEnd(db.pool, { rows: bounded, order, scanMax });
  return scanEnd ? { ...found, scanEnd } : found;
}

/** The slice that a page reads. It has one row more than the page, which shows whether more rows follow. */
export function sliceOf(idType: PageQuery['idType'], page: PageInput, isPrepared = false): Slice {
  const direction = raw(page.after ? 'ASC' : 'DESC');
  return {
    range: rangeOf(idType, page, isPrepared),
    direction,
    order: sql`ORDER BY created_at ${direction}, id ${direction}`,
    limit: sql`${page.limit + 1}`,
  };
}

/** The rows of a {@link sliceOf} without the extra row. */
export function foundOf<Row>(rows: Row[], { limit }: PageInput): Found<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** The last row that a page reads when there are at least `scanMax`. */
async function findScanEnd(
  db: Queryable,
  { rows, order, scanMax }: { rows: Sql; order: Sql; scanMax: number },
): Promise<Cursor | undefined> {
  const [end] = await query<Cursor>(
    db,
    planned,
    sql`SELECT created_at AS at, id FROM (${rows}) r ${order} OFFSET ${scanMax - 1} LIMIT 1`,
  );
  return end;
}

/**
 * Reads one page, the newest first, in either direction, in bounded time: see {@link readRows}. A short page with an
 * `older` cursor continues there.
 * @throws DomainError invalid_input when the cursor is of another list
 */
export async function readPage<Row extends Rows>(
  db: Pick<Database, 'pool'>,
  list: PageQuery,
  page: PageInput,
): Promise<Page<Row>> {
  return pageOf(await readRows<Row>(db, list, page), page);
}

/** Puts the result of {@link readRows} into the order of the list, with the cursors of the neighbouring pages. */
export function pageOf<Row extends Rows>({ rows, hasMore, scanEnd }: Found<Row>, page: PageInput): Page<Row> {
  const { before, after } = page;
  const shown = after ? rows.toReversed() : rows;
  const [first, last] = [placeOf(shown.at(0)), placeOf(shown.at(-1))];
  const further = scanEnd ? cursorText(scanEnd) : null;
  // The row of the cursor is on the other side, so that even an empty page has a way back.
  if (after) return { rows: shown, newer: hasMore ? first : further, older: last ?? cursorText(after) };
  return {
    rows: shown,
    newer: before ? (first ?? cursorText(before)) : null,
    older: hasMore ? last : further,
  };
}

/** The cursor of a row. */
export function placeOf(row: Rows | undefined): string | null {
  return row ? cursorText({ at: row.createdAt, id: row.id }) : null;
}

/**
 * The cursor also bounds the time, because Postgres enters an index by a bound of its first columns and not by a pair.
 * The first page of a prepared list starts from a far future time, so that its text equals that of other pages. The
 * planner would look up such a time in the index, so a planned page has no bound on its open side.
 */
function rangeOf(idType: PageQuery['idType'], page: PageInput, isPrepared: boolean): Sql {
  const cursor = page.after ?? page.before;
  if (cursor && (idType === 'uuid') !== (cursor.id.length === uuidLength)) {
    throw invalidInput(issue(page.after ? 'after' : 'before', issues.place));
  }
  const place = cursor ?? (isPrepared ? { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' } : undefined);
  const since = latest(page.since, page.after?.at) ?? (isPrepared ? '-infinity' : undefined);
  const until = earliest(page.until, page.before && new Date(page.before.at.getTime() + 1));
  const bounds = [
    given(since, (time) => sql`created_at >= ${time}::timestamptz`),
    given(until ?? (isPrepared ? 'infinity' : undefined), (time) => sql`created_at < ${time}::timestamptz`),
    given(place, ({ at, id }) => {
      return sql`(created_at, id) ${raw(page.after ? '>' : '<')} (${at}::timestamptz, ${id}::${raw(idType)})`;
    }),
  ].filter((bound) => bound !== undefined);
  return bounds.length === 0 ? raw('true') : join(bounds, ' AND ');
}

const latest = (a?: Date, b?: Date) => (a && b ? (a > b ? a : b) : (a ?? b));
const earliest = (a?: Date, b?: Date) => (a && b ? (a < b ? a : b) : (a ?? b));
