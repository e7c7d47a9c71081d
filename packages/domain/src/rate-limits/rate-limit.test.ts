import { describe, expect, it } from 'vitest';
import { parseRateRule, verdict } from './rate-limit.ts';

describe('parseRateRule', () => {
  it.each([
    ['50/1', { count: 50, seconds: 1 }],
    [' 5/60 ', { count: 5, seconds: 60 }],
    ['1000000/86400', { count: 1_000_000, seconds: 86_400 }],
  ])('reads %j', (text, rule) => {
    expect(parseRateRule(text)).toEqual(rule);
  });

  it.each(['', '5', '5/', '/60', '0/60', '5/0', '-5/60', '5.5/60', '5/60s', '5 / 60', '1000001/1', '1/86401', '05/60'])(
    'refuses %j and repeats it',
    (text) => {
      expect(() => parseRateRule(text)).toThrow(`"${text}"`);
    },
  );
});

describe('verdict', () => {
  const rule = { count: 5, seconds: 60 };
  it.each([
    [1, 60_000, { allowed: true, remaining: 4, resetSeconds: 60 }],
    [5, 1_001, { allowed: true, remaining: 0, resetSeconds: 2 }],
    [6, 1, { allowed: false, remaining: 0, resetSeconds: 1 }],
    [99, 0, { allowed: false, remaining: 0, resetSeconds: 1 }],
    [6, -1, { allowed: false, remaining: 0, resetSeconds: 1 }],
    [1, 99_000, { allowed: true, remaining: 4, resetSeconds: 60 }],
  ])('after %d uses, %d ms before the window ends', (used, msBeforeReset, expected) => {
    expect(verdict(rule, used, msBeforeReset)).toEqual({ limit: 5, windowSeconds: 60, ...expected });
  });
});
