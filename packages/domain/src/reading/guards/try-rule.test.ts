import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payOut } from '../../disbursements/index.ts';
import { addRule, createGuard, type Rule } from '../../guards/index.ts';
import { operator } from '../../kernel/authority.ts';
import { DomainError } from '../../kernel/errors.ts';
import { authorityOf } from '../../organizations/index.ts';
import { collectPayment } from '../../payments/index.ts';
import { movableClock, scriptedUpstream, seed, type TestContext, testContext } from '../../testing/index.ts';
import { type RuleTrial, tryRule } from './index.ts';

/** Streams, more with TILLGATE_LONG_TESTS=1. */
const streams = process.env.TILLGATE_LONG_TESTS === '1' ? 300 : 8;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

async function shopOf() {
  const clock = movableClock();
  const credentials = { initiatorName: 'api', initiatorPassword: 'S3cret#' };
  const merchant = await seed(base).owner().application().credentials('sandbox', credentials).mint();
  const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(base, 1_000), clock, actor: 'key:one' };
  const owner = {
    ...shop,
    db: test.databaseAs('web'),
    actor: `user:${merchant.owner.userId}`,
    authority: authorityOf('owner'),
  };
  return { shop, owner, clock };
}
type Shop = Awaited<ReturnType<typeof shopOf>>['shop'];

const phones = ['254712345678', '254712345679'];
const small = (min: number, max: number) => fc.integer({ min, max });
/** The rule about payment links has a test of its own. */
type RuleKind = Exclude<Rule['kind'], 'failing_share'>;
const settings: Record<RuleKind, fc.Arbitrary<Record<string, number>>> = {
  prompts_per_phone: fc.record({ count: small(1, 3), minutes: small(1, 30) }),
  unanswered_streak: fc.record({ prompts: small(2, 3), pauseMinutes: small(15, 60) }),
  first_prompt_max: fc.record({ max: small(1, 30) }),
  new_payee: fc.record({ from: small(1, 30) }),
  same_payout_soon: fc.record({ hours: small(1, 72) }),
};
const kinds = Object.keys(settings) as RuleKind[];
const prompted = fc.record({
  do: fc.constantFrom('collect' as const, 'payOut' as const),
  phone: small(0, 1),
  amount: fc.constantFrom(10, 20, 30),
});
const ended = fc.record({
  do: fc.constantFrom('endPayment' as const, 'endPayout' as const),
  phone: small(0, 1),
  result: fc.constantFrom('0', '1032', '1037', '1', '2001'),
});
const waited = fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 7, 40, 600, 1_500) });
const steps = fc.array(
  fc.oneof({ weight: 5, arbitrary: prompted }, { weight: 4, arbitrary: ended }, { weight: 2, arbitrary: waited }),
  { minLength: 15, maxLength: 40 },
);

/** Ends the oldest open row of a phone. */
async function end(shop: Shop, step: { do: 'endPayment' | 'endPayout'; phone: number; result: string }) {
  const where = { ...shop.tenant, phone: phones[step.phone] ?? '', status: 'pending' as const };
  const status = step.result === '0' ? ('success' as const) : ('failed' as const);
  const settled = { status, resultCode: step.result, settledAt: shop.clock.now() };
  const { payment, disbursement } = shop.db.prisma;
  const oldest = { where, orderBy: { createdAt: 'asc' as const } };
  if (step.do === 'endPayment') {
    const open = await payment.findFirst(oldest);
    if (open) await payment.update({ where: { id: open.id }, data: { ...settled, settledBy: 'callback' } });
  } else {
    const open = await disbursement.findFirst(oldest);
    if (open) await disbursement.update({ where: { id: open.id }, data: { ...settled, settledBy: 'result' } });
  }
}

