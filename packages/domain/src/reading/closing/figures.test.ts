import { describe, expect, it } from 'vitest';
import {
  bridgeOf,
  centsOf,
  type DayFigures,
  differenceOf,
  openPointsOf,
  signedFiguresSchema,
  stateOf,
  sumOf,
} from './figures.ts';

const account = {
  shortcode: '174379',
  opening: 100_000,
  closing: 150_000,
  fees: 0,
  coveredFrom: null,
  coveredTo: null,
  hasProblems: false,
};
const signed: DayFigures = {
  collected: 60_000,
  refunded: 10_000,
  net: 50_000,
  paidOut: 0,
  refundedSince: 10_000,
  movedIn: 60_000,
  movedBack: 10_000,
  movedOut: 0,
  collectedCount: 6,
  refundCount: 1,
  payoutCount: 0,
  pendingPayments: 1,
  pendingPayouts: 0,
  accounts: [account],
};
const none = { changes: [], learned: [] };

describe('what is different from what was signed', () => {
  it.each([
    ['nothing', signed, none],
    [
      'a payment that settled late',
      { ...signed, collected: 70_000, pendingPayments: 0 },
      {
        changes: [
          { figure: 'collected', unit: 'cents', shortcode: null, from: 60_000, to: 70_000 },
          { figure: 'pendingPayments', unit: 'count', shortcode: null, from: 1, to: 0 },
        ],
        learned: [],
      },
    ],
    [
      'a balance that is another',
      { ...signed, accounts: [{ ...account, closing: 140_000 }] },
      {
        changes: [{ figure: 'closing', unit: 'cents', shortcode: '174379', from: 150_000, to: 140_000 }],
        learned: [],
      },
    ],
    [
      'a balance that is not known any more',
      { ...signed, accounts: [{ ...account, opening: null }] },
      {
        changes: [{ figure: 'opening', unit: 'cents', shortcode: '174379', from: 100_000, to: null }],
        learned: [],
      },
    ],
    [
      'the statement of another shortcode',
      { ...signed, accounts: [account, { ...account, shortcode: '600000', opening: null, closing: null, fees: 500 }] },
      { changes: [], learned: [{ figure: 'fees', unit: 'cents', shortcode: '600000', from: null, to: 500 }] },
    ],
    ['how much of the day is covered', { ...signed, accounts: [{ ...account, hasProblems: true }] }, none],
  ])('%s', (_, now, expected) => {
    expect(differenceOf(signed, now)).toEqual(expected);
  });

  it('a figure that an earlier version did not sign is learned', () => {
    const { movedIn: _, accounts: __, ...earlier } = signed;
    expect(differenceOf(signedFiguresSchema.parse(earlier), signed)).toMatchObject({
      changes: [],
      learned: [{ figure: 'movedIn' }, { figure: 'opening' }, { figure: 'closing' }, { figure: 'fees' }],
    });
  });
});

describe('the state of a day', () => {
  const [change] = differenceOf(signed, { ...signed, collected: 1 }).changes;
  const changes = change ? [change] : [];
  it.each([
    ['running', { hasEnded: false, difference: null }],
    ['open', { hasEnded: true, difference: null }],
    ['signed', { hasEnded: true, difference: none }],
    ['signed', { hasEnded: true, difference: { changes: [], learned: changes } }],
    ['changed', { hasEnded: true, difference: { changes, learned: [] } }],
  ] as const)('is %s', (state, { hasEnded, difference }) => {
    const given = difference && { changes: [...difference.changes], learned: [...difference.learned] };
    expect(stateOf({ hasEnded, difference: given })).toBe(state);
  });
});

it('what is open are exceptions and money without an outcome', () => {
  expect(openPointsOf(signed, { outcome_unknown: 2, statement_missing_here: 3 })).toBe(6);
});

it.each([
  ['all known', [account, account], 200_000],
  ['one not known', [account, { ...account, opening: null }], null],
  ['none', [], null],
])('accounts come to a sum: %s', (_, accounts, expected) => {
  expect(sumOf(accounts, 'opening')).toBe(expected);
});

it.each([
  ['0', 0],
  ['1200', 120_000],
  ['1200.5', 120_050],
  ['0.07', 7],
  [12n, 1_200],
])('%s KES in cents', (kes, cents) => {
  expect(centsOf(kes)).toBe(cents);
});

it('cents that a number cannot hold are refused', () => {
  expect(() => centsOf('90071992547409.92')).toThrow(RangeError);
});

describe('how the balances of a day come about', () => {
  const day = (changes: Partial<DayFigures>): DayFigures => ({ ...signed, ...changes });

  it.each([
    ['all of it is recorded here', {}, { expected: 150_000, closing: 150_000, difference: 0 }],
    [
      'fees, payouts and a transfer to the bank are recorded',
      { movedOut: 5_000, accounts: [{ ...account, fees: 300, transfers: -20_000, closing: 124_700 }] },
      { expected: 124_700, difference: 0 },
    ],
    [
      'money went out that nobody here knows of',
      { accounts: [{ ...account, closing: 148_470 }] },
      { expected: 150_000, closing: 148_470, difference: -1_530 },
    ],
    [
      'two shortcodes',
      { accounts: [account, { ...account, shortcode: '600000', opening: 5_000, closing: 5_000 }] },
      { opening: 105_000, closing: 155_000, difference: 0 },
    ],
  ])('when %s', (_, changes, expected) => {
    expect(bridgeOf(day(changes))).toMatchObject(expected);
  });

  it('is not known while one balance is not', () => {
    expect(bridgeOf(day({ accounts: [] }))).toBeNull();
    expect(bridgeOf(day({ accounts: [{ ...account, closing: null }] }))).toBeNull();
    expect(bridgeOf(day({ accounts: [account, { ...account, shortcode: '600000', opening: null }] }))).toBeNull();
  });
});
