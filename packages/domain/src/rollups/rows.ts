import { raw, type Sql, sql } from '@tillgate/db';

/** Hours of all applications, or of one. `to` null: without an end. Both are whole hours. */
export type RollupWindow = { from: Date; to: Date | null; applicationId: string | null };

/** The columns that name a total. */
export const totalKey: Sql = raw(
  'application_id, environment, basis, hour, kind, source, status, result_code, shortcode',
);

/** Longer codes share a total: an index entry has a limit. The triggers cut at the same length. */
const resultCode = raw(`left(coalesce(t.result_code, ''), 64)`);

/**
 * What payments and disbursements of a window add up to: the key of a total and `count`, `amount`
 * and `exact_amount` of each row. The triggers of `rollup_changes` say the same of each change.
 */
export function baseRows(window: RollupWindow): Sql {
  const { from, to, applicationId } = window;
  const within = (at: Sql) => sql`${at} >= ${from}::timestamptz AND ${at} < coalesce(${to}::timestamptz, 'infinity')`;
  const only = sql`(${applicationId}::uuid IS NULL OR t.application_id = ${applicationId}::uuid)`;
  const payment = (basis: 'made' | 'settled', at: Sql) => sql`
    t.application_id, t.environment, ${raw(`'${basis}'`)} AS basis, date_trunc('hour', ${at}, 'UTC') AS hour,
    'payment' AS kind, t.source::text AS source, t.status::text AS status, ${resultCode} AS result_code, t.shortcode,
    1 AS count, t.amount::bigint AS amount, exact_kes(t.amount, t.exact_amount) AS exact_amount`;
  const disbursement = (basis: 'made' | 'settled', at: Sql) => sql`
    t.application_id, t.environment, ${raw(`'${basis}'`)}, date_trunc('hour', ${at}, 'UTC'), t.kind::text,
    coalesce((SELECT p.source::text FROM payments p WHERE p.id = t.payment_id), ''), t.status::text, ${resultCode},
    t.shortcode, 1, t.amount::bigint, t.amount::numeric`;
  const made = raw('t.created_at');
  const settled = raw('t.settled_at');
  return sql`
    SELECT r.* FROM (${tenants(applicationId)}) a CROSS JOIN LATERAL (
      SELECT ${payment('made', made)} FROM payments t
      WHERE t.application_id = a.id AND t.environment = a.environment AND ${within(made)}
      UNION ALL SELECT ${payment('settled', made)} FROM payments t
      WHERE t.application_id = a.id AND t.environment = a.environment AND t.status = 'success' AND t.source = 'c2b'
        AND ${within(made)}
      UNION ALL SELECT ${disbursement('made', made)} FROM disbursements t
      WHERE t.application_id = a.id AND t.environment = a.environment AND ${within(made)}) r
    UNION ALL SELECT ${payment('settled', settled)} FROM payments t
    WHERE t.status = 'success' AND t.source <> 'c2b' AND ${only} AND ${within(settled)}
    UNION ALL SELECT ${disbursement('settled', settled)} FROM disbursements t
    WHERE t.status = 'success' AND ${only} AND ${within(settled)}`;
}

/** Every environment of every application: each has an index on the time of its rows. */
export function tenants(applicationId: string | null): Sql {
  return sql`
    SELECT app.id, e.environment FROM applications app CROSS JOIN unnest(enum_range(NULL::"Environment")) AS e(environment)
    WHERE ${applicationId}::uuid IS NULL OR app.id = ${applicationId}::uuid`;
}

/** The condition on totals and changes of a window. */
export function inWindow({ from, to, applicationId }: RollupWindow): Sql {
  return sql`
    hour >= ${from}::timestamptz AND hour < coalesce(${to}::timestamptz, 'infinity')
    AND (${applicationId}::uuid IS NULL OR application_id = ${applicationId}::uuid)`;
}
