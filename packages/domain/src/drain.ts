/** Works off rows that wait, in one process. */
export type Drain = {
  /** Has the rows looked at soon. Rings of a moment are one. */
  ring(): void;
  /** Rings, and resolves once the rows that waited then were looked at. Never rejects. */
  run(): Promise<void>;
  /** Ends what is under way, and lets later rings be. */
  close(): Promise<void>;
};

/**
 * Makes a drain of `work`, which runs until nothing waits. It never runs twice at once. A ring during a run
 * makes another run follow, because the run may have looked before the row was there.
 */
export function createDrain(
  work: (signal: AbortSignal) => Promise<unknown>,
  { onError }: { onError: (error: unknown) => void },
): Drain {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = async () => {
    try {
      if (!closing.signal.aborted) await work(closing.signal);
    } catch (error) {
      onError(error);
    }
  };
  const run = (): Promise<void> => {
    if (!running) {
      running = start().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running.then(() => {
      next = undefined;
      return run();
    });
    return next;
  };
  return {
    ring: () => void run(),
    run,
    async close() {
      closing.abort();
      await running;
    },
  };
}
