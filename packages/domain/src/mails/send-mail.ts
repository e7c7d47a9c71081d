import type { MailStatus } from '@tillgate/db';
import type { Context, WithMailer } from '../kernel/context.ts';
import { later } from '../kernel/time.ts';
import type { MailerAnswer } from '../ports/ports.ts';
import { claimSeconds, clockToleranceSeconds, isContentDone, nextAttempt, removedText } from './mail.ts';
import { attachmentOf, readMailText } from './mail-text.ts';
import { type ClaimedMail, claimMail, recordAttempt } from './statements.ts';

/**
 * Tries to send an email that is due. Several workers may run it at once: only the one with the claim sends. After
 * a crash between sending and recording, the email is sent again: delivery is at least once. The sweep starts
 * the next attempt.
 * @returns the email's status after the attempt; undefined when no attempt was due
 */
export async function sendMail(ctx: Context & WithMailer, input: { mailId: string }): Promise<MailStatus | undefined> {
  const startedAt = ctx.clock.now();
  const claim = await claimMail(ctx.db.pool, input.mailId, {
    until: later(startedAt, claimSeconds * 1000),
    dueBy: later(startedAt, clockToleranceSeconds * 1000),
    now: startedAt,
  });
  if (!claim) return undefined;
  const { id } = claim;
  const answer = await send(ctx, claim);
  const now = ctx.clock.now();
  const attempt = claim.attemptCount + 1;
  const next = nextAttempt(attempt, answer, now);
  const instead = isContentDone(answer, next) ? removedText : null;
  if (!(await recordAttempt(ctx.db.pool, claim, { ...next, instead, at: now }))) return undefined;
  // The reason is only in the row: an email server's message often contains the address.
  if (next.status === 'due') ctx.log.warn({ mailId: id, attempt }, 'An email could not be sent. It is tried again.');
  if (next.status === 'failed')
    ctx.log.error({ mailId: id, attempt }, 'An email could not be sent. It is not tried again.');
  return next.status;
}

/** A text that cannot be opened is our fault, and an operator can correct it: we try again. */
async function send(ctx: Context & WithMailer, claim: ClaimedMail): Promise<MailerAnswer> {
  const { id, to, subject } = claim;
  let text: string;
  try {
    text = readMailText(ctx.open, claim);
  } catch (error) {
    ctx.log.error({ mailId: id, err: error }, 'The text of an email cannot be opened. Check SEAL_PRIVATE_KEY.');
    return { kind: 'failed', permanent: false, reason: 'The text of the email cannot be opened.' };
  }
  const attachment = attachmentOf(claim);
  return ctx.mailer({ id, to, subject, text, ...(attachment && { attachment }) });
}
