const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `use` until Ctrl-C, a signal, or a closed output pipe (`… | head -1`) aborts it. The same signal may arrive
 * twice, from the terminal and from the parent process.
 */
export async function untilEnded<T>(use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of signals) process.on(signal, end);
  process.stdout.on('error', end);
  try {
    return await use(ending.signal);
  } finally {
    // After a signal the handlers stay, so that a second signal does not kill the process before it ends.
    if (!ending.signal.aborted) for (const signal of signals) process.removeListener(signal, end);
  }
}
