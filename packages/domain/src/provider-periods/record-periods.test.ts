import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makePayments } from '../reading/home/reports.fixture.ts';
import { readProviderHistory } from '../reading/provider-state/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { recordPeriods } from './record-periods.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: Awaited<ReturnType<typeof shopOf>>;
beforeEach(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  shop = await shopOf();
});
afterEach(() => test.close());

const shopOf = async () => (await seed(ctx).owner().application().mint()).as('production');
const ago = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1_000);
/** With the rights of the worker alone. */
const record = () => recordPeriods({ ...ctx, db: test.databaseAs('worker') });
const fall = () =>
  makePayments(
    shop,
    shop.tenant,
    [70, 80, 90, 100].map((each) => ({ createdAt: ago(each), promptedAt: null })),
  );
const rise = () =>
  makePayments(
    shop,
    shop.tenant,
    [10, 15, 20].map((each) => ({ createdAt: ago(each), status: 'success' as const, settledAt: ago(each - 5) })),
  );
const periods = (environment: 'production' | 'sandbox' = 'production') =>
  ctx.db.prisma.providerPeriod.findMany({
    where: { environment },
    orderBy: { beganAt: 'asc' },
    select: { state: true, beganAt: true, endedAt: true },
  });

it('a change of state ends the period before it, at the moment when the first call told it', async () => {
  const firstAt = ctx.clock.now();
  expect(await record()).toBe(2);
  expect(await record()).toBe(0);
  expect(await periods('sandbox')).toEqual([{ state: 'unknown', beganAt: firstAt, endedAt: null }]);
  ctx.clock.advance(600);
  await fall();
  const silentAt = ago(100);
  expect(await record()).toBe(1);
  ctx.clock.advance(300);
  await rise();
  const backAt = ago(20);
  expect(await record()).toBe(1);
  expect(await record()).toBe(0);
  expect(await periods()).toEqual([
    { state: 'unknown', beganAt: firstAt, endedAt: silentAt },
    { state: 'silent', beganAt: silentAt, endedAt: backAt },
    { state: 'answering', beganAt: backAt, endedAt: null },
  ]);
  const [history] = await readProviderHistory(ctx, ['mpesa']);
  expect(history?.production.at(-1)).toMatchObject({ silentMinutes: 6, slowMinutes: 0 });
});

it('periods never overlap, also when calls tell of a time before the last change', async () => {
  await fall();
  const noticedAt = ctx.clock.now();
  await ctx.db.prisma.providerPeriod.create({
    data: { environment: 'production', state: 'answering', beganAt: noticedAt },
  });
  expect(await record()).toBe(2);
  const next = new Date(noticedAt.getTime() + 1);
  expect(await periods()).toEqual([
    { state: 'answering', beganAt: noticedAt, endedAt: next },
    { state: 'silent', beganAt: next, endedAt: null },
  ]);
});

it('many workers at once record a change once', async () => {
  await record();
  ctx.clock.advance(600);
  await fall();
  const changes = await Promise.all(Array.from({ length: 8 }, record));
  expect(changes.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect((await periods()).map(({ state }) => state)).toEqual(['unknown', 'silent']);
});

it('the log says when the provider falls silent, and once', async () => {
  const warned: string[] = [];
  ctx = { ...ctx, log: { ...ctx.log, warn: (_fields, message) => void warned.push(message) } };
  await fall();
  await record();
  await record();
  expect(warned).toEqual(['The provider does not answer.']);
});

it('periods of two networks stand side by side, also after nobody calls one of them any more', async () => {
  await makePayments(
    shop,
    shop.tenant,
    [70, 80, 90, 100].map((each) => ({ createdAt: ago(each), promptedAt: null, rail: 'airtel' as const })),
  );
  expect(await record()).toBe(4);
  ctx.clock.advance(3_600);
  const overAt = ctx.clock.now();
  expect(await record()).toBe(1);
  const rows = await ctx.db.prisma.providerPeriod.findMany({
    where: { environment: 'production' },
    orderBy: [{ rail: 'asc' }, { beganAt: 'asc' }],
    select: { rail: true, state: true, endedAt: true },
  });
  expect(rows).toEqual([
    { rail: 'mpesa', state: 'unknown', endedAt: null },
    { rail: 'airtel', state: 'silent', endedAt: overAt },
    { rail: 'airtel', state: 'unknown', endedAt: null },
  ]);
});