describe('a trial', () => {
  it('says of the past what a rule that only records said at that time', async () => {
    let stopped = 0;
    await fc.assert(
      fc.asyncProperty(fc.record(settings), steps, async (given, stream) => {
        const { shop, owner, clock } = await shopOf();
        const ops = { ...shop, actor: 'operator', authority: operator };
        const rules = new Map<RuleKind, string>();
        for (const kind of kinds) {
          const rule = await addRule(ops, { ...shop.tenant, kind, mode: 'watch', settings: given[kind] });
          rules.set(kind, rule.id);
        }
        const ctx = { ...shop, guard: createGuard(shop, undefined) };
        for (const step of stream) {
          clock.advance(1);
          if (step.do === 'wait') clock.advance(step.minutes * 60);
          else if ('result' in step) await end(shop, step);
          else if (step.do === 'collect') {
            await collectPayment(ctx, { amount: step.amount, phone: phones[step.phone] ?? '' });
          } else {
            const input = {
              amount: step.amount,
              phone: phones[step.phone] ?? '',
              commandId: 'BusinessPayment' as const,
            };
            await payOut(ctx, input);
          }
        }
        for (const kind of kinds) {
          const ruleId = rules.get(kind) ?? '';
          const said = await shop.db.prisma.guardDecision.findMany({ where: { ruleId }, orderBy: { at: 'desc' } });
          const trial = await tryRule(owner, { kind, settings: given[kind] });
          stopped += trial.stopped;
          expect({ kind, stopped: trial.stopped }).toEqual({ kind, stopped: said.length });
          expect(trial.sum).toBe(said.reduce((sum, { amount }) => sum + amount, 0));
          expect(trial.examples.map(({ id }) => id)).toEqual(
            said.slice(0, 10).map(({ paymentId, disbursementId }) => paymentId ?? disbursementId),
          );
        }
      }),
      { seed: 23, numRuns: streams },
    );
    expect(stopped).toBeGreaterThan(streams);
  });

  it('counts those that succeeded later, and nothing of other applications, environments or older days', async () => {
    const [{ shop, owner, clock }, other] = [await shopOf(), await shopOf()];
    const input = { amount: 20, phone: phones[0] ?? '' };
    const trial = () => tryRule(owner, { kind: 'first_prompt_max', settings: { max: 10 } });
    const none: Omit<RuleTrial, 'since'> = {
      about: 'prompts',
      isWhole: true,
      judged: 0,
      stopped: 0,
      sum: 0,
      succeeded: 0,
      examples: [],
    };
    await collectPayment(other.shop, input);
    expect(await trial()).toMatchObject(none);
    await collectPayment(shop, input);
    await end(shop, { do: 'endPayment', phone: 0, result: '1032' });
    clock.advance(60);
    const createdAt = clock.now().toISOString();
    const { outcome } = await collectPayment(shop, input);
    clock.advance(1);
    await end(shop, { do: 'endPayment', phone: 0, result: '0' });
    clock.advance(60);
    await collectPayment(shop, input);
    const found = { ...none, judged: 3, stopped: 2, sum: 40, succeeded: 1 };
    const first = { id: outcome.paymentId, amount: 20, createdAt, hasSucceeded: true };
    expect(await trial()).toMatchObject({ ...found, examples: [first, { hasSucceeded: false }] });
    const production = { ...owner, tenant: { ...owner.tenant, environment: 'production' as const } };
    expect(await tryRule(production, { kind: 'first_prompt_max', settings: { max: 10 } })).toMatchObject(none);
    clock.advance(31 * 86_400);
    expect(await trial()).toMatchObject(none);
  });

  it('judges the newest rows alone where there are more, from when their facts are whole', async () => {
    const { shop, owner, clock } = await shopOf();
    const begun: string[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      clock.advance(240);
      begun.push(clock.now().toISOString());
      await collectPayment(shop, { amount: 20, phone: phones[0] ?? '' });
      await end(shop, { do: 'endPayment', phone: 0, result: '1032' });
    }
    const rule = { kind: 'prompts_per_phone', settings: { count: 1, minutes: 5 } } as const;
    const limits = { rowsMax: 6, statementMs: 2_500 };
    expect(await tryRule(owner, rule)).toMatchObject({ isWhole: true, judged: 6, stopped: 5 });
    // The oldest of the rows is one of them. What is within its five minutes may have more before it.
    expect(await tryRule(owner, rule, limits)).toMatchObject({ isWhole: false, judged: 4, stopped: 4 });
    const few = await tryRule(owner, rule, { ...limits, rowsMax: 3 });
    expect(few).toMatchObject({ isWhole: false, judged: 1, stopped: 1, examples: [{ createdAt: begun[5] }] });
  });

  it('says so when there is too much to be tried in time, and holds nothing up', async () => {
    const { shop, owner } = await shopOf();
    await collectPayment(shop, { amount: 20, phone: phones[0] ?? '' });
    const rule = { kind: 'first_prompt_max', settings: { max: 10 } } as const;
    const client = await base.db.pool.connect();
    try {
      await client.query('BEGIN; LOCK TABLE payments');
      const refusal = await tryRule(owner, rule, { rowsMax: 10, statementMs: 50 }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'invalid_input', extras: { issues: [{ name: 'trialTooSlow' }] } });
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
    expect(await tryRule(owner, rule)).toMatchObject({ stopped: 1 });
  });

  it('is for those who may read the policy, and of numbers within bounds', async () => {
    const { owner } = await shopOf();
    const codeOf = (promise: Promise<unknown>) =>
      promise.catch((error: unknown) => error instanceof DomainError && error.code);
    const given = { kind: 'new_payee', settings: { from: 1 } } as const;
    expect(await codeOf(tryRule({ ...owner, authority: authorityOf('support') }, given))).toBe('forbidden');
    expect(await codeOf(tryRule(owner, { kind: 'new_payee', settings: { from: 0 } }))).toBe('invalid_input');
  });
});
