import { isDatabaseOutage } from '@tillgate/db';
import pRetry from 'p-retry';
import type { Context } from './context.ts';
import { minuteMs } from './time.ts';

const retryMsMin = 100;
const retryMsMax = 2_000;

/**
 * How long an answer of the provider is kept in memory while the database is unavailable, because it cannot be requested
 * again.
 */
const answerPatienceMs = minuteMs;

/**
 * Repeats a statement while the database is unavailable, at most for `patienceMs`. For writes that a short outage must
 * not lose, such as the provider's answer. `write` must be safe to run twice, because a broken connection does not show
 * whether it was executed.
 */
export function outliveOutage<T>(
  ctx: Pick<Context, 'log'>,
  write: () => Promise<T>,
  patienceMs = answerPatienceMs,
): Promise<T> {
  return pRetry(write, {
    retries: Number.POSITIVE_INFINITY,
    factor: 2,
    minTimeout: retryMsMin,
    maxTimeout: retryMsMax,
    maxRetryTime: patienceMs,
    shouldRetry: ({ error }) => isDatabaseOutage(error),
    onFailedAttempt: ({ error }) =>
      ctx.log.warn({ err: error }, 'The database is unavailable. The statement is tried again.'),
  });
}
