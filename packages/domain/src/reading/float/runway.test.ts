import { describe, expect, it } from 'vitest';
import { balanceCentsOf, estimateOf, isLow, type RunwayFacts, runwayOf } from './runway.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const facts: RunwayFacts = {
  now,
  balance: { cents: 1_000_000, at: hoursAgo(2) },
  paidOutSinceCents: 0,
  paidOutCents: 2_400_000,
  isForPayouts: true,
};

describe('how long the money lasts', () => {
  it.each([
    ['at the rate of the last 24 hours', {}, { kind: 'hours', hours: 10 }],
    ['less what was paid out since', { paidOutSinceCents: 500_000 }, { kind: 'hours', hours: 5 }],
    ['nothing is left', { balance: { cents: 0, at: hoursAgo(1) } }, { kind: 'hours', hours: 0 }],
    ['more went out than was there', { paidOutSinceCents: 1_000_001 }, { kind: 'hours', hours: 0 }],
    [
      'nothing is left, and nothing goes out',
      { paidOutSinceCents: 1_000_000, paidOutCents: 0 },
      { kind: 'hours', hours: 0 },
    ],
    [
      'a balance of exactly a day ago',
      { balance: { cents: 240, at: hoursAgo(24) }, paidOutCents: 240 },
      { kind: 'hours', hours: 24 },
    ],
    ['nobody asked for the balance', { balance: null }, { kind: 'unknown', why: 'no_balance' }],
    ['a balance of longer ago', { balance: { cents: 1, at: hoursAgo(24.01) } }, { kind: 'unknown', why: 'stale' }],
    ['nothing was paid out', { paidOutCents: 0 }, { kind: 'unknown', why: 'no_payouts' }],
    ['an account of collections', { isForPayouts: false }, { kind: 'unknown', why: 'not_for_payouts' }],
  ] as const)('%s', (_, changes, expected) => {
    expect(runwayOf({ ...facts, ...changes })).toEqual(expected);
  });

  it.each([
    [{}, 1_000_000],
    [{ paidOutSinceCents: 1 }, 999_999],
    [{ paidOutSinceCents: 1, isForPayouts: false }, 1_000_000],
    [{ balance: null }, null],
  ])('%j leaves %s', (changes, expected) => {
    expect(estimateOf({ ...facts, ...changes })).toBe(expected);
  });
});

it.each([
  ['1200.5', 'KES', 120_050],
  [' 7 ', 'KES', 700],
  ['-0.05', 'KES', -5],
  ['1,200', 'KES', null],
  ['1200.505', 'KES', null],
  ['12', 'USD', null],
  ['', 'KES', null],
  ['9'.repeat(14), 'KES', null],
])('the balance %j of %s is %s cents', (available, currency, expected) => {
  expect(balanceCentsOf({ currency, available })).toBe(expected);
});

describe('an account is low', () => {
  it.each([
    ['below the payouts of a usual day', 90_000, true, undefined, 1_000, true],
    ['not with as much as them', 100_000, true, undefined, 1_000, false],
    ['below the threshold that somebody set, whatever a usual day is', 90_000, true, 1_000, 10, true],
    ['not above that threshold, whatever a usual day is', 110_000, true, 1_000, 50_000, false],
    ['also where no payout leaves from it, if somebody set a threshold', 90_000, false, 1_000, 0, true],
    ['never where no payout leaves from it and nobody set one', 90_000, false, undefined, 1_000, false],
    ['never before anything was paid out', 0, true, undefined, 0, false],
  ])('%s', (_what, estimateCents, isForPayouts, threshold, usualDay, low) => {
    expect(isLow({ estimateCents, isForPayouts }, { threshold, usualDay })).toBe(low);
  });
});
