import {
  type CallbackKind,
  type CallbackState,
  type CallbackSubject,
  type Environment,
  empty,
  execute,
  type Queryable,
  query,
  type Sql,
  sql,
} from '@tillgate/db';
import type { RailName } from '../rails/index.ts';
import { type Hook, hasRoom, subjects } from './hook-statements.ts';

// Every statement that writes `provider_callbacks.state` is in this file.

type NewCallback = {
  id: string;
  kind: CallbackKind;
  /** The last part of the hook's path. */
  token: string;
  bodyHash: string;
  body: Buffer;
  remoteIp: string;
  receivedAt: Date;
  /** When a sweep takes it, if it is not applied by then. */
  retryAt: Date;
  /** It came from an address that may post callbacks of production. */
  isFromProvider: boolean;
  /** Our id that a notice names, by the network that it would be of. Other hooks have the token of what they are about. */
  about?: Partial<Record<RailName, string>>;
};

type Stored = {
  subjectId: string | null;
  environment: Environment | null;
  applicationId: string | null;
  callbackId: string | null;
};

/**
 * Stores what was posted to a hook, in one commit. `subjectId` is null when there is no such hook.
 * `callbackId` is null when the same body is stored already, when the subject has as many callbacks as it may have, or
 * when a hook of production was not posted to by the provider.
 */
export async function store(db: Queryable, hook: Hook, posted: readonly NewCallback[]): Promise<Stored[]> {
  const list = <Key extends keyof NewCallback>(key: Key) => posted.map((one) => one[key]);
  const abouts = posted.map(({ about = {} }) => JSON.stringify(about));
  const about =
    hook === 'rail' ? { list: sql`, ${abouts}::jsonb[]`, name: sql`, about` } : { list: empty, name: empty };
  // In one order, because two statements that insert the same rows in different orders wait for each other.
  const rows = await query<Stored & { id: string }>(
    db,
    `callbacks_store_${hook}`,
    sql`
      WITH posted AS (
        SELECT * FROM unnest(${list('id')}::uuid[], ${list('kind')}::"CallbackKind"[], ${list('token')}::text[],
          ${list('bodyHash')}::text[], ${list('body')}::bytea[], ${list('remoteIp')}::text[],
          ${list('receivedAt')}::timestamptz[], ${list('retryAt')}::timestamptz[], ${list('isFromProvider')}::boolean[]
          ${about.list})
          AS p(id, kind, token, body_hash, body, remote_ip, received_at, retry_at, is_from_provider ${about.name})),
      found AS (
        SELECT posted.*, target.id AS subject_id, target.kind::"CallbackSubject" AS subject_kind, target.environment,
          target.application_id, row_number() OVER (PARTITION BY target.id ORDER BY received_at, posted.id) AS place
        FROM posted, LATERAL (${subjects[hook]} OFFSET 0) target),
      stored AS (
        INSERT INTO provider_callbacks
          (id, kind, subject_id, subject_kind, application_id, body_hash, body, remote_ip, received_at, retry_at)
        SELECT id, kind, subject_id, subject_kind, application_id, body_hash, body, remote_ip, received_at, retry_at
        FROM found
        WHERE (environment = 'sandbox' OR is_from_provider) AND ${hasRoom[hook]}
        ORDER BY subject_id, kind, body_hash
        ON CONFLICT (subject_id, kind, body_hash) DO NOTHING
        RETURNING id)
      SELECT found.id::text AS id, subject_id::text AS "subjectId", environment,
        application_id::text AS "applicationId", stored.id::text AS "callbackId"
      FROM found LEFT JOIN stored ON stored.id = found.id`,
  );
  const found = new Map(rows.map(({ id, ...row }) => [id, row]));
  return posted.map(({ id }) => found.get(id) ?? nothing);
}

const nothing: Stored = { subjectId: null, environment: null, applicationId: null, callbackId: null };

/** Stores a payment that the provider listed as the confirmation that never came. Undefined when it is stored already. */
export async function storePulled(
  db: Queryable,
  pulled: Pick<NewCallback, 'id' | 'bodyHash' | 'body' | 'receivedAt' | 'retryAt'> & { registrationId: string },
): Promise<string | undefined> {
  const { id, registrationId, bodyHash, body, receivedAt, retryAt } = pulled;
  const [stored] = await query<{ id: string }>(
    db,
    'callback_store_pulled',
    sql`
      INSERT INTO provider_callbacks
        (id, kind, subject_id, subject_kind, application_id, body_hash, body, remote_ip, received_at, retry_at)
      SELECT ${id}::uuid, 'c2b_confirmation', r.id, 'c2b_registration', r.application_id, ${bodyHash}, ${body}::bytea,
        'pulled', ${receivedAt}::timestamptz, ${retryAt}::timestamptz
      FROM c2b_registrations r WHERE r.id = ${registrationId}::uuid
      ON CONFLICT (subject_id, kind, body_hash) DO NOTHING RETURNING id`,
  );
  return stored?.id;
}

