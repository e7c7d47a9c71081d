import { describe, expect, it } from 'vitest';
import { amountSchema, settledAmount } from './money.ts';

describe('amountSchema', () => {
  it.each([1, 2, 149_999, 150_000])('takes %d whole KES', (amount) => {
    expect(amountSchema.parse(amount)).toBe(amount);
  });

  it.each([
    ['100', 'must be a number of whole KES'],
    [null, 'must be a number of whole KES'],
    [undefined, 'must be a number of whole KES'],
    [[100], 'must be a number of whole KES'],
    [{}, 'must be a number of whole KES'],
    [true, 'must be a number of whole KES'],
    [Number.NaN, 'must be a number of whole KES'],
    [Number.POSITIVE_INFINITY, 'must be a number of whole KES'],
    [1.5, 'must be whole KES, without decimals'],
    [0.1, 'must be whole KES, without decimals'],
    [1e300, 'must be whole KES, without decimals'],
    [2 ** 53, 'must be whole KES, without decimals'],
    [0, 'must be at least 1'],
    [-5, 'must be at least 1'],
    [150_001, 'must be at most 150000'],
  ])('refuses %j with one clear message', (value, message) => {
    const result = amountSchema.safeParse(value);
    expect(result.error?.issues.map((issue) => String(issue.message))).toEqual([message]);
  });
});

describe('settledAmount', () => {
  it.each([
    ['250', { whole: 250, exact: '250', hasFraction: false }],
    ['250.00', { whole: 250, exact: '250', hasFraction: false }],
    ['5.0', { whole: 5, exact: '5', hasFraction: false }],
    ['0250', { whole: 250, exact: '250', hasFraction: false }],
    ['250.5', { whole: 250, exact: '250.50', hasFraction: true }],
    ['250.99', { whole: 250, exact: '250.99', hasFraction: true }],
    ['0.001', { whole: 0, exact: '0.001', hasFraction: true }],
    ['2147483647', { whole: 2_147_483_647, exact: '2147483647', hasFraction: false }],
  ])('reads %s exactly', (text, expected) => {
    expect(settledAmount(text)).toEqual(expected);
  });

  it.each(['', ' 250', '250 ', '-1', '+1', '1e3', '1,000', '.5', '5.', 'NaN', '٢٥٠', '2147483648', '9'.repeat(40)])(
    'reads nothing into %j',
    (text) => {
      expect(settledAmount(text)).toBeUndefined();
    },
  );
});
