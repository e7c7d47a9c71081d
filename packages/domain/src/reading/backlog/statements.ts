import { join, raw, type Sql, sql } from '@tillgate/db';

/** Most applications or endpoints with waiting rows that are read. */
const ownersMax = 5_000;

/** A queue read by an index whose first column is the time. */
const ordered = (queue: string, from: string, time: string, where: string, max: number): Sql => sql`
  SELECT ${queue}::text AS queue, count(*)::int AS rows, min(since) AS since FROM (
    SELECT ${raw(time)} AS since FROM ${raw(from)} WHERE ${raw(where)} ORDER BY ${raw(time)} LIMIT ${raw(`${max}`)}) q`;

/** A queue read by an index whose first column is the owner: each owner takes one index step. */
function byOwner(
  queue: string,
  { from, owner, time, where }: { from: string; owner: string; time: string; where: string },
  now: Date,
  max: number,
): Sql {
  const isDue = sql`t.${raw(time)} <= ${now}::timestamptz`;
  const rows = sql`${raw(from)} t WHERE ${raw(where)} AND t.${raw(owner)} = o.id AND ${isDue}`;
  return sql`
    (WITH RECURSIVE owners AS (
      (SELECT ${raw(owner)} AS id FROM ${raw(from)} WHERE ${raw(where)} ORDER BY ${raw(owner)} LIMIT 1)
      UNION ALL
      SELECT (SELECT t.${raw(owner)} FROM ${raw(from)} t WHERE ${raw(where)} AND t.${raw(owner)} > o.id
        ORDER BY t.${raw(owner)} LIMIT 1)
      FROM owners o WHERE o.id IS NOT NULL),
    seen AS (SELECT id FROM owners WHERE id IS NOT NULL LIMIT ${raw(`${ownersMax}`)})
    SELECT ${queue}::text, (SELECT count(*)::int FROM (
        SELECT 1 FROM seen o, LATERAL (SELECT 1 FROM ${rows} LIMIT ${raw(`${max}`)}) one LIMIT ${raw(`${max}`)}) q),
      (SELECT min(one.since) FROM seen o, LATERAL (
        SELECT t.${raw(time)} AS since FROM ${rows} ORDER BY t.${raw(time)} LIMIT 1) one))`;
}

/** A queue read by an index that begins with the application and its environment. `where` also applies to `counted`. */
const byTenant = (
  queue: string,
  { from, time, where, counted }: { from: string; time: string; where: string; counted: string },
  max: number,
): Sql => sql`
  SELECT ${queue}::text AS queue,
    (SELECT count(*)::int FROM (
      SELECT ${raw(counted)} FROM ${raw(from)} WHERE ${raw(where)} LIMIT ${raw(`${max}`)}) q) AS rows,
    (SELECT min(one.since) FROM tenants o, LATERAL (
      SELECT t.${raw(time)} AS since FROM ${raw(from)} t
      WHERE t.application_id = o.id AND t.environment = o.environment AND ${raw(where)}
      ORDER BY t.${raw(time)} LIMIT 1) one) AS since`;

/** One row for each queue: `queue`, `rows` (at most `max`) and `since`, the time of the longest waiting row. */
export function backlogStatement(now: Date, max: number): Sql {
  const at = `'${now.toISOString()}'::timestamptz`;
  const due = (queue: string, table: string, time: string, where: string) =>
    ordered(queue, table, time, `${where} AND ${time} <= ${at}`, max);
  const open = (queue: string, table: string, time: string, where: string) => ordered(queue, table, time, where, max);
  const parts = [
    byTenant(
      'prompts_pending',
      { from: 'payments', time: 'created_at', where: "status = 'pending'", counted: 'next_query_at' },
      max,
    ),
    due('prompt_queries_due', 'payments', 'next_query_at', "status = 'pending'"),
    due('announcements_due', 'payments', 'announce_at', 'announce_at IS NOT NULL'),
    due('disbursement_inquiries_due', 'disbursements', 'next_inquiry_at', "status = 'pending'"),
    open('inquiries_pending', 'inquiries', 'created_at', "status = 'pending'"),
    byOwner(
      'callbacks_due',
      { from: 'provider_callbacks', owner: 'application_id', time: 'retry_at', where: 'retry_at IS NOT NULL' },
      now,
      max,
    ),
    open('callbacks_astray', 'provider_callbacks', 'received_at', "(state = 'unmatched' OR state = 'failed')"),
    due('deliveries_due', 'webhook_deliveries', 'next_attempt_at', "status = 'due' AND parked_at IS NULL"),
    byOwner(
      'deliveries_parked',
      { from: 'webhook_deliveries', owner: 'endpoint_id', time: 'next_attempt_at', where: 'parked_at IS NOT NULL' },
      now,
      max,
    ),
    open('orders_due', 'orders', 'created_at', "status = 'approved'"),
    due('mails_due', 'mails', 'next_attempt_at', "status = 'due'"),
    open('exports_open', 'exports', 'worked_at', "(status = 'queued' OR status = 'running')"),
    due('uploads_due', 'export_uploads', 'next_attempt_at', "status = 'due'"),
    open('link_attempts_waiting', 'link_attempts', 'created_at', "state = 'waiting'"),
    open('credits_due', 'credits_due', 'noted_at', 'true'),
    due('claims_lapsed', 'idempotency_records', 'lease_until', "state = 'in_flight'"),
    byTenant(
      'reviews_open',
      { from: 'reviews', time: 'opened_at', where: "status = 'open'", counted: 'opened_at' },
      max,
    ),
    sql`SELECT 'engine_events', (SELECT count(*)::int FROM (SELECT seq FROM engine_events LIMIT ${raw(`${max}`)}) q),
      (SELECT received_at FROM engine_events ORDER BY seq LIMIT 1)`,
    due('engine_runs_due', 'engine_runs', 'wake_at', "status = 'queued'"),
  ];
  return sql`
    WITH tenants AS MATERIALIZED (
      SELECT a.id, e.environment FROM applications a
      CROSS JOIN unnest(enum_range(NULL::"Environment")) AS e(environment) LIMIT ${raw(`${2 * ownersMax}`)})
    ${join(parts, ' UNION ALL ')}`;
}
