import { setTimeout as delay } from 'node:timers/promises';

export const waitSecondsMax = 30;
const pollMs = 300;

/** Calls `ask` until it returns a value. Returns undefined after `waitSecondsMax` seconds. */
export async function awaitOutcome<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const waitEnds = performance.now() + waitSecondsMax * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= waitEnds) return answer;
    await delay(pollMs);
  }
}
