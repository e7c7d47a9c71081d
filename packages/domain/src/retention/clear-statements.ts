import { type Environment, execute, type Queryable, query, sql } from '@tillgate/db';

// What removes old data: each statement takes one batch by an index, and is one short transaction.

/** An application in one environment, and what is from before `before`. */
export type OldRows = { applicationId: string; environment: Environment; before: Date; limit: number };

export function deleteRequests(db: Queryable, { applicationId, environment, before, limit }: OldRows): Promise<number> {
  return execute(
    db,
    'retention_requests',
    sql`
      DELETE FROM api_requests WHERE id IN (
        SELECT id FROM api_requests
        WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
          AND created_at < ${before}::timestamptz
        ORDER BY created_at, id LIMIT ${limit}::int)`,
  );
}

/** Attempts of an endpoint. Those of a delivery that is not at its end stay. */
export function deleteAttempts(
  db: Queryable,
  { endpointId, before, limit }: { endpointId: string; before: Date; limit: number },
): Promise<number> {
  return execute(
    db,
    'retention_attempts',
    sql`
      DELETE FROM webhook_attempts WHERE (delivery_id, number) IN (
        SELECT a.delivery_id, a.number FROM webhook_attempts a
        WHERE a.endpoint_id = ${endpointId}::uuid AND a.started_at < ${before}::timestamptz
          AND NOT EXISTS (SELECT 1 FROM webhook_deliveries d WHERE d.id = a.delivery_id AND d.status = 'due')
        ORDER BY a.started_at LIMIT ${limit}::int)`,
  );
}

/** Where a walk is: the last row that it looked at. */
export type Cursor = { at: Date | null; id: string };
type Walked = { erased: number; seen: number; at: Date | null; id: string | null };
/** What one batch of a walk did; no cursor when there was nothing to look at. */
export type Step = { erased: number; seen: number; cursor?: Cursor };

const stepOf = ([row]: Walked[]): Step => {
  const { erased = 0, seen = 0, at = null, id = null } = row ?? {};
  return id === null ? { erased, seen } : { erased, seen, cursor: { at, id } };
};

/**
 * Puts the notice in the place of bodies of events, the oldest first. Halts before an event that is still being delivered.
 * Each run goes on from the row where the last one came to.
 */
export async function eraseEventBodies(
  db: Queryable,
  { applicationId, environment, before, limit }: OldRows,
  from: Cursor,
  erased: { text: string; at: Date },
): Promise<Step> {
  const rows = await query<Walked>(
    db,
    'retention_events',
    sql`
      WITH next AS MATERIALIZED (
        SELECT id, created_at, EXISTS (
          SELECT 1 FROM webhook_deliveries d WHERE d.event_id = v.id AND d.status = 'due') AS is_due
        FROM webhook_events v
        WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
          AND (created_at, id) > (${from.at ?? new Date(0)}::timestamptz, ${from.id}::uuid)
          AND created_at < ${before}::timestamptz
        ORDER BY created_at, id LIMIT ${limit}::int),
      halt AS (SELECT created_at, id FROM next WHERE is_due ORDER BY created_at, id LIMIT 1),
      past AS (SELECT n.id, n.created_at FROM next n
        WHERE NOT EXISTS (SELECT 1 FROM halt h WHERE (h.created_at, h.id) <= (n.created_at, n.id))),
      erased AS (
        UPDATE webhook_events v SET body = ${erased.text}, body_erased_at = ${erased.at}::timestamptz
        FROM past p WHERE v.id = p.id AND v.body_erased_at IS NULL RETURNING v.id)
      SELECT (SELECT count(*)::int FROM erased) AS erased, (SELECT count(*)::int FROM past) AS seen,
        (SELECT created_at FROM past ORDER BY created_at DESC, id DESC LIMIT 1) AS at,
        (SELECT id FROM past ORDER BY created_at DESC, id DESC LIMIT 1) AS id`,
  );
  return stepOf(rows);
}

/** Empties what the provider wrote about inquiries that have ended, the oldest first. */
export async function eraseInquiryAnswers(
  db: Queryable,
  { applicationId, environment, before, limit }: OldRows,
  from: Cursor,
): Promise<Step> {
  const rows = await query<Walked>(
    db,
    'retention_inquiries',
    sql`
      WITH past AS MATERIALIZED (
        SELECT id, created_at FROM inquiries
        WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment"
          AND (created_at, id) > (${from.at ?? new Date(0)}::timestamptz, ${from.id}::uuid)
          AND created_at < ${before}::timestamptz
        ORDER BY created_at, id LIMIT ${limit}::int),
      erased AS (
        UPDATE inquiries i SET raw = NULL FROM past p WHERE i.id = p.id AND i.raw IS NOT NULL RETURNING i.id)
      SELECT (SELECT count(*)::int FROM erased) AS erased, (SELECT count(*)::int FROM past) AS seen,
        (SELECT created_at FROM past ORDER BY created_at DESC, id DESC LIMIT 1) AS at,
        (SELECT id FROM past ORDER BY created_at DESC, id DESC LIMIT 1) AS id`,
  );
  return stepOf(rows);
}

