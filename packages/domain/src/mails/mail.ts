import type { MailerAnswer } from '../ports.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

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

/** No attempt takes longer: whoever builds a mailer gives up by then. */
export const attemptSecondsMax = 20;
/** A sender holds a mail this long. */
export const claimSeconds = 60;
/** A mail that the sweep has published is nobody else's to publish for this long. */
export const queueSeconds = 25;
/** Clocks of workers may differ this much. */
export const clockToleranceSeconds = 5;
/**
 * A claim with no more than this left is free to take: it is the sweep's mark, or that of a sender who has ended or died. What
 * comes before is longer than any attempt, or two could send at once.
 */
export const freeSeconds = queueSeconds + clockToleranceSeconds;

export const subjectCharactersMax = 200;
export const textCharactersMax = 20_000;
export const errorCharactersMax = 500;

/** What stands in place of a text that held a secret. */
export const removedText = 'The text of this mail is removed: it was for its reader alone.';

/** Whether a secret in the text is of no more use here: the mail has left, or never will. */
export function isTextDone(answer: MailerAnswer, next: NextAttempt): boolean {
  return next.status === 'failed' || (next.status === 'sent' && !(answer.kind === 'sent' && answer.shownOnly));
}

/** What follows an attempt: the row's next state. */
export type NextAttempt =
  | { status: 'sent'; nextAttemptAt: null; error: null }
  | { status: 'due'; nextAttemptAt: Date; error: string }
  | { status: 'failed'; nextAttemptAt: null; error: string };

/**
 * Decides what follows an attempt: `due` is another one later, `failed` is none.
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

/** A text as one line of at most so many characters: what people or strangers wrote cannot add lines to a mail. */
export function oneLine(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`;
}
