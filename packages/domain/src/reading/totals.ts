import { type Sql, sql } from '@tillgate/db';

/**
 * The hourly totals that meet a condition, as the rows are at this moment: what `refreshRollups` has
 * not added yet is added here. Several rows may have one key, and their sum may be nothing.
 */
export function totalsWhere(condition: Sql): Sql {
  const columns = sql`
    application_id, environment, basis, hour, kind, source, status, result_code, shortcode, count, amount, exact_amount`;
  return sql`(
    SELECT ${columns} FROM rollups WHERE ${condition}
    UNION ALL SELECT ${columns} FROM rollup_changes WHERE ${condition})`;
}
