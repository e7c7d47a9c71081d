import { describe, expect, it } from 'vitest';
import { problemOfAmount, readAmount, readDecimalAmount } from './entry.ts';

describe('an amount as people type it', () => {
  it.each([
    ['5000', 5_000, 5_000],
    ['5,000', 5_000, 5_000],
    [' 1 000 ', 1_000, 1_000],
    [' KES 150 000 ', 150_000, 150_000],
    ['ksh. 250', 250, 250],
    ['10.50', undefined, 10.5],
    ['1.505', undefined, undefined],
    ['0', undefined, 0],
    ['', undefined, undefined],
    ['five', undefined, undefined],
    ['-5', undefined, undefined],
  ])('%j is %j whole, %j with decimals', (text, whole, decimal) => {
    expect(readAmount(text)).toBe(whole);
    expect(readDecimalAmount(text)).toBe(decimal);
  });

  it.each([
    ['', undefined, undefined],
    ['KES', undefined, undefined],
    ['12', undefined, undefined],
    ['12.50', undefined, 'notWhole'],
    ['0', undefined, 'notWhole'],
    ['abc', undefined, 'notWhole'],
    ['150,000', undefined, undefined],
    ['150,001', undefined, 'tooLarge'],
    ['5,001', 5_000, 'tooLarge'],
  ])('%j with a limit of %j: %s', (text, max, problem) => {
    expect(problemOfAmount(text, max)).toBe(problem);
  });
});
