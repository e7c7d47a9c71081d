import { expect, it } from 'vitest';
import { later } from '../kernel/time.ts';
import { retryGuidance } from './index.ts';

const settledAt = new Date('2026-11-30T09:00:00Z');

it.each([
  ['1032', 'again', 0],
  [' 1032 ', 'again', 0],
  ['1037', 'phone_on', 60],
  ['1', 'top_up', 0],
  ['2001', 'pin', 0],
  ['1001', 'other_open', 120],
  ['17', 'same_amount', 120],
  // The catalogue says that these may be repeated.
  ['1019', 'again', 0],
  ['not_received', 'again', 0],
  // It does not say so of these, and does not know others.
  ['26', 'menu', null],
  ['9999', 'menu', null],
  ['8765', 'menu', null],
  // Paying in another way would fail alike, or could be a second payment.
  ['2028', 'ask', null],
  ['8006', 'ask', null],
  ['2029', 'ask', null],
  ['expired_unanswered', 'ask', null],
  ['resolved_not_paid', 'ask', null],
  ['constructor', 'menu', null],
  ['', 'menu', null],
  [null, 'menu', null],
] as const)('after %s: %s, in %s s', (code, advice, seconds) => {
  const retryAt = seconds === null ? null : later(settledAt, seconds * 1000);
  expect(retryGuidance(code, settledAt, settledAt)).toEqual({ advice, retryAt, waitSeconds: seconds ?? 0 });
});

it('counts down to the time, and no further', () => {
  const waits = [0, 1, 59.5, 60, 61, 4000].map(
    (seconds) => retryGuidance('1037', settledAt, later(settledAt, seconds * 1000)).waitSeconds,
  );
  expect(waits).toEqual([60, 59, 1, 0, 0, 0]);
});

it.each([
  ['DP00800001002', 'pin', 0],
  ['DP00800001005', 'again', 0],
  ['DP00800001007', 'top_up', 0],
  ['DP00800001008', 'again', 0],
  ['DP00800001010', 'ask', null],
  ['DP00800001024', 'phone_on', 60],
  ['TE', 'again', 0],
  ['TF', 'menu', null],
] as const)('after %s of another network: %s, in %s s', (code, advice, seconds) => {
  const retryAt = seconds === null ? null : later(settledAt, seconds * 1000);
  expect(retryGuidance(code, settledAt, settledAt)).toEqual({ advice, retryAt, waitSeconds: seconds ?? 0 });
});
