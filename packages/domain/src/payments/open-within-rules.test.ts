import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addEntry,
  addRule,
  createGuard,
  createPhoneHash,
  removeEntry,
  removeRule,
  stopPhone,
} from '../guards/index.ts';
import { createTurns, fingerprintOf } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import { movableClock, scriptedUpstream, seed, type TestContext, testContext } from '../testing/index.ts';
import { collectPayment } from './collect.ts';
import { insertPayment } from './payments.fixture.ts';

/** Races of two prompts, more with TILLGATE_LONG_TESTS=1. */
const races = process.env.TILLGATE_LONG_TESTS === '1' ? 1_000 : 40;

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

type Kind = Parameters<typeof addRule>[1]['kind'];
const key = randomBytes(32).toString('base64');
const phone = '254712345678';

/** A merchant of the test's own whose API judges with its own rights. */
async function shop() {
  const clock = movableClock();
  const merchant = await seed(base).owner().application().credentials('sandbox').mint();
  const ctx = { ...merchant.as('sandbox'), ...scriptedUpstream(base, 10_000), clock };
  const guard = createGuard({ ...ctx, db: test.databaseAs('api') }, key);
  return { ...ctx, guard };
}
type Shop = Awaited<ReturnType<typeof shop>>;

const ops = (ctx: Shop) => ({ ...ctx, db: test.databaseAs('cli'), actor: 'operator', authority: operator });
async function rule(ctx: Shop, kind: Kind, settings: object, mode: 'watch' | 'refuse' = 'refuse') {
  const { id } = await addRule(ops(ctx), { ...ctx.tenant, kind, mode, settings: { ...settings } });
  ctx.clock.advance(4);
  return id;
}
const collect = (ctx: Shop, amount = 100, given: string = phone) => collectPayment(ctx, { amount, phone: given });
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'prompted' as const,
    (error: unknown) => (error instanceof DomainError ? { code: error.code, ...error.extras } : error),
  );
const decisionsOf = (ctx: Shop) => ctx.db.prisma.guardDecision.findMany({ where: ctx.tenant, orderBy: { id: 'asc' } });

it('the last place within the minutes is taken, the next prompt is refused, and later there is one again', async () => {
  const ctx = await shop();
  const ruleId = await rule(ctx, 'prompts_per_phone', { count: 2, minutes: 10 });
  expect([await outcomeOf(collect(ctx)), await outcomeOf(collect(ctx))]).toEqual(['prompted', 'prompted']);
  const input = { amount: 100, phone };
  const keyed = () => collectPayment(ctx, input, { key: 'k', fingerprint: fingerprintOf(input) });
  expect(await outcomeOf(keyed())).toEqual({ code: 'rate_limited', retryAfterSeconds: 600, retryKey: 'same' });
  expect(await outcomeOf(collect(ctx, 100, '254712345679'))).toBe('prompted');
  expect(await decisionsOf(ctx)).toMatchObject([
    {
      ruleId,
      kind: 'prompts_per_phone',
      mode: 'refuse',
      paymentId: null,
      amount: 100,
      phoneHash: ctx.guard.phoneHash?.hash(phone),
    },
  ]);
  expect(await ctx.db.prisma.idempotencyRecord.count({ where: ctx.tenant })).toBe(0);
  ctx.clock.advance(600);
  expect(await outcomeOf(keyed())).toBe('prompted');
  expect(await outcomeOf(keyed())).toBe('prompted');
  expect(ctx.provider.pushes.calls).toHaveLength(4);
});

it('a refusal gives back what the limit of the installation counted', async () => {
  const ctx = await shop();
  await rule(ctx, 'first_prompt_max', { max: 10 });
  const tight = { ...ctx, ...scriptedUpstream(base, 1), guard: ctx.guard, provider: ctx.provider };
  const refused = { code: 'refused_by_rule', rule: 'first_prompt_max', ruleId: expect.any(String) };
  expect(await outcomeOf(collect(tight, 11))).toEqual(refused);
  expect(await outcomeOf(collect(tight, 11))).toEqual(refused);
  expect(await outcomeOf(collect(tight, 10))).toBe('prompted');
});

it('who has paid before is asked for any amount, in this application and environment alone', async () => {
  const [ctx, other] = [await shop(), await shop()];
  await rule(ctx, 'first_prompt_max', { max: 10 });
  await insertPayment(other, { phone });
  await insertPayment({ ...ctx, tenant: { ...ctx.tenant, environment: 'production' } }, { phone });
  await insertPayment(ctx, { phone: '254712345679' });
  expect(await outcomeOf(collect(ctx, 500))).toMatchObject({ code: 'refused_by_rule' });
  expect(await outcomeOf(collect(other, 500))).toBe('prompted');
  expect(await outcomeOf(collect(ctx, 500, '254712345679'))).toBe('prompted');
});

