import { conditionMs } from './patience.ts';

const intervalMs = 25;

/**
 * Asks again and again until the answer is not undefined, and returns the answer.
 * @throws Error that names what was waited for when time is up
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  patienceMs = conditionMs,
): Promise<T> {
  const endsAt = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() >= endsAt) throw new Error(`${what}: not within ${patienceMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
