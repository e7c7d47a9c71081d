import { describe, expect, it } from 'vitest';
import { isForPayouts, kindsOf, linesOfChange, type Moved } from './balance-change.ts';

describe('what moves an account', () => {
  it.each([
    ['Working Account', ['Working Account', 'Utility Account'], ['payments']],
    ['Utility Account', ['Working Account', 'Utility Account'], ['refunds', 'payouts']],
    ['MMF Account', ['Charges Paid Account', 'MMF Account', 'Utility Account'], ['payments']],
    ['Charges Paid Account', ['Charges Paid Account', 'MMF Account', 'Utility Account'], []],
    ['Collection', ['Collection', 'Utility Account'], ['payments']],
    ['Merchant Account', ['Merchant Account'], ['payments', 'refunds', 'payouts']],
    ['Utility Account', ['Utility Account'], ['payments', 'refunds', 'payouts']],
  ])('%s of %j: %j', (account, names, kinds) => {
    expect(kindsOf({ shortcode: '600000', account }, names)).toEqual(kinds);
  });

  it('on a network that tells of the wallet of payments alone is what it takes in and gives back', () => {
    const account = 'Airtel Money';
    expect(kindsOf({ shortcode: 'airtel:450123', account }, [account])).toEqual(['payments', 'refunds']);
  });
});

it.each([
  ['600000', 'Utility Account', true],
  ['600000', 'UTILITY', true],
  ['600000', 'Working Account', false],
  ['airtel:450123', 'Airtel Money', false],
  ['airtel:450123', 'Utility Account', false],
])('payouts of %s leave from %s: %s', (shortcode, account, expected) => {
  expect(isForPayouts({ shortcode, account })).toBe(expected);
});

const moved: Moved = {
  payments: { cents: 50_050, count: 3 },
  refunds: { cents: 10_000, count: 1 },
  payouts: { cents: 200_000, count: 2 },
};
const nothing: Moved = {
  payments: { cents: 0, count: 0 },
  refunds: { cents: 0, count: 0 },
  payouts: { cents: 0, count: 0 },
};
const all = ['payments', 'refunds', 'payouts'] as const;

describe('the lines of a change', () => {
  it('say what moved, how often, and what is left to explain', () => {
    expect(linesOfChange(-160_050, all, moved)).toEqual([
      { what: 'payments', cents: 50_050, count: 3 },
      { what: 'refunds', cents: -10_000, count: 1 },
      { what: 'payouts', cents: -200_000, count: 2 },
      { what: 'unexplained', cents: -100, count: null },
    ]);
  });

  it.each([
    ['nothing moved', 0, all, nothing, 0],
    ['only fees went', -100, all, nothing, -100],
    ['somebody paid in at the bank', 900_000, all, nothing, 900_000],
    ['everything is explained', -159_950, all, moved, 0],
    ['only what moves the account counts', 50_050, ['payments'] as const, moved, 0],
    ['nothing recorded moves the account', -200, [], moved, -200],
  ] as const)('%s', (_, difference, kinds, what, unexplained) => {
    const lines = linesOfChange(difference, kinds, what);
    expect(lines.at(-1)).toEqual({ what: 'unexplained', cents: unexplained, count: null });
    expect(lines.reduce((total, { cents }) => total + cents, 0)).toBe(difference);
    expect(lines.some(({ cents }) => Object.is(cents, -0))).toBe(false);
  });
});
