import { setTimeout as delay } from 'node:timers/promises';

export const waitSecondsMax = 30;
const pollMs = 300;

/**
 * Calls `ask` until it returns a value. Returns undefined after `seconds`.
 * @throws AbortError when `signal` aborts during a pause
 */
export async function awaitOutcome<T>(
  ask: () => Promise<T | undefined>,
  { seconds = waitSecondsMax, signal }: { seconds?: number; signal?: AbortSignal } = {},
): Promise<T | undefined> {
  const waitEnds = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= waitEnds) return answer;
    await delay(pollMs, undefined, signal && { signal });
  }
}
