import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgePrompt, type PromptFacts, type PromptRule, type RuleKind, ruleSettings } from './guard.ts';
import { describeRuleKinds } from './rule-bounds.ts';

const now = new Date('2026-03-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const rule = (kind: PromptRule['kind'], settings: object, mode: PromptRule['mode'] = 'refuse') =>
  ({ id: kind, kind, mode, settings: ruleSettings[kind].parse(settings) }) as PromptRule;
const prompts = (...minutes: number[]): PromptFacts['prompts'] =>
  minutes.map((each) => ({ createdAt: minutesAgo(each), isUnanswered: false }));
const unanswered = (...given: (readonly [number, boolean | null])[]): PromptFacts['prompts'] =>
  given.map(([minutes, isUnanswered]) => ({ createdAt: minutesAgo(minutes), isUnanswered }));
const judge = (facts: Partial<PromptFacts>, rules: PromptRule[], amount = 100) =>
  judgePrompt({ prompts: [], hasPaid: false, ofLinks: [], entries: [], ...facts }, rules, { amount, now });

describe('prompts per phone', () => {
  const twoInTen = rule('prompts_per_phone', { count: 2, minutes: 10 });
  it.each<[string, number[], number | undefined]>([
    ['none before', [], undefined],
    ['one before', [1], undefined],
    ['two before, the older one 4 minutes ago', [1, 4], 6 * 60],
    ['three before: the second newest decides', [1, 4, 9], 6 * 60],
    ['the older one exactly ten minutes ago', [1, 10], undefined],
    ['the older one a moment less', [1, 9.999], 1],
    ['long ago', [11, 12, 13], undefined],
  ])('%s', (_, minutes, wait) => {
    expect(judge({ prompts: prompts(...minutes), hasPaid: true }, [twoInTen]).refusal?.waitSeconds).toBe(wait);
  });
});

describe('unanswered prompts in a row', () => {
  const three = rule('unanswered_streak', { prompts: 3, pauseMinutes: 120 });
  it.each<[string, (readonly [number, boolean | null])[], number | undefined]>([
    [
      'two',
      [
        [1, true],
        [2, true],
      ],
      undefined,
    ],
    [
      'three',
      [
        [1, true],
        [2, true],
        [3, true],
      ],
      119 * 60,
    ],
    [
      'three, one of them answered',
      [
        [1, true],
        [2, false],
        [3, true],
      ],
      undefined,
    ],
    [
      'three behind an answer',
      [
        [1, false],
        [2, true],
        [3, true],
        [4, true],
      ],
      undefined,
    ],
    [
      'three and one that is open',
      [
        [1, null],
        [2, true],
        [3, true],
        [4, true],
      ],
      118 * 60,
    ],
    [
      'three, the newest exactly the pause ago',
      [
        [120, true],
        [121, true],
        [122, true],
      ],
      undefined,
    ],
    [
      'three, the newest a moment less',
      [
        [119.99, true],
        [121, true],
        [122, true],
      ],
      1,
    ],
    ['none', [], undefined],
  ])('%s', (_, given, wait) => {
    expect(judge({ prompts: unanswered(...given) }, [three]).refusal?.waitSeconds).toBe(wait);
  });
});

describe('the first prompt', () => {
  const first = rule('first_prompt_max', { max: 500 });
  it.each([
    [500, false, undefined],
    [501, false, null],
    [501, true, undefined],
  ])('of %i, paid before: %s', (amount, hasPaid, wait) => {
    expect(judge({ hasPaid }, [first], amount).refusal?.waitSeconds).toBe(wait);
  });
});

describe('the share of prompts of links that failed', () => {
  const eighty = rule('failing_share', { share: 80 });
  /** Newest first: so many failed, so many paid, the newest known so many minutes ago. */
  const known = (failed: number, paid: number, minutes = 1) =>
    Array.from({ length: failed + paid }, (_, index) => ({
      settledAt: minutesAgo(minutes + index),
      hasFailed: index >= paid,
    }));
  it.each<[string, PromptFacts['ofLinks'], number | undefined]>([
    ['none', [], undefined],
    ['nineteen, all failed', known(19, 0), undefined],
    ['sixteen of twenty', known(16, 4), 14 * 60],
    ['fifteen of twenty', known(15, 5), undefined],
    ['all', known(20, 0), 14 * 60],
    ['all, known exactly fifteen minutes ago', known(20, 0, 15), undefined],
    ['all, known a moment less', known(20, 0, 14.999), 1],
    ['all, the oldest known last', known(20, 0).reverse(), 14 * 60],
  ])('%s', (_, ofLinks, wait) => {
    expect(judge({ ofLinks }, [eighty]).refusal?.waitSeconds).toBe(wait);
  });

  it('of a hundred percent lets one that paid be enough', () => {
    const all = rule('failing_share', { share: 100 });
    expect(judge({ ofLinks: known(19, 1) }, [all]).refusal).toBeUndefined();
    expect(judge({ ofLinks: known(20, 0) }, [all]).refusal).toMatchObject({ rule: all });
  });
});

describe('several rules', () => {
  const [per, first] = [rule('prompts_per_phone', { count: 1, minutes: 10 }), rule('first_prompt_max', { max: 1 })];

  it('are judged in the order of their kinds, and all that are broken are named', () => {
    const { broken, refusal } = judge({ prompts: prompts(1) }, [first, per]);
    expect(broken.map(({ kind }) => kind)).toEqual(['prompts_per_phone', 'first_prompt_max']);
    expect(refusal).toMatchObject({ rule: per, waitSeconds: 9 * 60 });
  });

  it('that watch refuse nothing', () => {
    const watching = { ...per, mode: 'watch' as const };
    expect(judge({ prompts: prompts(1) }, [watching])).toEqual({ broken: [watching], refusal: undefined });
    expect(judge({ prompts: prompts(1) }, [watching, first]).refusal).toMatchObject({ rule: first, waitSeconds: null });
  });

  it('adding one that watches changes no outcome', () => {
    const anyRule = fc.oneof(
      fc
        .record({ count: fc.integer({ min: 1, max: 5 }), minutes: fc.integer({ min: 1, max: 60 }) })
        .map((s) => rule('prompts_per_phone', s)),
      fc
        .record({ prompts: fc.integer({ min: 2, max: 4 }), pauseMinutes: fc.integer({ min: 15, max: 60 }) })
        .map((s) => rule('unanswered_streak', s)),
      fc.integer({ min: 1, max: 300 }).map((max) => rule('first_prompt_max', { max })),
      fc.integer({ min: 50, max: 100 }).map((share) => rule('failing_share', { share })),
    );
    const facts = fc.record({
      hasPaid: fc.boolean(),
      entries: fc.constant([]),
      ofLinks: fc.array(
        fc.record({ settledAt: fc.integer({ min: 0, max: 20 }).map(minutesAgo), hasFailed: fc.boolean() }),
        { minLength: 18, maxLength: 20 },
      ),
      prompts: fc
        .array(
          fc.record({ minutes: fc.integer({ min: 0, max: 90 }), isUnanswered: fc.constantFrom(true, false, null) }),
        )
        .map((all) =>
          all
            .sort((a, b) => a.minutes - b.minutes)
            .map(({ minutes, ...one }) => ({ createdAt: minutesAgo(minutes), ...one })),
        ),
    });
    fc.assert(
      fc.property(
        facts,
        fc.array(anyRule, { maxLength: 4 }),
        anyRule,
        fc.integer({ min: 1, max: 400 }),
        (given, rules, added, amount) => {
          const with_ = judgePrompt(given, [...rules, { ...added, mode: 'watch' }], { amount, now });
          expect(with_.refusal).toEqual(judgePrompt(given, rules, { amount, now }).refusal);
        },
      ),
      { seed: 11, numRuns: 1_000 },
    );
  });
});

it.each<[RuleKind, object, object | undefined]>([
  ['prompts_per_phone', {}, { count: 5, minutes: 10 }],
  ['prompts_per_phone', { count: 50, minutes: 1_440 }, { count: 50, minutes: 1_440 }],
  ['prompts_per_phone', { count: 51 }, undefined],
  ['failing_share', {}, { share: 80 }],
  ['failing_share', { share: 50 }, { share: 50 }],
  ['failing_share', { share: 49 }, undefined],
  ['failing_share', { share: 101 }, undefined],
  ['prompts_per_phone', { minutes: 0 }, undefined],
  ['prompts_per_phone', { count: 1.5 }, undefined],
  ['unanswered_streak', {}, { prompts: 3, pauseMinutes: 120 }],
  ['unanswered_streak', { prompts: 1 }, undefined],
  ['unanswered_streak', { pauseMinutes: 14 }, undefined],
  ['first_prompt_max', {}, undefined],
  ['first_prompt_max', { max: 150_000 }, { max: 150_000 }],
  ['first_prompt_max', { max: 150_001 }, undefined],
  ['first_prompt_max', { max: 5, min: 1 }, undefined],
  ['new_payee', { from: 1 }, { from: 1 }],
  ['new_payee', {}, undefined],
  ['new_payee', { from: 150_001 }, undefined],
  ['same_payout_soon', {}, { hours: 24 }],
  ['same_payout_soon', { hours: 72 }, { hours: 72 }],
  ['same_payout_soon', { hours: 73 }, undefined],
])('the numbers of %s %j are %j', (kind, given, read) => {
  expect(ruleSettings[kind].safeParse(given).data).toEqual(read);
});

it('pages get the bounds and defaults of the schemas, and no prompt can be held', () => {
  const kinds = describeRuleKinds();
  expect(kinds.map(({ kind, about, modes }) => [kind, about, modes.includes('hold')])).toEqual([
    ['prompts_per_phone', 'prompts', false],
    ['unanswered_streak', 'prompts', false],
    ['first_prompt_max', 'prompts', false],
    ['failing_share', 'prompts', false],
    ['new_payee', 'payouts', true],
    ['same_payout_soon', 'payouts', true],
  ]);
  expect(kinds[1]?.numbers).toEqual([
    { name: 'prompts', min: 2, max: 10, initial: 3 },
    { name: 'pauseMinutes', min: 15, max: 1_440, initial: 120 },
  ]);
  expect(kinds[3]?.numbers).toEqual([{ name: 'share', min: 50, max: 100, initial: 80 }]);
  expect(kinds[4]?.numbers).toEqual([{ name: 'from', min: 1, max: 150_000, initial: null }]);
});
