import { describe, expect, it } from 'vitest';
import { compareAmounts, comparePoints, shortNumber } from './comparison.ts';

describe('compareAmounts', () => {
  it.each([
    [
      { amount: 125, succeeded: 20 },
      { amount: 100, succeeded: 10 },
      { kind: 'more', share: 0.25 },
    ],
    [
      { amount: 50, succeeded: 10 },
      { amount: 100, succeeded: 20 },
      { kind: 'less', share: 0.5 },
    ],
    [{ amount: 1_002, succeeded: 10 }, { amount: 1_000, succeeded: 10 }, { kind: 'same' }],
    [{ amount: 5, succeeded: 10 }, { amount: 0, succeeded: 0 }, { kind: 'none' }],
    [{ amount: 0, succeeded: 0 }, { amount: 0, succeeded: 0 }, { kind: 'none' }],
    [{ amount: 540, succeeded: 9 }, { amount: 100, succeeded: 10 }, { kind: 'few' }],
    [{ amount: 540, succeeded: 10 }, { amount: 100, succeeded: 9 }, { kind: 'few' }],
    [{ amount: 0, succeeded: 0 }, { amount: 100, succeeded: 10 }, { kind: 'few' }],
  ])('%j against %j', (now, before, comparison) => {
    expect(compareAmounts(now, before)).toEqual(comparison);
  });
});

describe('comparePoints', () => {
  it.each([
    [{ succeeded: 97, failed: 3 }, { succeeded: 9, failed: 1 }, 7],
    [{ succeeded: 90, failed: 10 }, { succeeded: 904, failed: 96 }, 0],
    [{ succeeded: 5, failed: 5 }, { succeeded: 75, failed: 25 }, -25],
    [{ succeeded: 0, failed: 0 }, { succeeded: 5, failed: 5 }, undefined],
    [{ succeeded: 5, failed: 5 }, { succeeded: 9, failed: 0 }, undefined],
  ])('%j against %j', (now, before, points) => {
    expect(comparePoints(now, before)).toBe(points);
  });
});

describe('shortNumber', () => {
  it.each([
    [0, '0'],
    [950, '950'],
    [1_000, '1k'],
    [12_400, '12k'],
    [1_250_000, '1.3M'],
    [10_000_000, '10M'],
  ])('%d', (value, text) => {
    expect(shortNumber(value)).toBe(text);
  });
});
