import type { Clock } from '../ports/ports.ts';

/**
 * Reads at most once in `keptMs`, and once at a time: callers meanwhile share the value or the read under way. A read that
 * failed is not kept.
 */
export function keepFor<Value>(keptMs: number, clock: Clock, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Value; readAtMs: number } | undefined;
  let reading: Promise<Value> | undefined;
  return async () => {
    const ageMs = kept ? clock.now().getTime() - kept.readAtMs : -1;
    if (kept && ageMs >= 0 && ageMs < keptMs) return kept.value;
    const readAtMs = clock.now().getTime();
    reading ??= read()
      .then((value) => {
        kept = { value, readAtMs };
        return value;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
}
