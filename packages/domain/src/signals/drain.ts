import { setTimeout as delay } from 'node:timers/promises';

/** Processes waiting rows in one process. */
export type Drain = {
  /** Starts a run soon. Concurrent wake-ups cause one run. */
  wake(): void;
  /** Wakes, and resolves after a run over the rows that waited then. Never rejects. */
  run(): Promise<void>;
  /** Ends the current run, and ignores later wake-ups. */
  close(): Promise<void>;
};

/**
 * Makes a drain of `work`, which runs until nothing waits. It never runs twice at once. A wake-up during a run
 * makes another run follow, because the run may have looked before the row was there.
 * @param options `gapMs`: shortest pause between runs. Frequent rows are then processed together; a row after a pause is
 *   processed at once
 */
export function createDrain(
  work: (signal: AbortSignal) => Promise<unknown>,
  { onError, gapMs = 0 }: { onError: (error: unknown) => void; gapMs?: number },
): Drain {
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;
  const rest = async () => {
    const leftMs = endedAt + gapMs - performance.now();
    if (leftMs > 0) await delay(leftMs, undefined, { signal: closing.signal }).catch(() => undefined);
  };
  const start = async () => {
    try {
      if (gapMs > 0) await rest();
      if (!closing.signal.aborted) await work(closing.signal);
    } catch (error) {
      onError(error);
    }
    endedAt = performance.now();
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
    wake: () => void run(),
    run,
    async close() {
      closing.abort();
      await running;
    },
  };
}
