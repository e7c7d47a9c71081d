import { execute, type LinkKind, type LinkStatus, only, type Queryable, query, sql } from '@tillgate/db';
import type { Tenant } from '../kernel/context.ts';
import type { AttemptRefusal } from './attempt.ts';

// Every statement that writes `link_attempts.state` is in this file, and names the state that it leaves.

/** An attempt that waits for its prompt, with what its link says. */
export type WaitingAttempt = Tenant & {
  id: string;
  linkId: string;
  phone: string;
  /** Whole KES. */
  amount: number;
  isRepeat: boolean;
  createdAt: Date;
  /** When a worker decided to send the prompt; null before. */
  promptAt: Date | null;
  kind: LinkKind;
  status: LinkStatus;
  title: string;
  accountReference: string | null;
  referencePrefix: string | null;
  expiresAt: Date | null;
  paymentsMax: number | null;
  paidCount: number;
  paidAmount: number;
  linkAmount: number | null;
  amountMin: number | null;
  amountMax: number | null;
  choices: number[];
  promptsAllowed: number;
};

export type WaitingSlice = {
  limit: number;
  ofApplicationMax: number;
  ofLinkMax: number;
  /** Attempts that the caller works on already. */
  except: readonly string[];
  exceptApplications: readonly string[];
  exceptLinks: readonly string[];
};

/**
 * Attempts that wait and that no worker has claimed, at most `limit`. Applications take turns, and of each the oldest
 * comes first: however many forms strangers send on one link, the attempt of another shop is among the first.
 */
export function listWaiting(
  db: Queryable,
  now: Date,
  slice: WaitingSlice,
): Promise<{ id: string; applicationId: string; linkId: string }[]> {
  return query(
    db,
    'link_attempts_waiting',
    sql`
      SELECT id, "applicationId", "linkId" FROM (
        SELECT *, row_number() OVER (PARTITION BY "applicationId" ORDER BY created_at, id) AS turn FROM (
          SELECT id, application_id AS "applicationId", link_id AS "linkId", created_at,
            row_number() OVER (PARTITION BY link_id ORDER BY created_at, id) AS place
          FROM link_attempts
          WHERE state = 'waiting' AND (claimed_until IS NULL OR claimed_until <= ${now}::timestamptz)
            AND id <> ALL(${slice.except}::uuid[]) AND application_id <> ALL(${slice.exceptApplications}::uuid[])
            AND link_id <> ALL(${slice.exceptLinks}::uuid[])) waiting
        WHERE place <= ${slice.ofLinkMax}) turns
      WHERE turn <= ${slice.ofApplicationMax}
      ORDER BY turn, created_at, id LIMIT ${slice.limit}`,
  );
}

/**
 * Locks the link of an attempt and then the attempt, until the transaction ends. Undefined when it waits no more, or when
 * another worker has it.
 */
export async function lockWaiting(db: Queryable, id: string, now: Date): Promise<WaitingAttempt | undefined> {
  await execute(
    db,
    'link_lock_of_attempt',
    sql`
      SELECT 1 FROM payment_links WHERE id = (SELECT link_id FROM link_attempts WHERE id = ${id}::uuid) FOR NO KEY UPDATE`,
  );
  const [row] = await query<WaitingAttempt>(
    db,
    'link_attempt_lock',
    sql`
      SELECT a.id, a.link_id AS "linkId", a.application_id AS "applicationId", a.environment, a.phone, a.amount,
        a.is_repeat AS "isRepeat", a.created_at AS "createdAt", a.prompt_at AS "promptAt", l.kind, l.status, l.title,
        l.account_reference AS "accountReference", l.reference_prefix AS "referencePrefix", l.expires_at AS "expiresAt",
        l.payments_max AS "paymentsMax", l.paid_count AS "paidCount", l.paid_amount::float8 AS "paidAmount",
        l.amount AS "linkAmount", l.amount_min AS "amountMin", l.amount_max AS "amountMax", l.choices,
        l.prompts_allowed AS "promptsAllowed"
      FROM link_attempts a JOIN payment_links l ON l.id = a.link_id
      WHERE a.id = ${id}::uuid AND a.state = 'waiting'
        AND (a.claimed_until IS NULL OR a.claimed_until <= ${now}::timestamptz)
      FOR NO KEY UPDATE OF a`,
  );
  return row;
}

/**
 * A worker sends the prompt of a waiting attempt until a time. From the first time on, the prompt counts towards the limits.
 */
export async function storeClaim(db: Queryable, id: string, { at, until }: { at: Date; until: Date }): Promise<void> {
  await execute(
    db,
    'link_attempt_claim',
    sql`
      UPDATE link_attempts SET prompt_at = coalesce(prompt_at, ${at}::timestamptz), claimed_until = ${until}::timestamptz
      WHERE id = ${id}::uuid AND state = 'waiting'`,
  );
}

/** waiting → handed. */
export async function storeHanded(db: Queryable, id: string, paymentId: string, at: Date): Promise<boolean> {
  const written = await execute(
    db,
    'link_attempt_hand',
    sql`
      UPDATE link_attempts SET state = 'handed', payment_id = ${paymentId}::uuid, claimed_until = NULL,
        ended_at = ${at}::timestamptz
      WHERE id = ${id}::uuid AND state = 'waiting'`,
  );
  return written === 1;
}

/** The prompts of a link that count towards its limit. */
export async function countPrompts(db: Queryable, linkId: string): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    'link_prompts_count',
    sql`
      SELECT count(*)::int AS count FROM link_attempts WHERE link_id = ${linkId}::uuid AND prompt_at IS NOT NULL`,
  );
  return only(rows).count;
}

/** waiting → refused. A prompt that was not sent no longer counts. */
export async function storeRefused(
  db: Queryable,
  id: string,
  to: { refusal: AttemptRefusal; retryAt: Date | null; at: Date },
): Promise<boolean> {
  const written = await execute(
    db,
    'link_attempt_refuse',
    sql`
      UPDATE link_attempts SET state = 'refused', refusal = ${to.refusal}, retry_at = ${to.retryAt}::timestamptz,
        prompt_at = NULL, claimed_until = NULL, ended_at = ${to.at}::timestamptz
      WHERE id = ${id}::uuid AND state = 'waiting'`,
  );
  return written === 1;
}

/** waiting → stale. */
export async function storeStale(db: Queryable, id: string, at: Date): Promise<boolean> {
  const written = await execute(
    db,
    'link_attempt_stale',
    sql`
      UPDATE link_attempts SET state = 'stale', prompt_at = NULL, claimed_until = NULL, ended_at = ${at}::timestamptz
      WHERE id = ${id}::uuid AND state = 'waiting'`,
  );
  return written === 1;
}
