import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CourierAnswer } from '../ports/ports.ts';
import {
  attemptDelaysMs,
  attemptsMax,
  failingWindow,
  failureOf,
  hasFailedForTooLong,
  jitterMax,
  nextAttempt,
  retryAfterStretchMax,
} from './delivery.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const noJitter = () => 0;
const answered = (statusCode: number, retryAfter: string | null = null): CourierAnswer => ({
  kind: 'answered',
  statusCode,
  retryAfter,
  headers: {},
  body: '',
  address: null,
  durationMs: 10,
});
const noAnswer: CourierAnswer = {
  kind: 'no_answer',
  reason: 'No answer within 15 s.',
  address: null,
  durationMs: 15_000,
};
const waitSeconds = (attempt: number, answer: CourierAnswer, random = noJitter) => {
  const next = nextAttempt(attempt, answer, now, random);
  return next.kind === 'at' ? (next.time.getTime() - now.getTime()) / 1000 : next.kind;
};

describe('the schedule', () => {
  it('is thirteen attempts over about 76 hours', () => {
    const hours = attemptDelaysMs.reduce<number>((sum, delayMs) => sum + delayMs, 0) / 3_600_000;
    expect(attemptsMax).toBe(13);
    expect(hours).toBeCloseTo(75.71, 2);
  });

  it.each([
    [1, 5],
    [2, 30],
    [3, 120],
    [4, 600],
    [5, 1800],
    [6, 3600],
    [7, 7200],
    [8, 14_400],
    [9, 28_800],
    [10, 43_200],
    [11, 86_400],
    [12, 86_400],
  ])('after failed attempt %i it waits %i seconds', (attempt, seconds) => {
    expect(waitSeconds(attempt, answered(500))).toBe(seconds);
  });

  it('gives up after the thirteenth failure', () => {
    expect(nextAttempt(13, answered(500), now, noJitter)).toEqual({ kind: 'give_up' });
    expect(nextAttempt(13, noAnswer, now, noJitter)).toEqual({ kind: 'give_up' });
  });
});

describe('answers', () => {
  it.each([200, 201, 202, 204, 299])('%i acknowledges', (statusCode) => {
    expect(nextAttempt(1, answered(statusCode), now, noJitter)).toEqual({ kind: 'delivered' });
    expect(failureOf(answered(statusCode))).toBeNull();
  });

  it.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 422, 500, 502, 504])(
    '%i is a failure and is tried again',
    (statusCode) => {
      expect(waitSeconds(1, answered(statusCode))).toBe(5);
      expect(failureOf(answered(statusCode))).toContain(String(statusCode));
    },
  );

  it('a redirect says that it is not followed', () => {
    expect(failureOf(answered(302))).toMatch(/redirect.*not followed/i);
  });

  it('a timeout is a failure with its reason', () => {
    expect(waitSeconds(1, noAnswer)).toBe(5);
    expect(failureOf(noAnswer)).toBe('No answer within 15 s.');
  });

  it('410 disables the endpoint at any attempt', () => {
    expect(nextAttempt(1, answered(410), now, noJitter)).toMatchObject({ kind: 'disable' });
    expect(nextAttempt(13, answered(410), now, noJitter)).toMatchObject({ kind: 'disable' });
  });
});

describe('Retry-After', () => {
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toUTCString();

  it.each([
    ['within the window it is honoured', 429, '45', 45],
    ['as a date it is honoured', 503, inSeconds(50), 50],
    ['it never shortens a wait', 429, '1', 30],
    ['zero does not shorten', 503, '0', 30],
    ['a past date does not shorten', 503, inSeconds(-3600), 30],
    ['it at most doubles a wait', 429, '86400', 60],
    ['a far date at most doubles', 503, inSeconds(86_400), 60],
    ['text is ignored', 429, 'soon', 30],
    ['a negative number is ignored', 429, '-5', 30],
    ['a fraction is ignored', 429, '45.5', 30],
    ['a date of another form is ignored', 429, '2099-01-01', 30],
    ['an impossible date is ignored', 429, 'Mon, 99 Foo 2099 10:00:00 GMT', 30],
    ['other statuses do not carry it', 500, '45', 30],
  ])('%s', (_name, statusCode, retryAfter, seconds) => {
    expect(waitSeconds(2, answered(statusCode, retryAfter))).toBe(seconds);
  });
});

describe('for every answer', () => {
  const anyAnswer: fc.Arbitrary<CourierAnswer> = fc.oneof(
    fc.record({
      kind: fc.constant('answered' as const),
      statusCode: fc.integer({ min: 100, max: 599 }),
      retryAfter: fc.oneof(
        fc.constant(null),
        fc.string(),
        fc.nat().map(String),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      headers: fc.constant({}),
      body: fc.string(),
      address: fc.constant(null),
      durationMs: fc.nat(15_000),
    }),
    fc.record({
      kind: fc.constant('no_answer' as const),
      reason: fc.string({ minLength: 1 }),
      address: fc.constant(null),
      durationMs: fc.nat(),
    }),
  );
  const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('a retry is never earlier than its base and never later than twice its base', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 13 }), anyAnswer, anyRandom, (attempt, answer, random) => {
        const next = nextAttempt(attempt, answer, now, () => random);
        if (next.kind !== 'at') return;
        const waitMs = next.time.getTime() - now.getTime();
        const baseMs = attemptDelaysMs[attempt] ?? Number.NaN;
        expect(waitMs).toBeGreaterThanOrEqual(baseMs);
        expect(waitMs).toBeLessThanOrEqual(baseMs * retryAfterStretchMax);
      }),
    );
  });

  it('without Retry-After the wait is its base plus at most a fifth', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), anyRandom, (attempt, random) => {
        const baseSeconds = (attemptDelaysMs[attempt] ?? Number.NaN) / 1000;
        const seconds = Number(waitSeconds(attempt, answered(500), () => random));
        expect(seconds).toBeGreaterThanOrEqual(baseSeconds);
        expect(seconds).toBeLessThanOrEqual(baseSeconds * (1 + jitterMax) + 0.001);
      }),
    );
  });

  it('it ends within thirteen attempts, and only a 2xx delivers', () => {
    fc.assert(
      fc.property(fc.array(anyAnswer, { minLength: 13, maxLength: 13 }), (answers) => {
        const ends = answers.map((answer, index) => nextAttempt(index + 1, answer, now, Math.random).kind);
        expect(ends.at(-1)).not.toBe('at');
        for (const [index, answer] of answers.entries()) {
          const ok = answer.kind === 'answered' && answer.statusCode >= 200 && answer.statusCode < 300;
          expect(ends[index] === 'delivered').toBe(ok);
        }
      }),
    );
  });
});

describe('a run of failures', () => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

  it('is too long from five days on', () => {
    expect(hasFailedForTooLong(null, now)).toBe(false);
    expect(hasFailedForTooLong(daysAgo(4.99), now)).toBe(false);
    expect(hasFailedForTooLong(daysAgo(5), now)).toBe(true);
  });

  it('needs an earlier failure between five days and twelve hours ago', () => {
    expect(failingWindow(now)).toEqual({ from: daysAgo(5), to: daysAgo(0.5) });
  });
});
