import { TillgateApiError, TillgateConnectionError } from './errors.ts';
import type { Connection } from './send.ts';
import type { CallOptions, WaitOptions } from './types.ts';

const timeoutMsDefault = 120_000;
const pauseMsFirst = 1_500;
const pauseMsMax = 10_000;
const growth = 1.4;

/** Whether reading again may help: nothing is wrong with the request itself. */
function isPassing(error: unknown): boolean {
  if (error instanceof TillgateConnectionError) return true;
  return error instanceof TillgateApiError && (error.status === 429 || error.status >= 500);
}

/**
 * Reads again and again until the state is final, with growing pauses, and as late as the service asks for.
 * @returns the last state that was read: a final one, or one that is not when time is up
 * @throws the error of reading, if no state was read until then or reading again cannot help
 */
export async function waitFor<T>(
  { clock, config }: Connection,
  read: (options: CallOptions) => Promise<T>,
  isFinal: (state: T) => boolean,
  { signal, timeoutMs = timeoutMsDefault }: WaitOptions = {},
): Promise<T> {
  const endsAt = clock.now() + timeoutMs;
  const leftMs = () => endsAt - clock.now();
  let last: { state: T } | undefined;
  for (let pauseMs = pauseMsFirst; ; pauseMs = Math.min(pauseMsMax, pauseMs * growth)) {
    let askedMs = 0;
    let failure: { error: unknown } | undefined;
    try {
      // The last read may be one at the very end. One that hangs must not hold up the caller.
      const attemptMs = Math.min(config.timeoutMs, Math.max(leftMs(), pauseMsFirst));
      last = { state: await read({ signal, maxRetries: 0, timeoutMs: attemptMs }) };
      if (isFinal(last.state)) return last.state;
    } catch (error) {
      if (signal?.aborted || !isPassing(error)) throw error;
      askedMs = ((error as Partial<TillgateApiError>).retryAfterSeconds ?? 0) * 1000;
      failure = { error };
    }
    const left = leftMs();
    if (left <= 0 || askedMs > left) {
      if (last) return last.state;
      throw failure?.error;
    }
    const spreadMs = pauseMs * (0.8 + clock.random() * 0.4);
    await clock.pause(Math.min(Math.max(spreadMs, askedMs), left), signal);
  }
}
