import { hourMs, minuteMs, secondMs } from '../kernel/time.ts';
import type { MailerAnswer } from '../ports/ports.ts';

/** Waits before attempts 1 to 7, in milliseconds: about 17 hours from the first to the last. */
export const attemptDelaysMs = [
  0,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  1 * hourMs,
  4 * hourMs,
  12 * hourMs,
] as const;

export const attemptsMax = attemptDelaysMs.length;

/** No attempt takes longer: every mailer gives up by then. */
export const attemptSecondsMax = 20;
/** How long a sender's claim on an email lasts: longer than any attempt, so two senders never send at once. */
export const claimSeconds = 30;
/** How long an email that the sweep has published is not published again, at least. */
export const queueSeconds = 25;
/** How far the clocks of two workers may differ. */
export const clockToleranceSeconds = 5;

export const subjectCharactersMax = 200;
export const textCharactersMax = 20_000;
/** 1 MiB. An email server's limit is rarely below 10 MB. */
export const attachmentBytesMax = 1_048_576;
const errorCharactersMax = 500;

/** Stands in the place of a text that is sealed. */
export const sealedNotice = 'The text of this email contains a secret. Only the worker can read it.';
/** Replaces a text that contained a secret. */
export const removedText = 'The text of this email was removed because it contained a secret.';

/** Whether a secret in the text, and the file, are no longer needed: the email was sent, or never will be. */
export function isContentDone(answer: MailerAnswer, next: NextAttempt): boolean {
  return next.status === 'failed' || (next.status === 'sent' && !(answer.kind === 'sent' && answer.shownOnly));
}

/** The email's state after an attempt. */
type NextAttempt =
  | { status: 'sent'; nextAttemptAt: null; error: null }
  | { status: 'due'; nextAttemptAt: Date; error: string }
  | { status: 'failed'; nextAttemptAt: null; error: string };

/**
 * Decides what follows an attempt. `due`: another attempt later; `failed`: none.
 * @param attemptNumber the attempt that was just made, from 1
 * @param now when its answer came
 */
export function nextAttempt(attemptNumber: number, answer: MailerAnswer, now: Date): NextAttempt {
  if (answer.kind === 'sent') return { status: 'sent', nextAttemptAt: null, error: null };
  const error = oneLine(answer.reason, errorCharactersMax);
  const delayMs = answer.permanent ? undefined : attemptDelaysMs[attemptNumber];
  if (delayMs === undefined) return { status: 'failed', nextAttemptAt: null, error };
  return { status: 'due', nextAttemptAt: new Date(now.getTime() + delayMs), error };
}

/** Brings a text to one line of at most `charactersMax` characters, so that names cannot add lines to an email. */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`;
}