export type CallbackRow = {
  id: string;
  kind: CallbackKind;
  subjectId: string;
  subjectKind: CallbackSubject;
  state: CallbackState;
  body: Buffer;
  attempts: number;
  receivedAt: Date;
  /**
   * Open callbacks of the same kind and subject that were received before this one, oldest first.
   */
  earlierIds: string[];
};

/**
 * Whether the callbacks `c` of a subject are about one outcome, so that the earliest decides. Notices of an account are
 * about nothing that we know.
 */
export const hasOneOutcome = sql`c.kind IN ('stk_callback', 'result', 'rail_notice') AND c.subject_kind <> 'rail_account'`;

export async function findCallback(db: Queryable, id: string): Promise<CallbackRow | undefined> {
  const [row] = await query<CallbackRow>(
    db,
    'callback_find',
    sql`
      SELECT c.id, c.kind, c.subject_id AS "subjectId", c.subject_kind AS "subjectKind", c.state, c.body, c.attempts,
        c.received_at AS "receivedAt", ARRAY(
        SELECT e.id::text FROM (SELECT * FROM provider_callbacks WHERE subject_id = c.subject_id OFFSET 0) e
        WHERE ${hasOneOutcome} AND e.kind = c.kind
          AND e.retry_at IS NOT NULL AND (e.received_at, e.id) < (c.received_at, c.id)
        ORDER BY e.received_at, e.id) AS "earlierIds"
      FROM provider_callbacks c WHERE c.id = ${id}`,
  );
  return row;
}

/**
 * Marks a callback applied when `by`, a CTE of the same statement, has a row, so that its effect
 * and its end are one commit. Does nothing without a callback.
 */
export function markApplied(callbackId: string | null, by: Sql, at: Date): Sql {
  return sql`
    UPDATE provider_callbacks SET state = 'applied', applied_at = ${at}::timestamptz, retry_at = NULL, error = NULL
    WHERE id = ${callbackId}::uuid AND EXISTS (SELECT 1 FROM ${by})`;
}

/** Locks a callback until the transaction ends, if it has not ended. For a CTE; no row for null. */
export function lockOpen(callbackId: string | null): Sql {
  return sql`
    SELECT id FROM provider_callbacks WHERE id = ${callbackId}::uuid AND state NOT IN ('applied', 'unmatched')
    FOR NO KEY UPDATE`;
}

/** Marks the callback of each row of `by`, a CTE with a `callback_id`, applied. */
export function markEachApplied(by: Sql, at: Date): Sql {
  return sql`
    UPDATE provider_callbacks c SET state = 'applied', applied_at = ${at}::timestamptz, retry_at = NULL, error = NULL
    FROM ${by} b WHERE c.id = b.callback_id`;
}

/**
 * Ends a callback that is not `applied` yet. With `retryAt` it stays open and the sweep publishes
 * it again.
 */
export async function markCallback(
  db: Queryable,
  id: string,
  to: { state: CallbackState; error: string | null; retryAt: Date | null; now: Date },
): Promise<void> {
  const appliedAt = to.state === 'applied' ? to.now : null;
  await execute(
    db,
    'callback_mark',
    sql`
      UPDATE provider_callbacks SET state = ${to.state}::"CallbackState", error = ${to.error}, retry_at = ${to.retryAt},
        attempts = attempts + 1, applied_at = ${appliedAt}
      WHERE id = ${id} AND state NOT IN ('applied', 'unmatched')`,
  );
}

/**
 * received or failed → unmatched, by a person.
 * @returns false when it had ended before
 */
export async function endUnmatched(db: Queryable, id: string, error: string): Promise<boolean> {
  const written = await execute(
    db,
    'callback_end',
    sql`
      UPDATE provider_callbacks SET state = 'unmatched', error = ${error}, retry_at = NULL
      WHERE id = ${id} AND retry_at IS NOT NULL`,
  );
  return written === 1;
}

/**
 * failed, unmatched or received → received, due now, with all its attempts before it.
 * @returns false when it is applied
 */
export async function reopenCallback(db: Queryable, id: string, now: Date): Promise<boolean> {
  const written = await execute(
    db,
    'callback_reopen',
    sql`
      UPDATE provider_callbacks SET state = 'received', attempts = 0, retry_at = ${now}
      WHERE id = ${id}::uuid AND state <> 'applied' AND body_erased_at IS NULL`,
  );
  return written === 1;
}
