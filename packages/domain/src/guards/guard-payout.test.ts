import { expect, it } from 'vitest';
import { type PayoutRule, ruleSettings } from './guard.ts';
import { judgePayout, type PayoutFacts } from './guard-payout.ts';

const now = new Date('2026-03-01T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const rule = (kind: PayoutRule['kind'], settings: object, mode: PayoutRule['mode'] = 'refuse') =>
  ({ id: kind, kind, mode, settings: ruleSettings[kind].parse(settings) }) as PayoutRule;
const nobody: PayoutFacts = { firstPaidAt: null, sameAt: null, entries: [] };
const judge = (facts: Partial<PayoutFacts>, rules: PayoutRule[], amount = 1_000) =>
  judgePayout({ ...nobody, ...facts }, rules, { amount, now });

it.each<[string, number, number | null, boolean]>([
  ['a phone that was never paid, at the amount', 1_000, null, true],
  ['a phone that was never paid, below it', 999, null, false],
  ['a phone that was first paid a moment less than a day ago', 1_000, 23.999, true],
  ['a phone that was first paid a day ago', 1_000, 24, false],
  ['a phone that was first paid long ago', 150_000, 1_000, false],
])('new payee: %s', (_, amount, hours, isBroken) => {
  const firstPaidAt = hours === null ? null : hoursAgo(hours);
  const { refusal } = judge({ firstPaidAt }, [rule('new_payee', { from: 1_000 })], amount);
  expect(refusal !== undefined).toBe(isBroken);
});

it.each<[number | null, boolean]>([
  [null, false],
  [0, true],
  [23.999, true],
  [24, false],
])('the same payout %s hours ago: refused %s', (hours, isBroken) => {
  const sameAt = hours === null ? null : hoursAgo(hours);
  expect(judge({ sameAt }, [rule('same_payout_soon', {})]).refusal !== undefined).toBe(isBroken);
});

it('rules that watch stop nothing, and one that holds does not refuse', () => {
  const watching = rule('new_payee', { from: 1 }, 'watch');
  const holding = rule('same_payout_soon', {}, 'hold');
  const facts = { sameAt: hoursAgo(1) };
  expect(judge(facts, [holding, watching])).toEqual({ broken: [watching, holding], refusal: undefined, hold: holding });
  const refusing = rule('new_payee', { from: 1 });
  expect(judge(facts, [holding, refusing])).toMatchObject({ refusal: refusing, hold: holding });
});
