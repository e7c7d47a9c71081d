import type { Database } from '@tillgate/db';
import { z } from 'zod';
import { invalidInput } from '../input.ts';

/** A place in a list that is ordered by time and id, the newest first. */
export type Cursor = { at: Date; id: string };

export const pageSizeMax = 100;
const pageSizeDefault = 50;
/** A page looks at no more rows than this for those that fit its filter; the next page goes on from there. */
export const scanMax = 20_000;
const cursorLengthMax = 120;
const cursorFormat = /^(\d{1,15})\.((?:req_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const uuidLength = 36;

/** The text form of a cursor: opaque to those who hand it back. */
export function cursorText({ at, id }: Cursor): string {
  return `${at.getTime()}.${id}`;
}

const cursorSchema = z
  .string({ error: 'must be a text' })
  .max(cursorLengthMax, { error: 'is not a place in this list' })
  .regex(cursorFormat, { error: 'is not a place in this list', abort: true })
  .transform((text): Cursor => {
    const [, time = '', id = ''] = cursorFormat.exec(text) ?? [];
    return { at: new Date(Number(time)), id };
  });

/** What every list takes: at most one of `before` (what is older) and `after` (what is newer). */
export const pageInput = {
  limit: z
    .int({ error: 'must be a whole number' })
    .min(1, { error: `must be 1 to ${pageSizeMax}` })
    .max(pageSizeMax, { error: `must be 1 to ${pageSizeMax}` })
    .default(pageSizeDefault),
  before: cursorSchema.optional(),
  after: cursorSchema.optional(),
  /** Made at or after. */
  since: z.date({ error: 'must be a date' }).optional(),
  /** Made before. */
  until: z.date({ error: 'must be a date' }).optional(),
};

export type PageInput = { limit: number; before?: Cursor; after?: Cursor; since?: Date; until?: Date };

/** `newer` and `older` are handed back as `after` and `before`; null where the list ends. */
export type Page<Row> = { rows: Row[]; newer: string | null; older: string | null };

export type PageQuery = {
  /** Names the prepared statements. */
  name: string;
  /** What is looked through by an index on its time and id: rows with `created_at` and `id`. Its parameters come first. */
  scanned: { from: string; where: string; values: unknown[]; idType: 'uuid' | 'text' };
  /** What is answered of the rows `r` that were looked through. */
  columns: string;
  joins?: string;
  /** Which of them are kept; its parameters begin at `$1` again. */
  filter: { where: string; values: unknown[] };
  /** Nothing is filtered out: a short page is the last one. */
  isUnfiltered: boolean;
};

/**
 * Reads one page, the newest first, in either direction, in bounded time: with a filter that fits few of very many rows a page
 * may hold less than its limit, even nothing, and still have an `older`.
 * @throws DomainError invalid_input when the cursor is of another list
 */
export async function readPage<Row extends { createdAt: Date; id: string }>(
  db: Pick<Database, 'pool'>,
  query: PageQuery,
  page: PageInput,
): Promise<Page<Row>> {
  const isForward = page.after !== undefined;
  const { text: range, values } = rangeOf(query, page);
  const order = isForward ? 'ASC' : 'DESC';
  const { rows } = await db.pool.query<Row>({
    name: `${query.name}_${order.toLowerCase()}`,
    text: `
      SELECT ${query.columns} FROM (
        SELECT * FROM ${query.scanned.from} WHERE ${range} ORDER BY created_at ${order}, id ${order} LIMIT ${scanMax}) r
      ${query.joins ?? ''}
      WHERE ${shifted(query.filter.where, values.length)}
      ORDER BY r.created_at ${order}, r.id ${order} LIMIT $${values.length + query.filter.values.length + 1}`,
    values: [...values, ...query.filter.values, page.limit + 1],
  });
  const hasMore = rows.length > page.limit;
  const shown = rows.slice(0, page.limit);
  if (isForward) shown.reverse();
  const end = hasMore || query.isUnfiltered ? undefined : await findScanEnd(db, query, range, values, order);
  return { rows: shown, ...edges(shown, page, hasMore, end) };
}

/** Where a page can be gone on from: `end` is the last row that was looked at when there are more. */
function edges<Row extends { createdAt: Date; id: string }>(
  rows: Row[],
  { before, after }: PageInput,
  hasMore: boolean,
  end: Cursor | undefined,
) {
  const [first, last] = [rows.at(0), rows.at(-1)];
  const further = end ? cursorText(end) : null;
  const at = (row: Row | undefined) => (row ? cursorText({ at: row.createdAt, id: row.id }) : null);
  // The row that the cursor names lies on the other side, so there is a way back even from an empty page.
  if (after) return { newer: hasMore ? at(first) : further, older: at(last) ?? cursorText(after) };
  return { newer: before ? (at(first) ?? cursorText(before)) : null, older: hasMore ? at(last) : further };
}

/** The first page begins before a time that never comes, so that one statement text serves it and all others. */
function rangeOf({ scanned }: PageQuery, page: PageInput): { text: string; values: unknown[] } {
  const n = scanned.values.length;
  const cursor = page.after ?? page.before;
  if (cursor && (scanned.idType === 'uuid') !== (cursor.id.length === uuidLength)) {
    throw invalidInput({ path: page.after ? 'after' : 'before', message: 'is not a place in this list' });
  }
  return {
    text: `${scanned.where} AND created_at >= $${n + 1} AND created_at < $${n + 2}
      AND (created_at, id) ${page.after ? '>' : '<'} ($${n + 3}::timestamptz, $${n + 4}::${scanned.idType})`,
    values: [
      ...scanned.values,
      page.since ?? '-infinity',
      page.until ?? 'infinity',
      cursor?.at ?? 'infinity',
      cursor?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ],
  };
}

/** The last row that a page could look at when there are more; undefined when it saw them all. */
async function findScanEnd(
  db: Pick<Database, 'pool'>,
  { name, scanned }: PageQuery,
  range: string,
  values: unknown[],
  order: string,
): Promise<Cursor | undefined> {
  const { rows } = await db.pool.query<Cursor>({
    name: `${name}_${order.toLowerCase()}_end`,
    text: `SELECT created_at AS at, id FROM ${scanned.from} WHERE ${range}
      ORDER BY created_at ${order}, id ${order} OFFSET ${scanMax - 1} LIMIT 1`,
    values,
  });
  return rows[0];
}

/** A text whose parameters begin at `$1`, to stand behind `by` others. */
function shifted(text: string, by: number): string {
  return text.replace(/\$(\d+)/g, (_whole, number) => `$${Number(number) + by}`);
}
