import { setTimeout as delay } from 'node:timers/promises';

export const waitSecondsMax = 30;
const pollMs = 300;

/** Asks until there is an answer, or for so long; undefined when there was none. */
export async function awaitOutcome<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  const waitEnds = performance.now() + waitSecondsMax * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined || performance.now() >= waitEnds) return answer;
    await delay(pollMs);
  }
}
