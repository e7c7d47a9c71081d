import { join, type Queryable, query, raw, sql } from '@tillgate/db';
import type { Tenant } from '../../context.ts';
import { type Span, sliceOf } from '../keyset.ts';
import type { BrowseFilter } from './browse-filter.ts';
import { scanned } from './browse-statements.ts';

/** How many payments a count looks at for those that meet its filter, when no index finds exactly those. */
const lookMax = 100_000;

/**
 * Counts payments up to one more than `max`. `isWhole` is false when there are older ones that were
 * not looked at.
 */
export async function countFiltered(
  db: Queryable,
  tenant: Tenant | Span,
  filter: BrowseFilter,
  max: number,
): Promise<{ counted: number; isWhole: boolean }> {
  const { rows, conditions } = scanned(tenant, filter, lookMax);
  const kept = conditions.flatMap((condition) => (condition ? [sql`(${condition})`] : []));
  const slice = sliceOf('uuid', { limit: max, since: filter.createdFrom, until: filter.createdTo });
  const isExact = kept.length === 0;
  const looked = rows({ ...slice, limit: raw(String(isExact ? max + 1 : lookMax)) });
  const [row] = await query<{ counted: number; looked: number }>(
    db,
    '',
    isExact
      ? sql`SELECT count(*)::int AS counted, 0 AS looked FROM (${looked}) r`
      : sql`SELECT count(*) FILTER (WHERE ${join(kept, ' AND ')})::int AS counted, count(*)::int AS looked FROM (${looked}) r`,
  );
  const { counted = 0, looked: seen = 0 } = row ?? {};
  return { counted, isWhole: isExact || seen < lookMax };
}
