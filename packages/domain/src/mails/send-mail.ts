import type { MailStatus, Queryable } from '@tillgate/db';
import type { Context, WithMailer } from '../context.ts';
import {
  claimSeconds,
  clockToleranceSeconds,
  freeSeconds,
  isTextDone,
  type NextAttempt,
  nextAttempt,
  removedText,
} from './mail.ts';

/**
 * Makes the attempt of a mail that is due. Safe to run twice and by several workers at once: who does not hold the claim sends
 * nothing. A crash between the sending and its record repeats it once the claim has lapsed: mail is sent at least once. The
 * next attempt is the sweep's business.
 * @returns where the mail stands after the attempt; undefined when there was none to make
 */
export async function sendMail(ctx: Context & WithMailer, input: { mailId: string }): Promise<MailStatus | undefined> {
  const claim = await claimMail(ctx.db.pool, input.mailId, ctx.clock.now());
  if (!claim) return undefined;
  const { id, to, subject, text } = claim;
  const answer = await ctx.mailer({ id, to, subject, text });
  const now = ctx.clock.now();
  const attempt = claim.attemptCount + 1;
  const next = nextAttempt(attempt, answer, now);
  const textInstead = isTextDone(answer, next) ? removedText : null;
  if (!(await recordAttempt(ctx.db.pool, claim, { next, textInstead, at: now }))) return undefined;
  // The reason stays in the row: a mail server's words often name the reader.
  if (next.status === 'due') ctx.log.warn({ mailId: id, attempt }, 'a mail could not be sent: it is tried again');
  if (next.status === 'failed') ctx.log.error({ mailId: id, attempt }, 'a mail could not be sent and is given up');
  return next.status;
}

type ClaimedMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Attempts recorded before this one. */
  attemptCount: number;
  claimedUntil: Date;
};

/** Takes a mail that is due. Undefined when it is not, or is somebody else's. */
async function claimMail(db: Queryable, id: string, now: Date): Promise<ClaimedMail | undefined> {
  const { rows } = await db.query<ClaimedMail>({
    name: 'mail_claim',
    text: `
      UPDATE mails SET claimed_until = $4
      WHERE id = $1 AND status = 'due' AND next_attempt_at <= $2 AND (claimed_until IS NULL OR claimed_until <= $3)
      RETURNING id, "to", subject, text, attempt_count AS "attemptCount", claimed_until AS "claimedUntil"`,
    values: [id, later(now, clockToleranceSeconds), later(now, freeSeconds), later(now, claimSeconds)],
  });
  return rows[0];
}

type Attempt = {
  next: NextAttempt;
  /** Takes the place of a text with a secret; null leaves it. */
  textInstead: string | null;
  at: Date;
};

/** Records the attempt of a claim. False when the claim has lapsed and the mail moved on without it. */
async function recordAttempt(db: Queryable, claim: ClaimedMail, { next, textInstead, at }: Attempt): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'mail_record',
    text: `
      UPDATE mails SET status = $3::"MailStatus", next_attempt_at = $4::timestamptz, error = $5, claimed_until = NULL,
        attempt_count = attempt_count + 1, ended_at = CASE WHEN $4::timestamptz IS NULL THEN $6::timestamptz END,
        text = CASE WHEN has_secret THEN coalesce($7::text, text) ELSE text END
      WHERE id = $1 AND status = 'due' AND claimed_until = $2`,
    values: [claim.id, claim.claimedUntil, next.status, next.nextAttemptAt, next.error, at, textInstead],
  });
  return rowCount === 1;
}

function later(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000);
}
