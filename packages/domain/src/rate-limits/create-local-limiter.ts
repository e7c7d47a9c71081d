import { createRecent } from '../kernel/recent.ts';
import type { Clock, RateVerdict } from '../ports/ports.ts';
import { type RateRule, verdict } from './rate-limit.ts';

/** Counts one use against a limit, at once and in this process alone. */
export type LocalLimiter = { consume(key: string): RateVerdict };

/**
 * Counts uses in fixed windows in this process: no round trip, and with several processes the limit
 * is that of each. Keeps at most `keysMax` counters. Beyond that the oldest window is forgotten, so
 * that a caller who invents keys uses no more memory.
 */
export function createLocalLimiter(clock: Clock, rule: RateRule, keysMax: number): LocalLimiter {
  const windowMs = rule.seconds * 1000;
  const windows = createRecent<{ used: number; endsAtMs: number }>(clock, { ttlMs: windowMs, entriesMax: keysMax });
  return {
    consume(key) {
      const now = clock.now();
      let window = windows.get(key);
      if (!window) {
        window = { used: 0, endsAtMs: now.getTime() + windowMs };
        windows.set(key, window, now);
      }
      window.used += 1;
      return verdict(rule, window.used, window.endsAtMs - now.getTime());
    },
  };
}