/** Callbacks of some applications. */
export type OldCallbacks = { applicationIds: string[]; before: Date; limit: number };

/**
 * Puts the notice in the place of the bodies of applied callbacks, in the order in which they came: their ids tell it.
 * Halts before the first one that is not old.
 */
export async function eraseCallbackBodies(
  db: Queryable,
  { applicationIds, before, limit }: OldCallbacks,
  from: Cursor,
  erased: { text: string; at: Date },
): Promise<Step> {
  const rows = await query<Walked>(
    db,
    'retention_callbacks',
    sql`
      WITH next AS MATERIALIZED (
        SELECT id, received_at FROM provider_callbacks WHERE id > ${from.id}::uuid ORDER BY id LIMIT ${limit}::int),
      halt AS (SELECT id FROM next WHERE received_at >= ${before}::timestamptz ORDER BY id LIMIT 1),
      past AS (SELECT n.id FROM next n WHERE NOT EXISTS (SELECT 1 FROM halt h WHERE h.id <= n.id)),
      erased AS (
        UPDATE provider_callbacks c SET body = ${Buffer.from(erased.text)}, body_erased_at = ${erased.at}::timestamptz
        FROM past p WHERE c.id = p.id AND c.state = 'applied' AND c.body_erased_at IS NULL
          AND c.application_id = ANY(${applicationIds}::uuid[]) RETURNING c.id)
      SELECT (SELECT count(*)::int FROM erased) AS erased, (SELECT count(*)::int FROM past) AS seen,
        NULL::timestamptz AS at, (SELECT id FROM past ORDER BY id DESC LIMIT 1) AS id`,
  );
  return stepOf(rows);
}

/** The same for callbacks that fitted nothing or failed, once no review of them is open. There are few. */
export function eraseAstrayBodies(
  db: Queryable,
  { applicationIds, before, limit }: OldCallbacks,
  erased: { text: string; at: Date },
): Promise<number> {
  return execute(
    db,
    'retention_callbacks_astray',
    sql`
      UPDATE provider_callbacks SET body = ${Buffer.from(erased.text)}, body_erased_at = ${erased.at}::timestamptz
      WHERE id IN (
        SELECT c.id FROM provider_callbacks c
        WHERE (c.state = 'unmatched' OR c.state = 'failed') AND c.received_at < ${before}::timestamptz
          AND c.retry_at IS NULL AND c.body_erased_at IS NULL AND c.application_id = ANY(${applicationIds}::uuid[])
          AND NOT EXISTS (
            SELECT 1 FROM reviews r WHERE r.subject_kind = 'callback' AND r.subject_id = c.id AND r.status = 'open')
        ORDER BY c.received_at LIMIT ${limit}::int)`,
  );
}

type Old = { before: Date; limit: number };

/** Mails that have ended. A key that keeps a mail from being written twice stays. */
export async function deleteMails(db: Queryable, { before, limit }: Old): Promise<number> {
  const deleted = await execute(
    db,
    'retention_mails',
    sql`
      DELETE FROM mails WHERE id IN (
        SELECT id FROM mails WHERE ended_at < ${before}::timestamptz AND "to" <> '' AND dedupe_key IS NULL LIMIT ${limit}::int)`,
  );
  const emptied = await execute(
    db,
    'retention_mails_keyed',
    sql`
      UPDATE mails SET "to" = '', subject = '', text = '', sealed_text = NULL, error = NULL WHERE id IN (
        SELECT id FROM mails
        WHERE ended_at < ${before}::timestamptz AND dedupe_key IS NOT NULL AND "to" <> '' LIMIT ${limit}::int)`,
  );
  return deleted + emptied;
}

export function deleteSessions(db: Queryable, { before, limit }: Old): Promise<number> {
  return execute(
    db,
    'retention_sessions',
    sql`
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE expires_at < ${before}::timestamptz LIMIT ${limit}::int)`,
  );
}

export function deleteLinks(db: Queryable, { before, limit }: Old): Promise<number> {
  return execute(
    db,
    'retention_links',
    sql`
      DELETE FROM password_resets WHERE id IN (
        SELECT id FROM password_resets WHERE expires_at < ${before}::timestamptz LIMIT ${limit}::int)`,
  );
}
