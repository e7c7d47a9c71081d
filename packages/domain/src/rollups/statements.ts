import { type Environment, only, type Queryable } from '@tillgate/db';

/** What is counted by the hour: payments by source, disbursements by kind. */
export type RollupName = 'payments' | 'disbursements';

/** The hour of a tenant, as rollups are kept. */
export type RollupHour = { applicationId: string; environment: Environment; hour: Date };

const tables = {
  payments: { rollups: 'payment_rollups', by: 'source' },
  disbursements: { rollups: 'disbursement_rollups', by: 'kind' },
} as const satisfies Record<RollupName, { rollups: string; by: string }>;

const hourOf = `date_trunc('hour', created_at, 'UTC')`;
const pair = `application_id AS "applicationId", environment`;

/** Takes the right to refresh until the transaction ends. Answers false when somebody else has it. */
export async function lock(db: Queryable, name: RollupName): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>({
    name: 'rollups_lock',
    text: `SELECT pg_try_advisory_xact_lock(hashtext('tillgate.rollups'), hashtext($1)) AS locked`,
    values: [name],
  });
  return only(rows).locked;
}

/** How far the rollups are; before the first refresh, when the first row was made. Undefined when there is none. */
export async function findProgress(db: Queryable, name: RollupName): Promise<Date | undefined> {
  const { rows } = await db.query<{ refreshedTo: Date | null }>({
    name: `rollups_progress_${name}`,
    text: `
      SELECT coalesce(
        (SELECT refreshed_to FROM rollup_progress WHERE name = $1),
        (SELECT min(first.created_at) FROM applications a
          CROSS JOIN unnest(enum_range(NULL::"Environment")) AS e(environment)
          CROSS JOIN LATERAL (
            SELECT created_at FROM ${name} t WHERE t.application_id = a.id AND t.environment = e.environment
            ORDER BY created_at LIMIT 1) first)) AS "refreshedTo"`,
    values: [name],
  });
  return only(rows).refreshedTo ?? undefined;
}

export async function recordProgress(db: Queryable, name: RollupName, refreshedTo: Date): Promise<void> {
  await db.query({
    name: 'rollups_record_progress',
    text: `
      INSERT INTO rollup_progress (name, refreshed_to) VALUES ($1, $2)
      ON CONFLICT (name) DO UPDATE SET refreshed_to = excluded.refreshed_to`,
    values: [name, refreshedTo],
  });
}

/** The hours in which a row was made that was created or settled in [from, to); `to` null is without end. */
export async function listTouched(
  db: Queryable,
  name: RollupName,
  window: { from: Date; to: Date | null },
): Promise<RollupHour[]> {
  const { rows } = await db.query<RollupHour>({
    name: `rollups_touched_${name}`,
    text: `
      SELECT ${pair}, ${hourOf} AS hour FROM ${name} WHERE created_at >= $1 AND created_at < coalesce($2, 'infinity'::timestamptz)
      UNION
      SELECT ${pair}, ${hourOf} FROM ${name} WHERE settled_at >= $1 AND settled_at < coalesce($2, 'infinity'::timestamptz)`,
    values: [window.from, window.to],
  });
  return rows;
}

/** Takes notes of hours that no window finds, the oldest first; some may name the same hour. */
export async function takeTouches(db: Queryable, name: RollupName, limit: number): Promise<RollupHour[]> {
  const { rows } = await db.query<RollupHour>({
    name: 'rollups_take_touches',
    text: `
      DELETE FROM rollup_touches WHERE id IN (SELECT id FROM rollup_touches WHERE name = $1 ORDER BY id LIMIT $2)
      RETURNING ${pair}, hour`,
    values: [name, limit],
  });
  return rows;
}

/** Counts hours anew, in one statement: what it reads is one moment, and rows that count nothing any more are gone. */
export async function recount(db: Queryable, name: RollupName, hours: RollupHour[]): Promise<void> {
  const { rollups, by } = tables[name];
  const key = `application_id, environment, hour, ${by}, status, result_code`;
  await db.query({
    name: `rollups_recount_${name}`,
    text: `
      WITH wanted AS (
        SELECT DISTINCT * FROM unnest($1::uuid[], $2::"Environment"[], $3::timestamptz[]) AS w(application_id, environment, hour)),
      counted AS MATERIALIZED (
        SELECT w.application_id, w.environment, w.hour, c.${by}, c.status, c.result_code, c.count, c.amount
        FROM wanted w CROSS JOIN LATERAL (
          SELECT t.${by}, t.status, coalesce(t.result_code, '') AS result_code, count(*)::int AS count,
            sum(t.amount)::bigint AS amount
          FROM ${name} t
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
    values: [
      hours.map(({ applicationId }) => applicationId),
      hours.map(({ environment }) => environment),
      hours.map(({ hour }) => hour),
    ],
  });
}