it.each([
  ['1032', 'callback' as const, 'rate_limited'],
  ['1037', 'callback' as const, 'rate_limited'],
  ['1019', 'callback' as const, 'rate_limited'],
  ['1', 'callback' as const, undefined],
  ['2001', 'callback' as const, undefined],
  // Refused by the provider, so it never was on the phone.
  ['1032', 'push' as const, undefined],
])('two results %s by %s pause the phone: %s', async (resultCode, settledBy, code) => {
  const ctx = await shop();
  await rule(ctx, 'unanswered_streak', { prompts: 2, pauseMinutes: 15 });
  for (let n = 0; n < 2; n += 1) {
    await insertPayment(ctx, {
      source: 'stk',
      status: 'failed',
      phone,
      resultCode,
      settledBy,
      createdAt: ctx.clock.now(),
    });
  }
  const outcome = await outcomeOf(collect(ctx));
  if (code === undefined) expect(outcome).toBe('prompted');
  else expect(outcome).toEqual({ code, retryAfterSeconds: 900, retryKey: 'same' });
});

it('a rule that watches lets the prompt go, and names its payment', async () => {
  const ctx = await shop();
  const ruleId = await rule(ctx, 'first_prompt_max', { max: 10 }, 'watch');
  const { outcome } = await collect(ctx, 500);
  expect(await decisionsOf(ctx)).toMatchObject([{ ruleId, mode: 'watch', paymentId: outcome.paymentId, amount: 500 }]);
});

it('a rule that was removed is followed no more from four seconds later on', async () => {
  const ctx = await shop();
  const ruleId = await rule(ctx, 'first_prompt_max', { max: 10 });
  expect(await outcomeOf(collect(ctx, 500))).toMatchObject({ ruleId });
  await removeRule(ops(ctx), { ...ctx.tenant, ruleId });
  ctx.clock.advance(4);
  expect(await outcomeOf(collect(ctx, 500))).toBe('prompted');
});

it('two prompts at once never take the last place both', async () => {
  const ctx = await shop();
  await rule(ctx, 'prompts_per_phone', { count: 1, minutes: 10 });
  // Two processes share nothing but the database.
  const processes = [ctx, { ...ctx, turns: createTurns(), guard: createGuard(ctx, key) }];
  for (let race = 0; race < races; race += 1) {
    const given = `2547${String(10_000_000 + race)}`;
    const outcomes = await Promise.all(processes.map((each) => outcomeOf(collect(each, 100, given))));
    expect(outcomes.filter((outcome) => outcome === 'prompted')).toHaveLength(1);
  }
});

it('prompts of one moment in one process see each other, and those of other phones and merchants do not count', async () => {
  const [ctx, other] = [await shop(), await shop()];
  for (const each of [ctx, other]) await rule(each, 'prompts_per_phone', { count: 2, minutes: 10 });
  const ofMoment = [
    ...Array.from({ length: 5 }, () => outcomeOf(collect(ctx))),
    ...Array.from({ length: 2 }, () => outcomeOf(collect(ctx, 100, '254712345679'))),
    ...Array.from({ length: 3 }, () => outcomeOf(collect({ ...other, db: ctx.db }))),
  ];
  const outcomes = await Promise.all(ofMoment);
  const prompted = (from: number, to: number) => outcomes.slice(from, to).filter((one) => one === 'prompted').length;
  expect([prompted(0, 5), prompted(5, 7), prompted(7, 10)]).toEqual([2, 2, 2]);
  expect(await ctx.db.prisma.payment.count({ where: ctx.tenant })).toBe(4);
  expect(await decisionsOf(ctx)).toHaveLength(3);
});

it('when the judging fails, the prompt goes on, once, and the log says so', async () => {
  const ctx = await shop();
  await rule(ctx, 'first_prompt_max', { max: 10 });
  const errors: string[] = [];
  const log = { ...ctx.log, error: (_: object, message?: string) => void errors.push(message ?? '') };
  const transaction: typeof ctx.db.transaction = (use, options) =>
    ctx.db.transaction(
      (tx) =>
        use({
          query: (given: { text: string }) =>
            given.text.includes('pg_advisory_xact_lock') ? Promise.reject(new Error('cut')) : tx.query(given as never),
        } as never),
      options,
    );
  expect(await outcomeOf(collect({ ...ctx, log, db: { ...ctx.db, transaction } }, 500))).toBe('prompted');
  expect(errors).toEqual(['The rules of the guard cannot be judged. The prompt goes on.']);
  expect(await ctx.db.prisma.payment.count({ where: ctx.tenant })).toBe(1);
});

