import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addRule, createGuard, judgePrompt, type PromptFacts, type PromptRule } from '../guards/index.ts';
import { operator } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import { movableClock, scriptedUpstream, seed, type TestContext, testContext } from '../testing/index.ts';
import { collectPayment } from './collect.ts';

/** Streams, more with TILLGATE_LONG_TESTS=1. */
const streams = process.env.TILLGATE_LONG_TESTS === '1' ? 2_000 : 25;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const phones = ['254712345678', '254712345679'];
const results = ['0', '1032', '1037', '1', '2001'] as const;

type Step =
  | { do: 'collect'; phone: number; amount: number; isLost: boolean }
  | { do: 'end'; phone: number; result: (typeof results)[number] }
  | { do: 'wait'; seconds: number };

const phone = fc.integer({ min: 0, max: 1 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('collect' as const),
        phone,
        amount: fc.integer({ min: 1, max: 30 }),
        // The process dies after it wrote the payment: the prompt may be on the phone.
        isLost: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('end' as const), phone, result: fc.constantFrom(...results) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 900 }) }),
    },
  ),
  { minLength: 5, maxLength: 25 },
);
const mode = fc.constantFrom('watch' as const, 'refuse' as const);
const rules = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('prompts_per_phone' as const),
      mode,
      settings: fc.record({ count: fc.integer({ min: 1, max: 4 }), minutes: fc.integer({ min: 1, max: 10 }) }),
    }),
    fc.record({
      kind: fc.constant('unanswered_streak' as const),
      mode,
      settings: fc.record({ prompts: fc.integer({ min: 2, max: 3 }), pauseMinutes: fc.constant(15) }),
    }),
    fc.record({
      kind: fc.constant('first_prompt_max' as const),
      mode,
      settings: fc.record({ max: fc.integer({ min: 1, max: 30 }) }),
    }),
  ),
  { minLength: 1, maxLength: 3 },
);

type Known = { id: string; createdAt: Date; result: string | null };

/** What the core says of a history that the test keeps by itself. */
function expected(known: Known[], active: readonly PromptRule[], amount: number, now: Date) {
  const isUnanswered = (result: string | null) => (result === null ? null : ['1032', '1037'].includes(result));
  const facts: PromptFacts = {
    prompts: known.map(({ createdAt, result }) => ({ createdAt, isUnanswered: isUnanswered(result) })),
    hasPaid: known.some(({ result }) => result === '0'),
    ofLinks: [],
    entries: [],
  };
  const { refusal } = judgePrompt(facts, active, { amount, now });
  return refusal ? (refusal.waitSeconds ?? 'never') : 'prompted';
}

it('no stream of prompts, results and lost processes passes what the core refuses, or is refused what it passes', {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rules, steps, async (given, stream) => {
      const clock = movableClock();
      const merchant = await seed(base).owner().application().credentials('sandbox').mint();
      const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(base, 1_000), clock };
      const ops = { ...shop, actor: 'operator', authority: operator };
      const active: PromptRule[] = [];
      for (const each of given) active.push((await addRule(ops, { ...shop.tenant, ...each })) as PromptRule);
      const ctx = { ...shop, guard: createGuard(shop, undefined) };
      /** Newest first. */
      const known: Known[][] = phones.map(() => []);
      for (const step of stream) {
        const now = clock.now();
        if (step.do === 'wait') clock.advance(step.seconds);
        else if (step.do === 'end') {
          const open = known[step.phone]?.findLast(({ result }) => result === null);
          if (!open) continue;
          open.result = step.result;
          const status = step.result === '0' ? ('success' as const) : ('failed' as const);
          const settled = { status, resultCode: step.result, settledBy: 'callback' as const, settledAt: now };
          await shop.db.prisma.payment.update({ where: { id: open.id }, data: settled });
        } else {
          const of = known[step.phone] ?? [];
          const due = expected(of, active, step.amount, now);
          if (step.isLost && due === 'prompted') shop.provider.pushes.answer({ kind: 'unknown', cause: 'lost' });
          const outcome = await collectPayment(ctx, { amount: step.amount, phone: phones[step.phone] ?? '' }).then(
            ({ outcome }) => ({ says: 'prompted' as const, id: outcome.paymentId }),
            (error: unknown) => {
              if (!(error instanceof DomainError)) throw error;
              const { paymentId, retryAfterSeconds } = error.extras;
              if (paymentId) return { says: 'prompted' as const, id: paymentId };
              return { says: retryAfterSeconds ?? ('never' as const), id: undefined };
            },
          );
          expect(outcome.says).toBe(due);
          if (outcome.id) of.unshift({ id: outcome.id, createdAt: now, result: null });
          // Two prompts of one millisecond have no order that a rule could know.
          clock.advance(0.001);
        }
      }
    }),
    { seed: 17, numRuns: streams },
  );
});
