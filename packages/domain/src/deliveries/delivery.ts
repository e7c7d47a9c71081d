import { dayMs, hourMs, later, minuteMs, secondMs } from '../kernel/time.ts';
import type { CourierAnswer } from '../ports/ports.ts';

/** Waits before attempts 1 to 13, in milliseconds: about 76 hours from the first to the last. */
export const attemptDelaysMs = [
  0,
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  1 * hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
  1 * dayMs,
  1 * dayMs,
] as const;

export const attemptsMax = attemptDelaysMs.length;

/** A wait is stretched by up to this share of itself, never shortened. */
export const jitterMax = 0.2;

/** Retry-After may stretch a wait by at most this factor. */
export const retryAfterStretchMax = 2;

/**
 * A claim holds a delivery and a lane of its endpoint this long: longer than any attempt can take
 * (15 s), or two workers could post at once.
 */
export const claimSeconds = 20;
/** A queue may wake a little early; a delivery that is due within this time counts as due. */
export const earlyToleranceMs = 250;

/** An endpoint is disabled when it has only failed for this long. */
export const failingDaysMax = 5;
/** An earlier failure must be at least this old: one failure after a quiet period is not enough. */
const failingSpreadHoursMin = 12;

/** Owners get one email per run of failures, when a delivery of the endpoint has failed this many times. */
const alertAttempt = 4;
/** They get another email after this share of the time until the endpoint is disabled. */
const secondAlertShare = 0.5;

export type NextAttempt =
  | { kind: 'delivered' }
  | { kind: 'at'; time: Date }
  | { kind: 'give_up' }
  | { kind: 'disable'; reason: string };

/**
 * The next step after an attempt.
 * @param attemptNumber place in the schedule of the attempt that was just made, from 1
 * @param now when its answer came
 * @param random 0 ≤ random() < 1, for the jitter
 */
export function nextAttempt(
  attemptNumber: number,
  answer: CourierAnswer,
  now: Date,
  random: () => number,
): NextAttempt {
  if (failureOf(answer) === null) return { kind: 'delivered' };
  if (answer.kind === 'answered' && answer.statusCode === 410) {
    return { kind: 'disable', reason: 'The endpoint answered 410 Gone.' };
  }
  const delayMs = attemptDelaysMs[attemptNumber];
  if (delayMs === undefined) return { kind: 'give_up' };
  const askedMs = retryAfterMs(answer, now) ?? 0;
  const stretchedMs = Math.max(delayMs, askedMs) * (1 + jitterMax * random());
  const waitMs = Math.ceil(Math.min(stretchedMs, delayMs * retryAfterStretchMax));
  return { kind: 'at', time: later(now, waitMs) };
}

/** Why the answer is a failure, in one sentence; null for a success. */
export function failureOf(answer: CourierAnswer): string | null {
  if (answer.kind === 'no_answer') return answer.reason;
  const { statusCode } = answer;
  if (statusCode >= 200 && statusCode <= 299) return null;
  if (statusCode >= 300 && statusCode <= 399) {
    return `The endpoint answered ${statusCode}, a redirect. Redirects are not followed: register the final URL.`;
  }
  return `The endpoint answered ${statusCode}; only 2xx acknowledges.`;
}

const imfDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The wait that a 429 or 503 requests, in milliseconds from `now`; undefined without a readable one. */
function retryAfterMs(answer: CourierAnswer, now: Date): number | undefined {
  if (answer.kind !== 'answered' || answer.retryAfter === null) return undefined;
  if (answer.statusCode !== 429 && answer.statusCode !== 503) return undefined;
  const text = answer.retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * secondMs;
  const time = imfDate.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time - now.getTime();
}

/** Whether a run of failures since `failingSince` has lasted long enough that the spread must be checked. */
export function hasFailedForTooLong(failingSince: Date | null, now: Date): boolean {
  return failingSince !== null && failingSince.getTime() <= failingWindow(now).from.getTime();
}

/** The period that must contain an earlier failure before a failure `now` disables the endpoint. */
export function failingWindow(now: Date): { from: Date; to: Date } {
  return {
    from: later(now, -failingDaysMax * dayMs),
    to: later(now, -failingSpreadHoursMin * hourMs),
  };
}

/**
 * What to email to the owners of an endpoint after a failure, if anything.
 * @param place in the schedule of the attempt that failed, from 1
 * @param alertsSent in this run of failures
 */
export function alertDue(failure: {
  failingSince: Date;
  alertsSent: number;
  place: number;
  now: Date;
}): 'failing' | 'half' | undefined {
  const { failingSince, alertsSent, place, now } = failure;
  const secondAlertMs = failingDaysMax * dayMs * secondAlertShare;
  if (alertsSent < 2 && now.getTime() - failingSince.getTime() >= secondAlertMs) return 'half';
  return alertsSent < 1 && place >= alertAttempt ? 'failing' : undefined;
}
