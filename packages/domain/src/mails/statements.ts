import { type Sql, sql } from '@tillgate/db';

/**
 * SQL expressions of mails, over the columns of `from`, a CTE of the same statement: a mail for
 * each row.
 */
export type MailExpressions = {
  from: Sql;
  to: Sql;
  /** One line. */
  subject: Sql;
  text: Sql;
  dedupeKey: Sql;
  at: Sql;
};

/**
 * Inserts mails inside the statement that gives reason for them. Returns the `id` of those that are
 * new.
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
