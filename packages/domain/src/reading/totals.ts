import { type Sql, sql } from '@tillgate/db';

/**
 * The current hourly totals that meet a condition, including changes that `refreshRollups` has not added yet. Several
 * rows may share a key, and their sum may be 0.
 */
export function totalsWhere(condition: Sql): Sql {
  const columns = sql`
    application_id, environment, basis, hour, kind, source, status, result_code, shortcode, count, amount, exact_amount`;
  return sql`(
    SELECT ${columns} FROM rollups WHERE ${condition}
    UNION ALL SELECT ${columns} FROM rollup_changes WHERE ${condition})`;
}
