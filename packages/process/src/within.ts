/**
 * Waits for `work`, but no longer than `limitMs`. The work itself continues.
 * @returns what `work` resolves to, or undefined when the time is over first
 * @throws what `work` rejects with before that
 */
export async function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
