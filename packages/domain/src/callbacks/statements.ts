import { type CallbackKind, type CallbackState, only, type Queryable } from '@tillgate/db';

/** Which rows a hook's token is looked up in. */
export type Hook = 'stk' | 'result' | 'c2b';

const subjects: Record<Hook, string> = {
  stk: 'SELECT id FROM payments WHERE callback_token = $2',
  result: `
    SELECT id FROM disbursements WHERE callback_token = $2
    UNION ALL SELECT id FROM inquiries WHERE callback_token = $2`,
  c2b: 'SELECT id FROM c2b_registrations WHERE hook_token = $2',
};

export type NewCallback = {
  id: string;
  kind: CallbackKind;
  /** The last part of the hook's path. */
  token: string;
  bodyHash: string;
  body: Buffer;
  remoteIp: string;
  receivedAt: Date;
  /** When a sweep takes it up if nobody has applied it by then. */
  retryAt: Date;
};

/**
 * Stores what was posted to a hook. `subjectId` is null when there is no such hook; `callbackId` is null when the same body
 * is stored already, or the subject has `perSubjectMax` callbacks (null: no limit).
 */
export async function store(
  db: Queryable,
  hook: Hook,
  callback: NewCallback,
  perSubjectMax: number | null,
): Promise<{ subjectId: string | null; callbackId: string | null }> {
  const { rows } = await db.query<{ subjectId: string | null; callbackId: string | null }>({
    name: `callback_store_${hook}`,
    text: `
      WITH target AS (${subjects[hook]}),
      stored AS (
        INSERT INTO provider_callbacks (id, kind, subject_id, body_hash, body, remote_ip, received_at, retry_at)
        SELECT $1::uuid, $9::"CallbackKind", target.id, $3, $4::bytea, $5, $6::timestamptz, $7::timestamptz FROM target
        WHERE $8::int IS NULL OR (SELECT count(*) FROM provider_callbacks c WHERE c.subject_id = target.id) < $8
        ON CONFLICT (subject_id, kind, body_hash) DO NOTHING
        RETURNING id)
      SELECT (SELECT id FROM target)::text AS "subjectId", (SELECT id FROM stored)::text AS "callbackId"`,
    values: [
      callback.id,
      callback.token,
      callback.bodyHash,
      callback.body,
      callback.remoteIp,
      callback.receivedAt,
      callback.retryAt,
      perSubjectMax,
      callback.kind,
    ],
  });
  return only(rows);
}

export type CallbackRow = {
  id: string;
  kind: CallbackKind;
  subjectId: string;
  state: CallbackState;
  body: Buffer;
  attempts: number;
  receivedAt: Date;
  /** Of the same prompt or disbursement, received before this one and not brought to an end yet: the oldest first. */
  earlierIds: string[];
};

export async function find(db: Queryable, id: string): Promise<CallbackRow | undefined> {
  const { rows } = await db.query<CallbackRow>({
    name: 'callback_find',
    text: `
      SELECT c.id, c.kind, c.subject_id AS "subjectId", c.state, c.body, c.attempts, c.received_at AS "receivedAt", ARRAY(
        SELECT e.id::text FROM provider_callbacks e
        WHERE c.kind IN ('stk_callback', 'result') AND e.subject_id = c.subject_id AND e.kind = c.kind AND e.retry_at IS NOT NULL
          AND (e.received_at, e.id) < (c.received_at, c.id)
        ORDER BY e.received_at, e.id) AS "earlierIds"
      FROM provider_callbacks c WHERE c.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Ends a callback that is not `applied` yet, or sends it to another try (`state` failed with `retryAt`). */
export async function mark(
  db: Queryable,
  id: string,
  to: { state: CallbackState; error: string | null; retryAt: Date | null; now: Date },
): Promise<void> {
  await db.query({
    name: 'callback_mark',
    text: `
      UPDATE provider_callbacks SET state = $2::"CallbackState", error = $3, retry_at = $4, attempts = attempts + 1,
        applied_at = CASE WHEN $2 = 'applied' THEN $5::timestamptz END
      WHERE id = $1 AND state <> 'applied'`,
    values: [id, to.state, to.error, to.retryAt, to.now],
  });
}

/** Asks people to look at the payment or disbursement whose callback is given up. */
export async function flagSubject(db: Queryable, subjectId: string): Promise<void> {
  await db.query({
    name: 'callback_flag_subject',
    text: `
      WITH payment AS (UPDATE payments SET needs_review = true WHERE id = $1)
      UPDATE disbursements SET needs_review = true WHERE id = $1`,
    values: [subjectId],
  });
}

/** Callbacks that nobody has brought to an end, put off until `retryAt` so that the next sweep leaves them alone. */
export async function takeDue(db: Queryable, now: Date, retryAt: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'callbacks_take_due',
    text: `
      UPDATE provider_callbacks SET retry_at = $2 WHERE id IN (
        SELECT id FROM provider_callbacks WHERE retry_at <= $1 ORDER BY retry_at LIMIT $3 FOR UPDATE SKIP LOCKED)
      RETURNING id`,
    values: [now, retryAt, limit],
  });
  return rows.map((row) => row.id);
}
