import type { Log } from '../ports/ports.ts';

/** A failure that takes this long keeps callers waiting. */
const slowMs = 100;
/** Slow failures in a row after which nobody waits for the store. */
const slowFailuresMax = 5;
/** How long nobody asks the store then. After that one caller tries. */
const pauseMs = 5_000;

/** What the limits that count in one store know of it together. */
export type StoreWatch = {
  /** Whether it failed when it was asked last. */
  isFailing(): boolean;
  /**
   * Asks the store, and uses `instead` when it fails or is not asked at present.
   * @param limit the name of the limit, for the log
   */
  ask<T>(limit: string, use: () => Promise<T>, instead: () => Promise<T>): Promise<T>;
};

/**
 * Watches a store, and logs once when it fails and once when it is back. A store that refuses at once is asked by every
 * use, because that costs nothing; one that hangs is left alone for a while.
 * @param now a clock that never jumps, in milliseconds
 */
export function createStoreWatch(log?: Log, now: () => number = () => performance.now()): StoreWatch {
  let isFailing = false;
  let slowFailures = 0;
  let nextAskAt = 0;

  const admits = () => {
    if (slowFailures < slowFailuresMax) return true;
    if (now() < nextAskAt) return false;
    nextAskAt = now() + pauseMs;
    return true;
  };

  return {
    isFailing: () => isFailing,
    async ask(limit, use, instead) {
      if (!admits()) return instead();
      const began = now();
      try {
        const result = await use();
        if (isFailing) log?.info({ limit }, 'The rate limit store is back.');
        isFailing = false;
        slowFailures = 0;
        return result;
      } catch (error) {
        if (!isFailing) log?.warn({ limit, err: error }, 'The rate limit store fails. Each process counts in memory.');
        isFailing = true;
        slowFailures = now() - began >= slowMs ? slowFailures + 1 : 0;
        nextAskAt = now() + pauseMs;
        return instead();
      }
    },
  };
}
