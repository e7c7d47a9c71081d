import type { Clock } from '../ports/ports.ts';

/** A cache of values that may be slightly out of date. */
type Recent<Value> = {
  get(key: string): Value | undefined;
  /** `readAt`: a time before the read, so that a change during the read is noticed in time. */
  set(key: string, value: Value, readAt: Date): void;
};

/** Keeps at most `entriesMax` values, each for less than `ttlMs` after it was read; the oldest goes first. */
export function createRecent<Value>(clock: Clock, limits: { ttlMs: number; entriesMax: number }): Recent<Value> {
  const entries = new Map<string, { value: Value; readAt: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const ageMs = clock.now().getTime() - entry.readAt;
      // A clock that was set back gives a negative age. Such an entry is also dropped.
      if (ageMs >= 0 && ageMs < limits.ttlMs) return entry.value;
      entries.delete(key);
      return undefined;
    },
    set(key, value, readAt) {
      entries.delete(key);
      const oldest = entries.size >= limits.entriesMax ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(key, { value, readAt: readAt.getTime() });
    },
  };
}
