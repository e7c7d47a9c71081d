import { only, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';

// The statements that remove old data. Each one takes one batch by an index, in one short transaction.

/** Rows of an application in one environment from before `before`. */
type OldRows = Tenant & { before: Date; limit: number };

/** The result of a batch. `ndjson`: the removed rows, when there is an archive. */
export type Gone = { removed: number; ndjson: string | null };

/** One line for each row of `gone`. A column of JSON can have line breaks between its tokens. */
const ndjson = (wanted: boolean) => sql`
  string_agg(CASE WHEN ${wanted}::boolean THEN translate(row_to_json(gone)::text, E'\\n\\r', '  ') END, E'\\n') AS ndjson`;

export async function deleteRequests(
  db: Queryable,
  { applicationId, environment, before, limit }: OldRows,
  isArchived: boolean,
): Promise<Gone> {
  const rows = await query<Gone>(
    db,
    'retention_requests',
    sql`
      WITH gone AS (
        DELETE FROM api_requests WHERE id IN (
          SELECT id FROM api_requests
          WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
            AND created_at < ${before}::timestamptz
          ORDER BY created_at, id LIMIT ${limit}::int)
        RETURNING *)
      SELECT count(*)::int AS removed, ${ndjson(isArchived)} FROM gone`,
  );
  return only(rows);
}

export async function deleteGuardDecisions(
  db: Queryable,
  { applicationId, environment, before, limit }: OldRows,
  isArchived: boolean,
): Promise<Gone> {
  const rows = await query<Gone>(
    db,
    'retention_guard_decisions',
    sql`
      WITH gone AS (
        DELETE FROM guard_decisions WHERE id IN (
          SELECT id FROM guard_decisions
          WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
            AND at < ${before}::timestamptz
          ORDER BY at LIMIT ${limit}::int)
        RETURNING *)
      SELECT count(*)::int AS removed, ${ndjson(isArchived)} FROM gone`,
  );
  return only(rows);
}

/** Deletes attempts on payment links that ended without a payment. */
export async function deleteLinkAttempts(
  db: Queryable,
  { applicationId, environment, before, limit }: OldRows,
  isArchived: boolean,
): Promise<Gone> {
  const rows = await query<Gone>(
    db,
    'retention_link_attempts',
    sql`
      WITH gone AS (
        DELETE FROM link_attempts WHERE id IN (
          SELECT id FROM link_attempts
          WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
            AND created_at < ${before}::timestamptz AND payment_id IS NULL AND state <> 'waiting'
          ORDER BY created_at LIMIT ${limit}::int)
        RETURNING *)
      SELECT count(*)::int AS removed, ${ndjson(isArchived)} FROM gone`,
  );
  return only(rows);
}

/** Deletes attempts of an endpoint, except those of unfinished deliveries. */
export async function deleteAttempts(
  db: Queryable,
  { endpointId, before, limit }: { endpointId: string; before: Date; limit: number },
  isArchived: boolean,
): Promise<Gone> {
  const rows = await query<Gone>(
    db,
    'retention_attempts',
    sql`
      WITH gone AS (
        DELETE FROM webhook_attempts WHERE (delivery_id, number) IN (
          SELECT a.delivery_id, a.number FROM webhook_attempts a
          WHERE a.endpoint_id = ${endpointId}::uuid AND a.started_at < ${before}::timestamptz
            AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.id = a.delivery_id AND d.status = 'due')
          ORDER BY a.started_at LIMIT ${limit}::int)
        RETURNING *)
      SELECT count(*)::int AS removed, ${ndjson(isArchived)} FROM gone`,
  );
  return only(rows);
}

/** The position of a walk: the last row that it read. */
export type Cursor = { at: Date | null; id: string };
type Walked = Gone & { seen: number; at: Date | null; id: string | null };
/** The result of one batch of a walk; no cursor when it found no rows. */
export type Step = Gone & { seen: number; cursor?: Cursor };

const stepOf = (rows: Walked[]): Step => {
  const { at, id, ...step } = only(rows);
  return id === null ? step : { ...step, cursor: { at, id } };
};

/** The position and the removed rows of a walk, from its `past` and `gone`. */
const walked = (isArchived: boolean) => sql`
  SELECT (SELECT count(*)::int FROM past) AS seen,
    (SELECT created_at FROM past ORDER BY created_at DESC, id DESC LIMIT 1) AS at,
    (SELECT id FROM past ORDER BY created_at DESC, id DESC LIMIT 1) AS id,
    g.* FROM (SELECT count(*)::int AS removed, ${ndjson(isArchived)} FROM gone) g`;

/** A body may have any bytes. */
const archivedCallback = sql`c.id, c.application_id, c.kind, c.received_at,
  replace(encode(p.body, 'base64'), E'\\n', '') AS body_base64`;

/**
 * Replaces bodies of events with the notice, the oldest first. Stops before an event that is still being delivered. Each
 * run continues after the last row of the previous one.
 */
export async function eraseEventBodies(
  db: Queryable,
  { applicationId, environment, before, limit }: OldRows,
  from: Cursor,
  erased: { text: string; at: Date },
  isArchived: boolean,
): Promise<Step> {
  const rows = await query<Walked>(
    db,
    'retention_events',
    sql`
      WITH next AS MATERIALIZED (
        SELECT id, created_at, body, EXISTS (
          SELECT 1 FROM webhook_deliveries d WHERE d.event_id = v.id AND d.status = 'due') AS is_due
        FROM webhook_events v
        WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
          AND (created_at, id) > (${from.at ?? new Date(0)}::timestamptz, ${from.id}::uuid)
          AND created_at < ${before}::timestamptz
        ORDER BY created_at, id LIMIT ${limit}::int),
      halt AS (SELECT created_at, id FROM next WHERE is_due ORDER BY created_at, id LIMIT 1),
      past AS (SELECT n.id, n.created_at, n.body FROM next n
        WHERE NOT EXISTS (SELECT 1 FROM halt h WHERE (h.created_at, h.id) <= (n.created_at, n.id))),
      gone AS (
        UPDATE webhook_events v SET body = ${erased.text}, body_erased_at = ${erased.at}::timestamptz
        FROM past p WHERE v.id = p.id AND v.body_erased_at IS NULL
        RETURNING v.id, v.application_id, v.environment, v.type, v.subject_id, v.created_at, p.body)
      ${walked(isArchived)}`,
  );
  return stepOf(rows);
}

/** Erases the provider's answers to ended inquiries, the oldest first. */
export async function eraseInquiryAnswers(
  db: Queryable,
  { applicationId, environment, before, limit }: OldRows,
  from: Cursor,
  isArchived: boolean,
): Promise<Step> {
  const rows = await query<Walked>(
    db,
    'retention_inquiries',
    sql`
      WITH past AS MATERIALIZED (
        SELECT id, created_at, raw FROM inquiries
        WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
          AND (created_at, id) > (${from.at ?? new Date(0)}::timestamptz, ${from.id}::uuid)
          AND created_at < ${before}::timestamptz
        ORDER BY created_at, id LIMIT ${limit}::int),
      gone AS (
        UPDATE inquiries i SET raw = NULL FROM past p WHERE i.id = p.id AND i.raw IS NOT NULL
        RETURNING i.id, i.application_id, i.environment, i.kind, i.created_at, p.raw)
      ${walked(isArchived)}`,
  );
  return stepOf(rows);
}

/** Callbacks of some applications. */
type OldCallbacks = { applicationIds: string[]; before: Date; limit: number };

/**
 * Replaces bodies of applied callbacks with the notice, in order of their ids, which is the order of arrival. Stops
 * before the first one that is not old.
 */
export async function eraseCallbackBodies(
  db: Queryable,
  { applicationIds, before, limit }: OldCallbacks,
  from: Cursor,
  erased: { text: string; at: Date },
  isArchived: boolean,
): Promise<Step> {
  const rows = await query<Walked>(
    db,
    'retention_callbacks',
    sql`
      WITH next AS MATERIALIZED (
        SELECT id, received_at, NULL::timestamptz AS created_at, body FROM provider_callbacks WHERE id > ${from.id}::uuid ORDER BY id LIMIT ${limit}::int),
      halt AS (SELECT id FROM next WHERE received_at >= ${before}::timestamptz ORDER BY id LIMIT 1),
      past AS (SELECT n.id, n.created_at, n.body FROM next n WHERE NOT EXISTS (SELECT 1 FROM halt h WHERE h.id <= n.id)),
      gone AS (
        UPDATE provider_callbacks c SET body = ${Buffer.from(erased.text)}, body_erased_at = ${erased.at}::timestamptz
        FROM past p WHERE c.id = p.id AND c.state = 'applied' AND c.body_erased_at IS NULL
          AND c.application_id = ANY(${applicationIds}::uuid[])
        RETURNING ${archivedCallback})
      ${walked(isArchived)}`,
  );
  return stepOf(rows);
}

/** Replaces bodies of unmatched and failed callbacks without an open review. These are few. */
export async function eraseAstrayBodies(
  db: Queryable,
  { applicationIds, before, limit }: OldCallbacks,
  erased: { text: string; at: Date },
  isArchived: boolean,
): Promise<Gone> {
  const rows = await query<Gone>(
    db,
    'retention_callbacks_astray',
    sql`
      WITH past AS MATERIALIZED (
        SELECT c.id, c.body FROM provider_callbacks c
        WHERE (c.state = 'unmatched' OR c.state = 'failed') AND c.received_at < ${before}::timestamptz
          AND c.retry_at IS NULL AND c.body_erased_at IS NULL AND c.application_id = ANY(${applicationIds}::uuid[])
          AND NOT EXISTS (
            SELECT 1 FROM reviews r WHERE r.subject_kind = 'callback' AND r.subject_id = c.id AND r.status = 'open')
        ORDER BY c.received_at LIMIT ${limit}::int),
      gone AS (
        UPDATE provider_callbacks c SET body = ${Buffer.from(erased.text)}, body_erased_at = ${erased.at}::timestamptz
        FROM past p WHERE c.id = p.id RETURNING ${archivedCallback})
      SELECT count(*)::int AS removed, ${ndjson(isArchived)} FROM gone`,
  );
  return only(rows);
}
