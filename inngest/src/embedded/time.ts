const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const duration = /^(?:\d+(?:ms|[smhdw]))*$/;

/** Waits before the second, third, … attempt, as an Inngest server spaces them. */
const backoffSeconds = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200];
const jitterMs = 30_000;

/**
 * When a sleep ends, in epoch milliseconds: `"1m30s"` counted from `now`, or an ISO date. The SDK writes a sleep of no
 * length as an empty text. Undefined when the text is neither.
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

/** A `retry-after` header, seconds or a date, in epoch milliseconds; undefined when absent or unreadable. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return now + Number(header) * unitMs.s;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : date;
}

/** Milliseconds to wait after the failed attempt number `attempt` (0 is the first), with up to half a minute of jitter. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const seconds = backoffSeconds[Math.min(attempt, backoffSeconds.length - 1)] ?? 0;
  return seconds * unitMs.s + Math.floor(random() * jitterMs);
}
