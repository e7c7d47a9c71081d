import { type CallbackKind, execute, type Queryable, query, sql } from '@tillgate/db';
import { type PostedCallback, subjectOfToken } from '../inbox/index.ts';
import type { Tenant } from '../kernel/context.ts';
import { type Closing, closeWhere, openReviewsOnce } from '../reviews/index.ts';
import { astrayMax, type Told } from './astray.ts';

// Every statement that writes `astray_callbacks.state` is in this file.

/**
 * (none) → kept, once for each body, while there is room.
 * @param whenOpen only while a gap is open
 * @returns whether it is kept, or was before
 */
export async function insertAstray(
  db: Queryable,
  posted: PostedCallback & Told & { bodyHash: string },
  whenOpen: boolean,
): Promise<boolean> {
  const { id, kind, token, bodyHash, body, remoteIp, receivedAt, receipt, amount } = posted;
  const rows = await query<{ id: string }>(
    db,
    'astray_keep',
    sql`
      WITH stored AS (
        INSERT INTO astray_callbacks (id, kind, token, body_hash, body, remote_ip, received_at, receipt, amount, state)
        SELECT ${id}::uuid, ${kind}::"CallbackKind", ${token}, ${bodyHash}, ${body}::bytea, ${remoteIp},
          ${receivedAt}::timestamptz, ${receipt}, ${amount}, 'kept'
        WHERE (NOT ${whenOpen}::boolean OR EXISTS (SELECT 1 FROM gaps WHERE is_open))
          AND (SELECT count(*) FROM astray_callbacks WHERE state = 'kept') < ${astrayMax}
        ON CONFLICT (token, body_hash) DO NOTHING RETURNING id)
      SELECT id FROM stored
      UNION ALL SELECT id FROM astray_callbacks WHERE token = ${token} AND body_hash = ${bodyHash}`,
  );
  return rows.length > 0;
}

/** Callbacks that wait and whose payment, payout or registration is known again, at most `limit`. */
export function listKnownAgain(db: Queryable, limit: number): Promise<PostedCallback[]> {
  return query<PostedCallback>(
    db,
    'astray_known_again',
    sql`
      SELECT posted.id, posted.kind, posted.token, posted.body, posted.remote_ip AS "remoteIp",
        posted.received_at AS "receivedAt"
      FROM astray_callbacks posted
      WHERE posted.state IN ('kept', 'reviewed') AND EXISTS (${subjectOfToken})
      ORDER BY posted.received_at LIMIT ${limit}`,
  );
}

/** Why the review of a callback that is matched closes. */
const closing = (at: Date): Closing => ({ by: 'system', note: 'Its money is recorded now.', at });
const reviewOfMatched = (at: Date) =>
  closeWhere(sql`subject_kind = 'astray_callback' AND subject_id IN (SELECT id FROM matched)`, closing(at));

/** kept or reviewed → matched, for one callback that is in the inbox now. */
export async function storeMatched(db: Queryable, id: string, at: Date): Promise<void> {
  await execute(
    db,
    'astray_matched',
    sql`
      WITH matched AS (
        UPDATE astray_callbacks SET state = 'matched', ended_at = ${at}::timestamptz
        WHERE id = ${id}::uuid AND state <> 'matched' RETURNING id)
      ${reviewOfMatched(at)}`,
  );
}

/** kept or reviewed → matched, where the money that a callback tells of is recorded. */
export async function matchRecorded(db: Queryable, at: Date): Promise<void> {
  await execute(
    db,
    'astray_match_recorded',
    sql`
      WITH found AS (
        SELECT DISTINCT ON (a.id) a.id, r.application_id, r.environment
        FROM astray_callbacks a, LATERAL (
          SELECT application_id, environment FROM payments WHERE provider_receipt = a.receipt AND status = 'success'
          UNION ALL
          SELECT application_id, environment FROM disbursements WHERE provider_receipt = a.receipt AND status = 'success'
        ) r
        WHERE a.state <> 'matched' AND a.receipt IS NOT NULL
        ORDER BY a.id),
      matched AS (
        UPDATE astray_callbacks a SET state = 'matched', application_id = found.application_id,
          environment = found.environment, ended_at = ${at}::timestamptz
        FROM found WHERE a.id = found.id AND a.state <> 'matched' RETURNING a.id)
      ${reviewOfMatched(at)}`,
  );
}

/**
 * kept → reviewed, with a review, where the owner of a callback can be told: a statement of theirs has its receipt, or one
 * application alone uses this installation. @returns how many
 */
export function reviewOwned(db: Queryable, at: Date): Promise<number> {
  return execute(
    db,
    'astray_review',
    sql`
      WITH lone AS (
        SELECT a.id, CASE WHEN EXISTS (
          SELECT 1 FROM provider_credentials c WHERE c.application_id = a.id AND c.environment = 'production')
          THEN 'production' ELSE 'sandbox' END::"Environment" AS environment
        FROM applications a WHERE (SELECT count(*) FROM applications) = 1),
      owned AS (
        SELECT DISTINCT ON (a.id) a.id, o.application_id, o.environment, a.receipt, a.amount
        FROM astray_callbacks a, LATERAL (
          SELECT application_id, environment, 1 AS rank FROM statement_lines WHERE receipt = a.receipt
          UNION ALL SELECT id, environment, 2 FROM lone) o
        WHERE a.state = 'kept' AND a.receipt IS NOT NULL
        ORDER BY a.id, o.rank),
      ${reviewed(at)}`,
  );
}

/** kept → reviewed, for the application that the operator names. @returns false when it is not kept */
export async function reviewFor(db: Queryable, id: string, owner: Tenant, at: Date): Promise<boolean> {
  const written = await execute(
    db,
    'astray_assign',
    sql`
      WITH owned AS (
        SELECT a.id, ${owner.applicationId}::uuid AS application_id, ${owner.environment}::"Environment" AS environment,
          a.receipt, a.amount
        FROM astray_callbacks a WHERE a.id = ${id}::uuid AND a.state = 'kept'),
      ${reviewed(at)}`,
  );
  return written === 1;
}

/** The end of a statement whose CTE `owned` has the owner of each callback. */
const reviewed = (at: Date) => sql`
  opened AS (${openReviewsOnce(
    sql`owned`,
    'astray_callback',
    'callback_astray',
    sql`json_build_object('receipt', s.receipt, 'amount', s.amount)`,
    at,
  )})
  UPDATE astray_callbacks a SET state = 'reviewed', application_id = owned.application_id,
    environment = owned.environment, ended_at = ${at}::timestamptz
  FROM owned WHERE a.id = owned.id AND a.state = 'kept'`;

export type KeptCallback = {
  callbackId: string;
  kind: CallbackKind;
  receivedAt: Date;
  remoteIp: string;
  receipt: string | null;
  amount: string | null;
};

/** Callbacks whose owner nobody knows, the oldest first, and how many there are. */
export async function listKept(db: Queryable, limit: number): Promise<{ count: number; callbacks: KeptCallback[] }> {
  const rows = await query<KeptCallback & { count: number }>(
    db,
    'astray_list',
    sql`
      SELECT id AS "callbackId", kind, received_at AS "receivedAt", remote_ip AS "remoteIp", receipt, amount,
        (count(*) OVER ())::int AS count
      FROM astray_callbacks WHERE state = 'kept' ORDER BY received_at LIMIT ${limit}`,
  );
  return { count: rows[0]?.count ?? 0, callbacks: rows.map(({ count: _, ...row }) => row) };
}
