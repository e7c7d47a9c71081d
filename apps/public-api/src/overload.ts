/** The wait for the database and the processor, without the provider, above which the server is overloaded. */
const tolerableMs = 2_000;
/** The limit after a refusal, so that accepted requests meet a short queue. */
const tolerableAgainMs = 500;
/** Requests are refused only after the wait has been too long for this time, so that short bursts are served. */
const burstMs = 1_000;
/** A burst this soon after a refusal counts as the same one. */
const sameBurstMs = 10_000;
const probeEveryMs = 50;
/** Older measurements are not used. */
const staleMs = 1_000;

const refusing = 'There are more requests than can be answered. New ones are refused until those that wait are few.';

/** Detects overload. */
export type Overload = {
  /** Called once for each request that could be refused. */
  isTooMuch(): boolean;
};

type Log = { warn(fields: object, text: string): void };

/**
 * Measures how long requests wait, by a probe that waits as they do.
 * @param probe waits once; resolves or rejects when its turn has come
 * @param options `now`: in milliseconds
 */
export function watchOverload(
  probe: () => Promise<void>,
  { log, now = () => performance.now() }: { log: Log; now?: () => number },
): Overload {
  let probing: { since: number } | undefined;
  let last = { at: Number.NEGATIVE_INFINITY, waitedMs: 0 };
  let tooLongSince: number | undefined;
  let refusedAt = Number.NEGATIVE_INFINITY;

  const tolerable = (at: number) => (at - refusedAt > sameBurstMs ? tolerableMs : tolerableAgainMs);
  const measure = async (since: number) => {
    probing = { since };
    await probe().catch(() => undefined);
    probing = undefined;
    last = { at: now(), waitedMs: now() - since };
    if (last.waitedMs <= tolerable(last.at)) tooLongSince = undefined;
  };
  return {
    isTooMuch() {
      const at = now();
      if (!probing && at - last.at > staleMs) [last, tooLongSince] = [{ at, waitedMs: 0 }, undefined];
      const waitedMs = Math.max(last.waitedMs, probing ? at - probing.since : 0);
      if (!probing && at - last.at >= probeEveryMs) void measure(at);
      if (waitedMs <= tolerable(at)) return false;
      tooLongSince ??= at;
      if (at - tooLongSince < burstMs && at - refusedAt > sameBurstMs) return false;
      if (at - refusedAt > sameBurstMs) log.warn({ waitedMs: Math.round(waitedMs) }, refusing);
      refusedAt = at;
      return true;
    },
  };
}
