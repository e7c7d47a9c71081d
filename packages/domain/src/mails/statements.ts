import { execute, type MailStatus, type Queryable, query, type Sql, sql } from '@tillgate/db';
import { isSignalDue, nextSignal } from '../signals/next-signal.ts';
import type { MutableMail } from './reader.ts';

// Every statement that writes `mails.status` is in this file. A new email is `due`.

/** The condition of `mailReaders` in SQL. @param user alias of `users` */
export function isMailReader(user: Sql, kind: MutableMail): Sql {
  return sql`${user}.disabled_at IS NULL AND NOT ${kind}::text = ANY (${user}.muted_mails)`;
}

/** SQL expressions of new emails: parameters, or columns of `from`. */
type MailExpressions = {
  /** A CTE of the same statement: an email for each of its rows. */
  from: Sql;
  to: Sql;
  /** One line. */
  subject: Sql;
  text: Sql;
  dedupeKey: Sql;
  at: Sql;
};

/**
 * Inserts emails within the statement that gives reason for them, and returns the `id` of the new ones. Skips a
 * email whose `dedupeKey` was used before.
 */
export function insertMails({ from, to, subject, text, dedupeKey, at }: MailExpressions): Sql {
  return sql`
    INSERT INTO mails (id, "to", subject, text, dedupe_key, next_attempt_at, created_at)
    SELECT gen_random_uuid(), (${to})::text, (${subject})::text, (${text})::text, (${dedupeKey})::text,
      (${at})::timestamptz, (${at})::timestamptz
    FROM ${from}
    ON CONFLICT (dedupe_key) DO NOTHING
    RETURNING id`;
}

export type ClaimedMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** The text is in here, sealed, when it contains a secret. */
  sealedText: string | null;
  attachment: Uint8Array<ArrayBuffer> | null;
  attachmentName: string | null;
  attachmentType: string | null;
  /** Attempts recorded before this one. */
  attemptCount: number;
  claimedUntil: Date;
};

/**
 * Claims an email that is due.
 * @param claim.dueBy clocks may differ, so this may be later than now
 * @returns undefined when the email is not due, or another sender has it
 */
export async function claimMail(
  db: Queryable,
  id: string,
  claim: { until: Date; dueBy: Date; now: Date },
): Promise<ClaimedMail | undefined> {
  const { until, dueBy, now } = claim;
  const [row] = await query<ClaimedMail>(
    db,
    'mail_claim',
    sql`
      UPDATE mails SET claimed_until = ${until}
      WHERE id = ${id} AND status = 'due' AND next_attempt_at <= ${dueBy}
        AND (claimed_until IS NULL OR claimed_until <= ${now})
      RETURNING id, "to", subject, text, sealed_text AS "sealedText", attachment,
        attachment_name AS "attachmentName", attachment_type AS "attachmentType",
        attempt_count AS "attemptCount", claimed_until AS "claimedUntil"`,
  );
  return row;
}

/**
 * At most `limit` emails that are due, unclaimed and not signalled recently. Later sweeps skip them for a time that grows
 * with their wait. Returns their ids.
 */
export async function claimDueMails(
  db: Queryable,
  { now, secondsMin, limit }: { now: Date; secondsMin: number; limit: number },
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    'mails_claim_due',
    sql`
      UPDATE mails SET signal_after = ${nextSignal(now, { since: sql`next_attempt_at`, secondsMin })} WHERE id IN (
        SELECT id FROM mails
        WHERE status = 'due' AND next_attempt_at <= ${now} AND (claimed_until IS NULL OR claimed_until <= ${now})
          AND ${isSignalDue(now)}
        ORDER BY next_attempt_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id`,
  );
  return rows.map(({ id }) => id);
}

type RecordedAttempt = {
  status: MailStatus;
  /** Null when no attempt follows. */
  nextAttemptAt: Date | null;
  error: string | null;
  /** Replaces a text that has a secret and removes the file; null leaves both. */
  instead: string | null;
  at: Date;
};

/**
 * Records the attempt of a claim: due → due, sent or failed.
 * @returns false when the claim has lapsed and another sender took the email
 */
export async function recordAttempt(
  db: Queryable,
  claim: Pick<ClaimedMail, 'id' | 'claimedUntil'>,
  { status, nextAttemptAt, error, instead, at }: RecordedAttempt,
): Promise<boolean> {
  const written = await execute(
    db,
    'mail_record',
    sql`
      UPDATE mails SET status = ${status}::"MailStatus", next_attempt_at = ${nextAttemptAt}::timestamptz,
        error = ${error}, claimed_until = NULL, signal_after = NULL, attempt_count = attempt_count + 1,
        ended_at = CASE WHEN ${nextAttemptAt}::timestamptz IS NULL THEN ${at}::timestamptz END,
        text = CASE WHEN has_secret THEN coalesce(${instead}::text, text) ELSE text END,
        sealed_text = CASE WHEN ${instead}::text IS NULL THEN sealed_text END,
        attachment = CASE WHEN ${instead}::text IS NULL THEN attachment END,
        attachment_name = CASE WHEN ${instead}::text IS NULL THEN attachment_name END,
        attachment_type = CASE WHEN ${instead}::text IS NULL THEN attachment_type END
      WHERE id = ${claim.id} AND status = 'due' AND claimed_until = ${claim.claimedUntil}`,
  );
  return written === 1;
}
