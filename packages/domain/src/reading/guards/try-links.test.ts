import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attempted, attemptOf, type CheckoutShop, checkoutShop, madeLink } from '../../checkout/checkout.fixture.ts';
import { promptAttempt } from '../../checkout/index.ts';
import { addRule, createGuard } from '../../guards/index.ts';
import { operator } from '../../kernel/authority.ts';
import { authorityOf } from '../../organizations/index.ts';
import { collectPayment } from '../../payments/index.ts';
import { movableClock, type TestContext, testContext } from '../../testing/index.ts';
import { tryRule } from './index.ts';

/** Streams, more with TILLGATE_LONG_TESTS=1. */
const streams = process.env.TILLGATE_LONG_TESTS === '1' ? 200 : 6;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** A shop whose worker knows its rules, with a clock of its own. */
async function shopOf() {
  const clock = movableClock();
  const own = await checkoutShop({ ...base, clock });
  const guard = createGuard({ ...own.worker, db: test.databaseAs('worker') }, undefined);
  const publicLimits = { perPhone: [] };
  return { clock, own: { ...own, worker: { ...own.worker, guard, publicLimits } }, linkId: await madeLink(own, many) };
}
const many = { kind: 'many', referencePrefix: 'TEA', amount: 10 };

async function rule({ shop }: CheckoutShop, mode: 'watch' | 'refuse', share: number): Promise<string> {
  const ops = { ...shop, actor: 'operator', authority: operator };
  return (await addRule(ops, { ...shop.tenant, kind: 'failing_share', mode, settings: { share } })).id;
}

async function prompted(own: CheckoutShop, linkId: string) {
  const id = await attempted(own, linkId, { amount: 10 });
  await promptAttempt(own.worker, id);
  return attemptOf(own, id);
}

const end = ({ shop }: CheckoutShop, paymentId: string | null, hasPaid: boolean) =>
  base.db.prisma.payment.update({
    where: { id: paymentId ?? '' },
    data: {
      status: hasPaid ? 'success' : 'failed',
      resultCode: hasPaid ? '0' : '1032',
      settledBy: 'callback',
      settledAt: shop.clock.now(),
    },
  });

it('links that fail pause, prompts of the API do not, and after a quarter of an hour one link is prompted again', async () => {
  const { own, linkId, clock } = await shopOf();
  await rule(own, 'refuse', 80);
  for (let n = 0; n < 20; n += 1) {
    const { paymentId, state } = await prompted(own, linkId);
    expect(state).toBe('handed');
    clock.advance(60);
    await end(own, paymentId, n < 4);
  }
  const refused = await prompted(own, linkId);
  expect(refused).toMatchObject({ state: 'refused', refusal: 'too_many', paymentId: null });
  expect(refused.retryAt?.getTime()).toBe(clock.now().getTime() + 15 * 60_000);
  const said = await base.db.prisma.guardDecision.findMany({ where: own.shop.tenant });
  expect(said).toMatchObject([{ kind: 'failing_share', mode: 'refuse', paymentId: null, amount: 10 }]);
  const api = { ...own.worker, actor: 'key:one' };
  expect((await collectPayment(api, { amount: 10, phone: '254700999999' })).outcome.kind).toBe('prompted');
  clock.advance(15 * 60);
  expect((await prompted(own, linkId)).state).toBe('handed');
});

it('a trial says of the past what the rule said at that time', { timeout: 900_000 }, async () => {
  const step = fc.record({
    results: fc.array(fc.constantFrom('paid', 'failed', 'failed', 'failed', 'open'), { minLength: 1, maxLength: 8 }),
    minutes: fc.constantFrom(0, 1, 14, 15, 60, 1_200),
  });
  const stream = fc.record({
    share: fc.integer({ min: 50, max: 90 }),
    steps: fc.array(step, { minLength: 8, maxLength: 14 }),
  });
  let stopped = 0;
  await fc.assert(
    fc.asyncProperty(stream, async ({ share, steps }) => {
      const { own, linkId, clock } = await shopOf();
      const ruleId = await rule(own, 'watch', share);
      for (const { results, minutes } of steps) {
        for (const result of results) {
          clock.advance(1);
          const { paymentId } = await prompted(own, linkId);
          clock.advance(1);
          if (result !== 'open') await end(own, paymentId, result === 'paid');
        }
        clock.advance(minutes * 60);
      }
      const owner = { ...own.shop, db: test.databaseAs('web'), authority: authorityOf('owner') };
      const said = await base.db.prisma.guardDecision.findMany({ where: { ruleId }, orderBy: { at: 'desc' } });
      const trial = await tryRule(owner, { kind: 'failing_share', settings: { share } });
      stopped += trial.stopped;
      expect(trial.stopped).toBe(said.length);
      expect(trial.examples.map(({ id }) => id)).toEqual(said.slice(0, 10).map(({ paymentId }) => paymentId));
    }),
    { seed: 5, numRuns: streams },
  );
  expect(stopped).toBeGreaterThan(0);
});
