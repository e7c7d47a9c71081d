import { describe, expect, it } from 'vitest';
import { backoffMs, parseInstant, parseRetryAfter } from './time.ts';

const now = Date.UTC(2026, 0, 1);

describe('parseInstant', () => {
  it.each([
    ['1s', 1_000],
    ['1m30s', 90_000],
    ['2h', 7_200_000],
    ['1w2d3h', 604_800_000 + 172_800_000 + 10_800_000],
    ['250ms', 250],
    ['', 0],
  ])('counts the duration %j from now', (text, ms) => {
    expect(parseInstant(text, now)).toBe(now + ms);
  });

  it('reads an ISO date', () => {
    expect(parseInstant('2026-02-03T04:05:06.007Z', now)).toBe(Date.UTC(2026, 1, 3, 4, 5, 6, 7));
  });

  it.each(['soon', '1 fortnight', '1s later', '-1s'])('does not guess what %j means', (text) => {
    expect(parseInstant(text, now)).toBeUndefined();
  });
});

describe('parseRetryAfter', () => {
  it('reads seconds and dates, and nothing else', () => {
    expect(parseRetryAfter('3', now)).toBe(now + 3_000);
    expect(parseRetryAfter('2026-01-01T00:00:09.000Z', now)).toBe(now + 9_000);
    expect(parseRetryAfter(undefined, now)).toBeUndefined();
    expect(parseRetryAfter('later', now)).toBeUndefined();
  });
});

describe('backoffMs', () => {
  it('follows the table of an Inngest server and stays at its end', () => {
    const seconds = Array.from({ length: 12 }, (_, attempt) => backoffMs(attempt, () => 0) / 1_000);
    expect(seconds).toEqual([15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200, 7_200, 7_200]);
  });

  it('adds at most half a minute and never comes early', () => {
    expect(backoffMs(0, () => 0.999_999)).toBeLessThan(45_000);
    expect(backoffMs(0, () => 0.5)).toBe(30_000);
  });
});
