import { describe, expect, it } from 'vitest';
import { compareAmounts, comparePoints, shortNumber } from './comparison.ts';

describe('compareAmounts', () => {
  it.each([
    [125, 100, { kind: 'more', share: 0.25 }],
    [50, 100, { kind: 'less', share: 0.5 }],
    [1_002, 1_000, { kind: 'same' }],
    [5, 0, { kind: 'none' }],
    [0, 0, { kind: 'none' }],
    [0, 10, { kind: 'less', share: 1 }],
  ])('%d against %d', (now, before, comparison) => {
    expect(compareAmounts(now, before)).toEqual(comparison);
  });
});

describe('comparePoints', () => {
  it.each([
    [0.97, 0.9, 7],
    [0.9, 0.904, 0],
    [0.5, 0.75, -25],
    [null, 0.5, undefined],
    [0.5, null, undefined],
  ])('%s against %s', (now, before, points) => {
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
