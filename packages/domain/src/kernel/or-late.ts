/**
 * Waits for `work`, at most for `patienceMs`. The work continues; its result is ignored.
 * @throws what `work` rejects with before that
 */
export async function orLate<T>(work: Promise<T>, patienceMs: number): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}
