const intervalMs = 50;

/** Asks again and again until the answer is not undefined; names what was waited for when time is up. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const endsAt = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() >= endsAt) throw new Error(`${what}: not within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
}
