import { execute, only, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import { baseRows, inWindow, type RollupWindow, tenants, totalKey } from './rows.ts';

/**
 * Takes the right to write totals until the transaction ends. Returns false when another process
 * has it.
 */
export async function lock(db: Queryable): Promise<boolean> {
  const rows = await query<{ locked: boolean }>(
    db,
    'rollups_lock',
    sql`SELECT pg_try_advisory_xact_lock(hashtext('tillgate.rollups'), 0) AS locked`,
  );
  return only(rows).locked;
}

/** Waits for the right to write totals, and has it until the transaction ends. */
export async function awaitLock(db: Queryable): Promise<void> {
  await execute(db, 'rollups_await_lock', sql`SELECT pg_advisory_xact_lock(hashtext('tillgate.rollups'), 0)`);
}

/**
 * Adds the oldest changes to their totals, in one statement: a reader of totals and changes at one
 * moment finds each change once. Under {@link lock}.
 * @returns how many changes were added
 */
export async function mergeChanges(db: Queryable, limit: number): Promise<number> {
  const rows = await query<{ merged: number }>(
    db,
    'rollups_merge',
    sql`
      WITH taken AS (
        DELETE FROM rollup_changes WHERE id IN (SELECT id FROM rollup_changes ORDER BY id LIMIT ${limit}::int) RETURNING *),
      summed AS (
        SELECT ${totalKey}, sum(count) AS count, sum(amount) AS amount, sum(exact_amount) AS exact_amount
        FROM taken GROUP BY ${totalKey}
        HAVING sum(count) <> 0 OR sum(amount) <> 0 OR sum(exact_amount) <> 0),
      added AS (
        INSERT INTO rollups AS r (${totalKey}, count, amount, exact_amount)
        SELECT ${totalKey}, count, amount, exact_amount FROM summed
        ON CONFLICT (${totalKey}) DO UPDATE SET count = r.count + excluded.count, amount = r.amount + excluded.amount,
          exact_amount = r.exact_amount + excluded.exact_amount)
      SELECT count(*)::int AS merged FROM taken`,
  );
  return only(rows).merged;
}

/** Deletes totals of nothing. */
export async function deleteEmpty(db: Queryable): Promise<void> {
  await execute(
    db,
    'rollups_delete_empty',
    sql`DELETE FROM rollups WHERE count = 0 AND amount = 0 AND exact_amount = 0`,
  );
}

/** The time up to which rows older than the triggers are counted; null when all are. */
export async function findBackfill(db: Queryable): Promise<Date | null> {
  const rows = await query<{ countedTo: Date | null }>(
    db,
    'rollups_find_backfill',
    sql`SELECT max(counted_to) AS "countedTo" FROM rollup_backfill`,
  );
  return only(rows).countedTo;
}

export async function recordBackfill(db: Queryable, countedTo: Date | null): Promise<void> {
  await execute(db, 'rollups_record_backfill', sql`UPDATE rollup_backfill SET counted_to = ${countedTo}::timestamptz`);
}

/**
 * The hour before the first row or total from a time on; undefined when there is none. Between two
 * processes, a row may settle some milliseconds before it was made.
 */
export async function findFirstHour(
  db: Queryable,
  { from, applicationId = null }: { from: Date; applicationId?: string | null },
): Promise<Date | undefined> {
  const rows = await query<{ hour: Date | null }>(
    db,
    'rollups_first_hour',
    sql`
      SELECT date_trunc('hour', min(least(payment.at, disbursement.at, total.at)), 'UTC') - interval '1 hour' AS hour
      FROM (${tenants(applicationId)}) a
      LEFT JOIN LATERAL (
        SELECT created_at AS at FROM payments t
        WHERE t.application_id = a.id AND t.environment = a.environment AND created_at >= ${from}::timestamptz
        ORDER BY created_at LIMIT 1) payment ON true
      LEFT JOIN LATERAL (
        SELECT created_at AS at FROM disbursements t
        WHERE t.application_id = a.id AND t.environment = a.environment AND created_at >= ${from}::timestamptz
        ORDER BY created_at LIMIT 1) disbursement ON true
      LEFT JOIN LATERAL (
        SELECT min(first.at) AS at FROM unnest(ARRAY['made', 'settled']) AS b(basis) CROSS JOIN LATERAL (
          SELECT hour AS at FROM rollups t
          WHERE t.application_id = a.id AND t.environment = a.environment AND t.basis = b.basis
            AND hour >= ${from}::timestamptz
          ORDER BY hour LIMIT 1) first) total ON true`,
  );
  return only(rows).hour ?? undefined;
}

/**
 * Counts a window again from its rows, in one statement, so that it reads one moment: the changes
 * that it finds are in the rows that it counts. Under {@link lock}.
 */
export async function recount(db: Queryable, window: RollupWindow): Promise<void> {
  await execute(
    db,
    'rollups_recount',
    sql`
      WITH counted AS MATERIALIZED (
        SELECT ${totalKey}, sum(count) AS count, sum(amount) AS amount, sum(exact_amount) AS exact_amount
        FROM (${baseRows(window)}) b GROUP BY ${totalKey}),
      included AS (DELETE FROM rollup_changes WHERE ${inWindow(window)}),
      emptied AS (
        DELETE FROM rollups r WHERE ${inWindow(window)}
          AND (${totalKey}) NOT IN (SELECT ${totalKey} FROM counted))
      INSERT INTO rollups AS r (${totalKey}, count, amount, exact_amount)
      SELECT ${totalKey}, count, amount, exact_amount FROM counted
      ON CONFLICT (${totalKey}) DO UPDATE SET count = excluded.count, amount = excluded.amount,
        exact_amount = excluded.exact_amount
      WHERE (r.count, r.amount, r.exact_amount)
        IS DISTINCT FROM (excluded.count, excluded.amount, excluded.exact_amount)`,
  );
}

/** An hour whose totals are not what its rows add up to. Sums over all its totals. */
export type DifferingHour = Tenant & {
  hour: Date;
  /** How many totals differ. */
  totals: number;
  /** The rows of a differing hour: payments and disbursements, as counted now and as in the totals. */
  rows: string;
  counted: string;
  /** KES with fractions, of the same. */
  rowsAmount: string;
  countedAmount: string;
};

/** Compares a window with its rows at one moment. */
export function listDiffering(db: Queryable, window: RollupWindow): Promise<DifferingHour[]> {
  return query<DifferingHour>(
    db,
    'rollups_differing',
    sql`
      WITH compared AS (
        SELECT ${totalKey}, sum(row_count) AS row_count, sum(total_count) AS total_count, sum(row_amount) AS row_amount,
          sum(total_amount) AS total_amount, sum(row_exact) AS row_exact, sum(total_exact) AS total_exact
        FROM (
          SELECT ${totalKey}, count AS row_count, 0 AS total_count, amount AS row_amount, 0 AS total_amount,
            exact_amount AS row_exact, 0 AS total_exact
          FROM (${baseRows(window)}) b
          UNION ALL SELECT ${totalKey}, 0, count, 0, amount, 0, exact_amount FROM rollups WHERE ${inWindow(window)}
          UNION ALL SELECT ${totalKey}, 0, count, 0, amount, 0, exact_amount FROM rollup_changes WHERE ${inWindow(window)}) u
        GROUP BY ${totalKey})
      SELECT application_id AS "applicationId", environment, hour, count(*)::int AS totals,
        sum(row_count)::text AS rows, sum(total_count)::text AS counted, trim_scale(sum(row_exact))::text AS "rowsAmount",
        trim_scale(sum(total_exact))::text AS "countedAmount"
      FROM compared
      WHERE (row_count, row_amount, row_exact) IS DISTINCT FROM (total_count, total_amount, total_exact)
      GROUP BY 1, 2, 3 ORDER BY 3, 1, 2`,
  );
}
