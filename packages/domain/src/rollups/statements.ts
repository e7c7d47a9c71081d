import { type Environment, execute, only, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';

/** What is counted by the hour: payments by source, disbursements by kind. */
export type RollupName = 'payments' | 'disbursements';

/** One hour of a tenant: what rollups are kept by. */
export type RollupHour = { applicationId: string; environment: Environment; hour: Date };

/** The table that is counted, the table of its counts, and the column that splits them. */
const tables: Record<RollupName, { counted: Sql; rollups: Sql; by: Sql }> = {
  payments: { counted: raw('payments'), rollups: raw('payment_rollups'), by: raw('source') },
  disbursements: { counted: raw('disbursements'), rollups: raw('disbursement_rollups'), by: raw('kind') },
};

const hourOf: Sql = sql`date_trunc('hour', created_at, 'UTC')`;
const pair: Sql = sql`application_id AS "applicationId", environment`;

/**
 * Takes the right to refresh until the transaction ends. Returns false when another process has it.
 */
export async function lock(db: Queryable, name: RollupName): Promise<boolean> {
  const rows = await query<{ locked: boolean }>(
    db,
    'rollups_lock',
    sql`SELECT pg_try_advisory_xact_lock(hashtext('tillgate.rollups'), hashtext(${name})) AS locked`,
  );
  return only(rows).locked;
}

/**
 * How far the rollups are; before the first refresh, when the first row was made.
 * @returns undefined when there is no row at all
 */
export async function findProgress(db: Queryable, name: RollupName): Promise<Date | undefined> {
  const rows = await query<{ refreshedTo: Date | null }>(
    db,
    `rollups_progress_${name}`,
    sql`
      SELECT coalesce(
        (SELECT refreshed_to FROM rollup_progress WHERE name = ${name}),
        (SELECT min(first.created_at) FROM applications a
          CROSS JOIN unnest(enum_range(NULL::"Environment")) AS e(environment)
          CROSS JOIN LATERAL (
            SELECT created_at FROM ${tables[name].counted} t
            WHERE t.application_id = a.id AND t.environment = e.environment
            ORDER BY created_at LIMIT 1) first)) AS "refreshedTo"`,
  );
  return only(rows).refreshedTo ?? undefined;
}

export async function recordProgress(db: Queryable, name: RollupName, refreshedTo: Date): Promise<void> {
  await execute(
    db,
    'rollups_record_progress',
    sql`
      INSERT INTO rollup_progress (name, refreshed_to) VALUES (${name}, ${refreshedTo})
      ON CONFLICT (name) DO UPDATE SET refreshed_to = excluded.refreshed_to`,
  );
}

/**
 * The hours in which a row was made that was created or settled in [from, to). With `to` null the
 * window has no end.
 */
export function listTouched(
  db: Queryable,
  name: RollupName,
  { from, to }: { from: Date; to: Date | null },
): Promise<RollupHour[]> {
  const { counted } = tables[name];
  const end = sql`coalesce(${to}::timestamptz, 'infinity'::timestamptz)`;
  return query(
    db,
    `rollups_touched_${name}`,
    sql`
      SELECT ${pair}, ${hourOf} AS hour FROM ${counted} WHERE created_at >= ${from} AND created_at < ${end}
      UNION
      SELECT ${pair}, ${hourOf} FROM ${counted} WHERE settled_at >= ${from} AND settled_at < ${end}`,
  );
}

/** Takes notes of hours that no window finds, oldest first. Several may name the same hour. */
export function takeTouches(db: Queryable, name: RollupName, limit: number): Promise<RollupHour[]> {
  return query(
    db,
    'rollups_take_touches',
    sql`
      DELETE FROM rollup_touches
      WHERE id IN (SELECT id FROM rollup_touches WHERE name = ${name} ORDER BY id LIMIT ${limit})
      RETURNING ${pair}, hour`,
  );
}

/**
 * Counts hours again in one statement, so that it reads one moment, and deletes rows that count
 * nothing any more.
 */
export async function recount(db: Queryable, name: RollupName, hours: RollupHour[]): Promise<void> {
  const { counted, rollups, by } = tables[name];
  const key = sql`application_id, environment, hour, ${by}, status, result_code`;
  const applicationIds = hours.map(({ applicationId }) => applicationId);
  const environments = hours.map(({ environment }) => environment);
  const starts = hours.map(({ hour }) => hour);
  await execute(
    db,
    `rollups_recount_${name}`,
    sql`
      WITH wanted AS (
        SELECT DISTINCT * FROM unnest(${applicationIds}::uuid[], ${environments}::"Environment"[], ${starts}::timestamptz[])
          AS w(application_id, environment, hour)),
      counted AS MATERIALIZED (
        SELECT w.application_id, w.environment, w.hour, c.${by}, c.status, c.result_code, c.count, c.amount
        FROM wanted w CROSS JOIN LATERAL (
          SELECT t.${by}, t.status, coalesce(t.result_code, '') AS result_code, count(*)::int AS count,
            sum(t.amount)::bigint AS amount
          FROM ${counted} t
          WHERE t.application_id = w.application_id AND t.environment = w.environment
            AND t.created_at >= w.hour AND t.created_at < w.hour + interval '1 hour'
          GROUP BY 1, 2, 3) c),
      emptied AS (
        DELETE FROM ${rollups} r USING wanted w
        WHERE r.application_id = w.application_id AND r.environment = w.environment AND r.hour = w.hour
          AND NOT EXISTS (
            SELECT 1 FROM counted c
            WHERE c.application_id = r.application_id AND c.environment = r.environment AND c.hour = r.hour
              AND c.${by} = r.${by} AND c.status = r.status AND c.result_code = r.result_code))
      INSERT INTO ${rollups} AS r (${key}, count, amount) SELECT ${key}, count, amount FROM counted
      ON CONFLICT (${key}) DO UPDATE SET count = excluded.count, amount = excluded.amount
      WHERE (r.count, r.amount) IS DISTINCT FROM (excluded.count, excluded.amount)`,
  );
}