/** Puts the phone on a list, and lets the processes hear of it. */
async function listed(ctx: Shop, list: 'block' | 'allow', given: { until?: Date; phone?: string } = {}) {
  const { id } = await addEntry(keeping(ctx), { ...ctx.tenant, list, phone, reason: 'chargeback', ...given });
  ctx.clock.advance(4);
  return id;
}
const keeping = (ctx: Shop) => ({ ...ops(ctx), phoneHash: createPhoneHash(key) });

it('a blocked phone gets no prompt, which uses up no key and no limit, and gets one again after its end', async () => {
  const [ctx, other] = [await shop(), await shop()];
  const until = new Date(ctx.clock.now().getTime() + 60_000);
  const ruleId = await listed(ctx, 'block', { until });
  const input = { amount: 100, phone };
  const keyed = () => collectPayment(ctx, input, { key: 'k', fingerprint: fingerprintOf(input) });
  const refused = { code: 'refused_by_rule', rule: 'list', ruleId };
  expect(await outcomeOf(keyed())).toEqual(refused);
  expect(await decisionsOf(ctx)).toMatchObject([
    { ruleId, kind: 'list', mode: 'refuse', paymentId: null, phoneHash: ctx.guard.phoneHash?.hash(phone) },
  ]);
  expect(await ctx.db.prisma.idempotencyRecord.count({ where: ctx.tenant })).toBe(0);
  // Other phones, environments and merchants are not meant.
  expect(await outcomeOf(collect(ctx, 100, '254712345679'))).toBe('prompted');
  expect(await outcomeOf(collect(other))).toBe('prompted');
  expect(await outcomeOf(Promise.all([collect(ctx, 100, '254712345670'), collect(other)]))).toBe('prompted');
  ctx.clock.advance(60);
  expect(await outcomeOf(keyed())).toBe('prompted');
  // A replay is not judged.
  await listed(ctx, 'block');
  expect(await outcomeOf(keyed())).toBe('prompted');
  expect(await outcomeOf(collect(ctx))).toMatchObject(refused);
});

it('an allowed phone passes the rules and the block list, and not the stop list', async () => {
  const ctx = await shop();
  await rule(ctx, 'first_prompt_max', { max: 10 });
  await listed(ctx, 'block');
  const ruleId = await listed(ctx, 'allow');
  const { outcome } = await collect(ctx, 500);
  expect(await decisionsOf(ctx)).toMatchObject([
    { ruleId, kind: 'list', mode: 'allow', paymentId: outcome.paymentId, amount: 500 },
  ]);
  expect(await outcomeOf(collect(ctx, 500, '254712345679'))).toMatchObject({ rule: 'first_prompt_max' });
  await removeEntry(keeping(ctx), { ...ctx.tenant, phone, list: 'allow' });
  ctx.clock.advance(4);
  expect(await outcomeOf(collect(ctx))).toMatchObject({ rule: 'list' });
  const allowed = '254712345671';
  await listed(ctx, 'allow', { phone: allowed });
  await stopPhone(keeping(ctx), { phone: allowed, reason: 'complaint' });
  ctx.clock.advance(4);
  expect(await outcomeOf(collect(ctx, 5, allowed))).toEqual({ code: 'refused_by_rule', rule: 'stop_list' });
});

it('a prompt asks the lists only where they have phones, and no statement more where there is nothing', async () => {
  const ctx = await shop();
  await collect(ctx);
  const statements: string[] = [];
  const counting = <Given extends { query: (given: never) => unknown }>(queryable: Given): Given =>
    new Proxy(queryable, {
      get: (target, name) =>
        name === 'query'
          ? (given: { text: string }) => {
              statements.push(given.text);
              return target.query(given as never);
            }
          : Reflect.get(target, name, target),
    });
  const db = { ...ctx.db, pool: counting(ctx.db.pool) };
  const guard = createGuard({ ...ctx, db }, key);
  await collect({ ...ctx, db, guard });
  expect(statements.filter((text) => text.includes('guard_'))).toHaveLength(1);
  statements.length = 0;
  await collect({ ...ctx, db, guard });
  expect(statements.filter((text) => text.includes('guard_'))).toEqual([]);
});

it('phones that were listed under another key count for nothing, and the log says so', async () => {
  const ctx = await shop();
  await listed(ctx, 'block');
  const errors: string[] = [];
  const log = { ...ctx.log, error: (_: object, message?: string) => void errors.push(message ?? '') };
  for (const other of [randomBytes(32).toString('base64'), undefined]) {
    const guard = createGuard({ ...ctx, log }, other);
    expect(await outcomeOf(collect({ ...ctx, guard }))).toBe('prompted');
  }
  expect(errors.filter((text) => text.startsWith('Phones'))).toEqual(
    Array.from(
      { length: 2 },
      () => 'Phones of a list were added under another PHONE_HASH_KEY. They count for nothing.',
    ),
  );
});
