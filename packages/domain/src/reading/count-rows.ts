import { type Database, empty, join, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { type Count, countUpTo } from './count.ts';
import { type PageQuery, sliceOf } from './keyset.ts';
import { type Period, periodProblem } from './period.ts';

/** The most rows that a count of the reporting API counts. */
export const countedMax = 10_000;
/** How many rows a count reads to find matching ones. */
const lookMax = 100_000;

type Counted = Pick<PageQuery, 'rows' | 'idType' | 'joins' | 'conditions'>;

type Times = { since?: Date; until?: Date };

/** The number of rows of a list, and the sum of their amounts. */
export type ListTotal = Count & {
  /** Decimal KES; null when there are more rows than were counted. */
  sum: string | null;
};

/**
 * Counts the rows of a list, up to {@link countedMax} and among a bounded number of the newest. `more`: there may be
 * more.
 */
export async function countBounded(db: Pick<Database, 'pool'>, list: Counted, times: Times): Promise<Count> {
  const { value, more } = await totalBounded(db, list, times, sql`0`);
  return { value, more };
}

/** {@link countBounded}, and the sum of `amount`, a number or null of a row `r`. */
export async function totalBounded(
  { pool }: Pick<Database, 'pool'>,
  { rows, idType, joins, conditions }: Counted,
  { since, until }: Times,
  amount: Sql,
): Promise<ListTotal> {
  const kept = conditions.flatMap((condition) => (condition ? [sql`(${condition})`] : []));
  const isWhole = kept.length === 0;
  const slice = sliceOf(idType, { limit: countedMax, since, until });
  const looked = rows({ ...slice, limit: raw(String(isWhole ? countedMax + 1 : lookMax)) });
  const filter = isWhole ? empty : sql`FILTER (WHERE ${join(kept, ' AND ')})`;
  const [row] = await query<{ counted: number; looked: number; sum: string }>(
    pool,
    '',
    sql`
      SELECT count(*) ${filter}::int AS counted, count(*)::int AS looked, coalesce(sum(${amount}) ${filter}, 0)::text AS sum
      FROM (${looked}) r ${joins ?? empty}`,
  );
  const { counted = 0, looked: seen = 0, sum = '0' } = row ?? {};
  const count = countUpTo(countedMax, counted);
  const more = count.more || seen >= lookMax;
  return { ...count, more, sum: more ? null : sum };
}

/**
 * Counts the rows of a list of the reporting API: see {@link countBounded}.
 * @throws DomainError invalid_input
 */
export async function countReportRows(
  ctx: Pick<Context, 'db' | 'clock'>,
  list: Counted,
  period: Period,
): Promise<Count> {
  const problem = periodProblem(period, ctx.clock.now());
  if (problem) throw invalidInput(issue('createdTo', problem));
  return countBounded(ctx.db, list, {
    since: period.createdFrom ?? undefined,
    until: period.createdTo ?? undefined,
  });
}

/**
 * Counts the rows of a list in a period, up to one more than `max`. Its cost grows with the number of rows that it reads.
 */
export async function countRows(
  db: Queryable,
  list: PageQuery,
  { since, until, max }: { since?: Date; until?: Date; max: number },
): Promise<number> {
  const range = sql`created_at >= ${since ?? '-infinity'}::timestamptz AND created_at < ${until ?? 'infinity'}::timestamptz`;
  const rows = list.rows({ range, direction: raw('DESC'), order: empty, limit: raw('ALL') });
  const kept = list.conditions.flatMap((condition) => (condition ? [sql`(${condition})`] : []));
  const [counted] = await query<{ count: number }>(
    db,
    '',
    sql`
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM (${rows}) r ${list.joins ?? empty}
        ${kept.length === 0 ? empty : sql`WHERE ${join(kept, ' AND ')}`} LIMIT ${max + 1}::int) found`,
  );
  return counted?.count ?? 0;
}
