import { type Sql, sql } from '@tillgate/db';
import { z } from 'zod';
import type { Context } from '../kernel/context.ts';
import { customIssue, invalidInput, issue, parseInput, wholeNumber } from '../kernel/input.ts';
import type { Named } from '../kernel/refusals.ts';
import { type Cursor, cursorSchema, type Found, type PageQuery, pageOf, placeOf, readRows } from './keyset.ts';
import { type Period, periodProblem } from './period.ts';
import { readingIssues } from './refusals.ts';

/** Rows of one page of the reporting API. */
export const reportPageMax = 100;
const reportPageDefault = 50;
/** Where `last` without `before` starts: before any row. */
const beginning: Cursor = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

const sizeSchema = wholeNumber(1, reportPageMax).nullish();

/** The Relay arguments of every list of the reporting API. The newest rows come first. */
export const relayInput = z
  .object({ first: sizeSchema, last: sizeSchema, after: cursorSchema.nullish(), before: cursorSchema.nullish() })
  .superRefine(({ first, last, after, before }, context) => {
    const refuse = (path: string, why: Named) => context.addIssue(customIssue([path], why));
    if (first && last) refuse('last', readingIssues.cannotUseWithFirst);
    if (last && after) refuse('after', readingIssues.cannotUseWithLast);
    if (before && !last) refuse('before', readingIssues.needsLast);
  });
type RelayInput = z.output<typeof relayInput>;
export type RelayPage = z.input<typeof relayInput>;

/** Converts Relay arguments to those of {@link Page}, where `before` leads to older rows. */
export function placeOfRelay({ first, last, after, before }: RelayInput): {
  limit: number;
  before?: Cursor;
  after?: Cursor;
} {
  if (last) return { limit: last, after: before ?? beginning };
  return { limit: first ?? reportPageDefault, ...(after && { before: after }) };
}

/** A row of a list. The caller reads its other columns, because it knows which are requested. */
export type RowId = { id: string; createdAt: Date };
export const idColumns: Sql = sql`r.id, r.created_at AS "createdAt"`;

/** The row ids of one page of a reporting list. The caller loads the rows with the requested columns. */
export type ReportPage = {
  rows: { cursor: string; id: string }[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
  /**
   * Set when the page is short because it reached the limit of rows to read: the time of the last one. The next page
   * continues there.
   */
  lookedBackTo: Date | null;
};

/** Makes a page from the rows that were found for {@link placeOfRelay}. */
export function reportPageOf(found: Found<RowId>, input: RelayInput): ReportPage {
  const page = pageOf(found, placeOfRelay(input));
  const rows = page.rows.map((row) => ({ cursor: placeOf(row) ?? '', id: row.id }));
  const [first, last] = [rows.at(0)?.cursor ?? null, rows.at(-1)?.cursor ?? null];
  const lookedBackTo = found.scanEnd?.at ?? null;
  if (input.last) {
    const hasPreviousPage = page.newer !== null;
    // A short page continues from the last row that was read, not from its last match.
    const startCursor = hasPreviousPage ? page.newer : first;
    return { rows, hasPreviousPage, hasNextPage: Boolean(input.before), startCursor, endCursor: last, lookedBackTo };
  }
  const hasNextPage = page.older !== null;
  const endCursor = hasNextPage ? page.older : last;
  return { rows, hasNextPage, hasPreviousPage: Boolean(input.after), startCursor: first, endCursor, lookedBackTo };
}

/**
 * Reads one page of a list of the reporting API in bounded time.
 * @throws DomainError invalid_input
 */
export async function readReportPage(
  ctx: Pick<Context, 'db' | 'clock'>,
  list: PageQuery,
  { page, period }: { page: RelayPage; period: Period },
): Promise<ReportPage> {
  const place = parseInput(relayInput, page);
  const problem = periodProblem(period, ctx.clock.now());
  if (problem) throw invalidInput(issue('createdTo', problem));
  const { createdFrom, createdTo } = period;
  const bounds = { since: createdFrom ?? undefined, until: createdTo ?? undefined };
  const found = await readRows<RowId>(ctx.db, list, { ...placeOfRelay(place), ...bounds });
  return reportPageOf(found, place);
}
