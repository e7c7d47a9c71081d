const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const duration = /^(?:\d+(?:ms|[smhdw]))*$/;

/** The waits before the second, third and later attempts. An Inngest server uses the same. */
const backoffSeconds = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200];
const jitterMs = 30_000;

/**
 * Returns when a sleep ends, in epoch milliseconds. The text is a duration such as `1m30s`, counted from `now`, or an
 * ISO date; the SDK writes a sleep of no length as an empty text. Returns undefined for anything else.
 */
export function parseInstant(text: string, now: number): number | undefined {
  if (duration.test(text)) {
    let at = now;
    for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdw])/g)) {
      at += Number(count) * unitMs[unit as keyof typeof unitMs];
    }
    return at;
  }
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : date;
}

/** Reads a `retry-after` header (seconds or a date) as epoch milliseconds. Undefined when there is none to read. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return now + Number(header) * unitMs.s;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : date;
}

/** Returns the milliseconds to wait after failed attempt `attempt` (0 is the first), with up to 30 s of jitter. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const seconds = backoffSeconds[Math.min(attempt, backoffSeconds.length - 1)] ?? 0;
  return seconds * unitMs.s + Math.floor(random() * jitterMs);
}
