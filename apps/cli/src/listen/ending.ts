const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Lets `use` go on until somebody ends it: Ctrl-C, a signal, or a reader of the output that is gone (`… | head -1`).
 * The same signal may come twice, from the terminal and from whoever started us.
 */
export async function untilEnded<T>(use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of signals) process.on(signal, end);
  process.stdout.on('error', end);
  try {
    return await use(ending.signal);
  } finally {
    // After a signal the process is about to end, and the second one must not change how.
    if (!ending.signal.aborted) for (const signal of signals) process.removeListener(signal, end);
  }
}
