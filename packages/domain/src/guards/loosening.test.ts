import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPayoutKind, judgePrompt, type PromptFacts, type PromptRule, type Rule, type RuleKind } from './guard.ts';
import { judgePayout, type PayoutFacts } from './guard-payout.ts';
import { isLoosening, isSameRule } from './loosening.ts';
import { parseRule } from './schemas.ts';

const id = '01990000-0000-7000-8000-000000000000';
const rule = (kind: RuleKind, settings: object, mode: Rule['mode'] = 'refuse') =>
  parseRule({ id, kind, mode, settings });
const five = rule('prompts_per_phone', { count: 5, minutes: 10 });
const payee = (mode: Rule['mode'], from = 1_000) => rule('new_payee', { from }, mode);

describe('a change of a rule loosens', () => {
  it.each<[string, Rule | undefined, Rule | undefined, boolean]>([
    ['adding one that refuses', undefined, five, false],
    ['adding one that watches', undefined, payee('watch'), false],
    ['removing one that refuses', five, undefined, true],
    ['removing one that holds', payee('hold'), undefined, true],
    ['removing one that only watches', payee('watch'), undefined, false],
    ['no change', five, five, false],
    ['refuse to hold', payee('refuse'), payee('hold'), true],
    ['refuse to watch', payee('refuse'), payee('watch'), true],
    ['hold to watch', payee('hold'), payee('watch'), true],
    ['watch to hold', payee('watch'), payee('hold'), false],
    ['watch to refuse', payee('watch'), payee('refuse'), false],
    ['hold to refuse', payee('hold'), payee('refuse'), false],
    ['hold to refuse, of a larger amount', payee('hold'), payee('refuse', 1_001), true],
    ['refuse to hold, of a smaller amount', payee('refuse'), payee('hold', 1), true],
    ['a larger amount while it watches', payee('watch'), payee('watch', 150_000), false],
    ['a larger amount when it begins to refuse', payee('watch'), payee('refuse', 150_000), false],
    ['another kind', five, payee('refuse'), true],
  ])('%s: %s', (_, before, after, isLooser) => {
    expect(isLoosening(before, after)).toBe(isLooser);
  });

  it.each<[RuleKind, object, object, boolean]>([
    ['prompts_per_phone', { count: 5, minutes: 10 }, { count: 6, minutes: 10 }, true],
    ['prompts_per_phone', { count: 5, minutes: 10 }, { count: 4, minutes: 10 }, false],
    ['prompts_per_phone', { count: 5, minutes: 10 }, { count: 5, minutes: 9 }, true],
    ['prompts_per_phone', { count: 5, minutes: 10 }, { count: 5, minutes: 11 }, false],
    ['prompts_per_phone', { count: 5, minutes: 10 }, { count: 1, minutes: 1 }, true],
    ['unanswered_streak', { prompts: 3, pauseMinutes: 60 }, { prompts: 4, pauseMinutes: 60 }, true],
    ['unanswered_streak', { prompts: 3, pauseMinutes: 60 }, { prompts: 2, pauseMinutes: 60 }, false],
    ['unanswered_streak', { prompts: 3, pauseMinutes: 60 }, { prompts: 3, pauseMinutes: 59 }, true],
    ['unanswered_streak', { prompts: 3, pauseMinutes: 60 }, { prompts: 3, pauseMinutes: 61 }, false],
    ['first_prompt_max', { max: 500 }, { max: 501 }, true],
    ['first_prompt_max', { max: 500 }, { max: 499 }, false],
    ['failing_share', { share: 80 }, { share: 81 }, true],
    ['failing_share', { share: 80 }, { share: 79 }, false],
    ['new_payee', { from: 500 }, { from: 501 }, true],
    ['new_payee', { from: 500 }, { from: 499 }, false],
    ['same_payout_soon', { hours: 24 }, { hours: 23 }, true],
    ['same_payout_soon', { hours: 24 }, { hours: 25 }, false],
  ])('%s from %j to %j: %s', (kind, before, after, isLooser) => {
    expect(isLoosening(rule(kind, before), rule(kind, after))).toBe(isLooser);
    expect(isLoosening(rule(kind, before, 'watch'), rule(kind, after, 'watch'))).toBe(false);
    expect(isSameRule(rule(kind, before), rule(kind, after))).toBe(false);
    expect(isSameRule(rule(kind, before), { ...rule(kind, before), id: 'other' })).toBe(true);
    expect(isSameRule(rule(kind, before), rule(kind, before, 'watch'))).toBe(false);
  });
});

it('what a rule stopped, it still stops after a change that is no loosening', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const small = (min: number, max: number) => fc.integer({ min, max });
  const numbers: Record<RuleKind, fc.Arbitrary<object>> = {
    prompts_per_phone: fc.record({ count: small(1, 4), minutes: small(1, 60) }),
    unanswered_streak: fc.record({ prompts: small(2, 4), pauseMinutes: small(15, 60) }),
    first_prompt_max: fc.record({ max: small(1, 300) }),
    failing_share: fc.record({ share: small(50, 100) }),
    new_payee: fc.record({ from: small(1, 300) }),
    same_payout_soon: fc.record({ hours: small(1, 72) }),
  };
  const change = fc
    .constantFrom(...(Object.keys(numbers) as RuleKind[]))
    .chain((kind) => fc.tuple(fc.constant(kind), numbers[kind], numbers[kind]));
  const prompts = fc
    .array(fc.record({ minutes: small(0, 90), isUnanswered: fc.constantFrom(true, false, null) }), { maxLength: 8 })
    .map((all): PromptFacts['prompts'] =>
      all
        .sort((a, b) => a.minutes - b.minutes)
        .map(({ minutes, isUnanswered }) => ({ createdAt: minutesAgo(minutes), isUnanswered })),
    );
  const hoursAgo = fc.option(small(0, 80)).map((hours) => (hours === null ? null : minutesAgo(hours * 60)));
  const ofLinks = fc.array(
    fc.record({ settledAt: small(0, 20).map(minutesAgo), hasFailed: fc.nat({ max: 9 }).map((one) => one < 8) }),
    { minLength: 20, maxLength: 20 },
  );
  const entries = fc.constant([]);
  const facts = fc.record({
    prompts,
    ofLinks,
    entries,
    hasPaid: fc.boolean(),
    firstPaidAt: hoursAgo,
    sameAt: hoursAgo,
  });
  const stops = (one: Rule, given: PromptFacts & PayoutFacts, amount: number) =>
    (isPayoutKind(one.kind)
      ? judgePayout(given, [one as never], { amount, now }).refusal
      : judgePrompt(given, [one as PromptRule], { amount, now }).refusal) !== undefined;
  let compared = 0;
  fc.assert(
    fc.property(change, facts, small(1, 400), ([kind, was, is], given, amount) => {
      const [before, after] = [rule(kind, was), rule(kind, is)];
      if (isLoosening(before, after) || !stops(before, given, amount)) return;
      compared += 1;
      expect(stops(after, given, amount)).toBe(true);
    }),
    { seed: 7, numRuns: 5_000 },
  );
  expect(compared).toBeGreaterThan(300);
});
