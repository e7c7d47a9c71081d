import { describe, expect, it } from 'vitest';
import { type Failure, mayRepeat, pauseMs, type Repetition, retryAfterSeconds } from './retry.ts';
import type { ErrorCode, Problem } from './types.ts';

const problem = (code: ErrorCode, more: Partial<Problem> = {}): Failure => ({
  kind: 'problem',
  retryAfterSeconds: undefined,
  problem: { type: '', title: '', status: 500, detail: '', error: '', requestId: '', code, ...more },
});
const proxy = (status: number): Failure => ({ kind: 'not_the_api', status, retryAfterSeconds: undefined });
const noAnswer: Failure = { kind: 'no_answer', reason: 'timed_out', cause: undefined };

/** Which repetitions each failure allows. */
const table: [string, Failure, Repetition[]][] = [
  ['no answer', noAnswer, ['money', 'nothing']],
  ['429', problem('rate_limited'), ['money', 'nothing', 'more']],
  ['503', problem('unavailable'), ['money', 'nothing', 'more']],
  ['500', problem('internal'), ['money', 'nothing']],
  ['the first request still runs', problem('idempotency_in_flight'), ['money']],
  ['the provider did not answer, no money moved', problem('provider_unavailable'), ['nothing']],
  ['the provider did not answer, unknown', problem('provider_unavailable', { indeterminate: true }), []],
  ['the outcome is unknown', problem('idempotency_indeterminate', { indeterminate: true }), []],
  ['the provider refused', problem('provider_rejected'), []],
  ['a key of another body', problem('idempotency_key_reused'), []],
  ['invalid input', problem('invalid_input'), []],
  ['no such thing', problem('not_found'), []],
  ['a code of a later version', problem('quota_spent' as ErrorCode), []],
  ['a proxy without a backend', proxy(502), ['money', 'nothing']],
  ['a proxy that is busy', proxy(503), ['money', 'nothing', 'more']],
  ['a proxy that limits', proxy(429), ['money', 'nothing', 'more']],
  ['a page of another server', proxy(404), []],
  ['a redirect', proxy(301), []],
];

describe('a failed attempt', () => {
  it.each(table)('%s: repeated only where that is safe', (_what, failure, allowed) => {
    const repeated = (['money', 'nothing', 'more'] as const).filter((each) => mayRepeat(each, failure));
    expect(repeated).toEqual(allowed);
  });

  it('is not repeated if the service asks for more than a minute', () => {
    const busy = (seconds: number) => ({ ...problem('rate_limited'), retryAfterSeconds: seconds }) as Failure;
    expect([mayRepeat('money', busy(60)), mayRepeat('money', busy(61))]).toEqual([true, false]);
  });
});

describe('the pause before the next attempt', () => {
  it('doubles up to a limit, and half of it is chance', () => {
    const range = (failures: number) => [0, 1].map((random) => pauseMs(failures, noAnswer, random));
    expect([1, 2, 3, 9].map(range)).toEqual([
      [250, 500],
      [500, 1000],
      [1000, 2000],
      [4000, 8000],
    ]);
  });

  it('is never shorter than the service asks for', () => {
    const busy = { ...problem('rate_limited'), retryAfterSeconds: 7 } as Failure;
    expect([0, 1].map((random) => pauseMs(1, busy, random))).toEqual([7000, 7500]);
  });
});

it.each([
  [null, undefined],
  ['', undefined],
  ['0', 0],
  [' 12 ', 12],
  ['Thu, 01 Jan 2026 00:00:09 GMT', 9],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.UTC(2026, 0, 1))).toBe(seconds);
});
