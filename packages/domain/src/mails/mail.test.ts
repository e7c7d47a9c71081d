import { describe, expect, it } from 'vitest';
import {
  attemptDelaysMs,
  attemptSecondsMax,
  attemptsMax,
  claimSeconds,
  clockToleranceSeconds,
  nextAttempt,
  oneLine,
} from './mail.ts';

const now = new Date('2026-03-01T10:00:00.000Z');
const refused = (permanent: boolean, reason = 'busy') => ({ kind: 'failed' as const, permanent, reason });

describe('what follows an attempt', () => {
  it.each([1, attemptsMax])('attempt %i that succeeds is the last', (attempt) => {
    expect(nextAttempt(attempt, { kind: 'sent' }, now)).toEqual({ status: 'sent', nextAttemptAt: null, error: null });
  });

  it.each([
    [1, 30],
    [2, 120],
    [3, 600],
    [4, 3_600],
    [5, 4 * 3_600],
    [6, 12 * 3_600],
  ])('attempt %i that fails is followed by one after %i seconds', (attempt, seconds) => {
    const nextAttemptAt = new Date(now.getTime() + seconds * 1000);
    expect(nextAttempt(attempt, refused(false), now)).toEqual({ status: 'due', nextAttemptAt, error: 'busy' });
  });

  it.each([attemptsMax, attemptsMax + 1])('attempt %i that fails is followed by none', (attempt) => {
    expect(nextAttempt(attempt, refused(false), now)).toEqual({ status: 'failed', nextAttemptAt: null, error: 'busy' });
  });

  it('a permanent refusal is followed by none, at the first attempt already', () => {
    expect(nextAttempt(1, refused(true), now)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });

  it('keeps of a reason one line of 500 characters', () => {
    const { error } = nextAttempt(1, refused(false, `550 no\r\nsuch ${'user '.repeat(200)}`), now);
    expect(error).toMatch(/^550 no such user /);
    expect(error).toHaveLength(500);
  });

  it('tries the first time at once', () => {
    expect(attemptDelaysMs[0]).toBe(0);
  });
});

it('what a claim keeps for its holder is longer than any attempt', () => {
  expect(claimSeconds).toBeGreaterThan(attemptSecondsMax + clockToleranceSeconds);
});

describe('one line', () => {
  it.each([
    [' a\tb \r\n\r\nc ', 'a b c'],
    ['a\0b\u001b[31m', 'a b [31m'],
    ['a\u2028b\u2029c\u202ed', 'a b c d'],
    ['Wanjikũ 😀', 'Wanjikũ 😀'],
  ])('of %j is %j', (text, line) => {
    expect(oneLine(text, 100)).toBe(line);
  });

  it('is cut between characters, and shows it', () => {
    expect(oneLine('😀😀😀😀', 3)).toBe('😀😀…');
    expect(oneLine('abc', 3)).toBe('abc');
  });
});
