import { setTimeout as delay } from 'node:timers/promises';

/** Works off rows that wait, in one process. */
export type Drain = {
  /** Has the rows looked at soon. Wake-ups of a moment are one. */
  wake(): void;
  /** Wakes, and resolves once the rows that waited then were looked at. Never rejects. */
  run(): Promise<void>;
  /** Ends what is under way, and lets later wake-ups be. */
  close(): Promise<void>;
};

/**
 * Makes a drain of `work`, which runs until nothing waits. It never runs twice at once. A wake-up during a run
 * makes another run follow, because the run may have looked before the row was there.
 * @param options `gapMs`: a run begins no sooner after the end of the one before. Rows that come often are then taken
 *   together; what comes after a rest is taken at once
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
