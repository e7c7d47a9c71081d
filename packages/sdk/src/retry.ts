import type { Problem } from './types.ts';

/**
 * What a repetition may do. `money`: nothing, because an idempotency key goes with it. `nothing`: it only reads, or
 * does the same again. `more`: it starts another one, so it is repeated only if the service refused the first.
 */
export type Repetition = 'money' | 'nothing' | 'more';

/** How an attempt failed. */
export type Failure =
  | { kind: 'no_answer'; reason: 'connection_failed' | 'timed_out'; cause: unknown }
  | { kind: 'problem'; problem: Problem; retryAfterSeconds: number | undefined }
  | { kind: 'not_the_api'; status: number; retryAfterSeconds: number | undefined };

const backoffMsFirst = 500;
const backoffMsMax = 8_000;
/** A service that asks for a longer pause has to be asked again by the caller. */
const retryAfterSecondsMax = 60;

/** Whether repeating a request with the same idempotency key is safe, and may have another outcome. */
export function mayRepeat(repetition: Repetition, failure: Failure): boolean {
  if (failure.kind === 'no_answer') return repetition !== 'more';
  if ((failure.retryAfterSeconds ?? 0) > retryAfterSecondsMax) return false;
  if (failure.kind === 'not_the_api') {
    return failure.status === 429 || failure.status === 503 || (failure.status >= 500 && repetition !== 'more');
  }
  // Money may have moved. The same key returns the same, and only the state of the payment tells.
  if (failure.problem.indeterminate) return false;
  switch (failure.problem.code) {
    case 'rate_limited':
    case 'unavailable':
      return true;
    case 'idempotency_in_flight':
      return repetition === 'money';
    case 'internal':
      return repetition !== 'more';
    case 'provider_unavailable':
      // With a key, the refusal is recorded and would only be repeated.
      return repetition === 'nothing';
    default:
      return false;
  }
}

/** How long to wait before the next attempt: twice as long each time, at least what the service asks for. */
export function pauseMs(failures: number, failure: Failure, random: number): number {
  const backoffMs = Math.min(backoffMsMax, backoffMsFirst * 2 ** (failures - 1)) * (0.5 + random / 2);
  const asked = failure.kind === 'no_answer' ? undefined : failure.retryAfterSeconds;
  // A little later than asked, and not all callers at once.
  return asked === undefined ? backoffMs : Math.max(backoffMs, asked * 1000 + random * backoffMsFirst);
}

/** The header Retry-After in seconds: a number, or a date as proxies send it. */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000));
}
