import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newReceipt, newShop, postConfirmation } from '../../c2b/c2b.fixture.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { makeDisbursements, makePayments } from '../home/reports.fixture.ts';
import { findProviderStates, readProviderHistory, readProviderStates } from './index.ts';
import { keptProviderStates } from './read-provider-states.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeEach(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterEach(() => test.close());

const ago = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1_000);
const shopOf = async () => (await seed(ctx).owner().application().mint()).as('sandbox');
type Shop = Awaited<ReturnType<typeof shopOf>>;

const unanswered = (...seconds: number[]) => seconds.map((each) => ({ createdAt: ago(each), promptedAt: null }));
const paid = (...seconds: number[]) =>
  seconds.map((each) => ({ createdAt: ago(each), status: 'success' as const, settledAt: ago(each - 5) }));
const inProduction = (shop: Shop) => ({ ...shop, tenant: { ...shop.tenant, environment: 'production' as const } });
const unknown = (environment: string, rail = 'mpesa') => ({ environment, rail, state: 'unknown', since: null });
/** Of a tenant at one network. */
const stateOf = async (shop: Shop) => {
  const [state, ...others] = await findProviderStates(shop);
  expect(others).toEqual([]);
  return state;
};

it('a tenant hears what its own newest calls tell, in its environment', async () => {
  const shop = await shopOf();
  await makePayments(shop, shop.tenant, unanswered(300, 310, 320));
  // Money without a prompt says nothing, and neither does what is older than a quarter of an hour.
  await makePayments(shop, shop.tenant, [{ createdAt: ago(330), source: 'c2b' }, ...unanswered(16 * 60)]);
  expect(await stateOf(shop)).toEqual(unknown('sandbox'));
  await makePayments(shop, shop.tenant, unanswered(340));
  expect(await stateOf(shop)).toEqual({ environment: 'sandbox', rail: 'mpesa', state: 'silent', since: ago(340) });
  expect(await stateOf(inProduction(shop))).toEqual(unknown('production'));
});

it('payouts tell as well as prompts', async () => {
  const shop = await shopOf();
  await makePayments(shop, shop.tenant, unanswered(300, 310));
  await makeDisbursements(shop, shop.tenant, [{ createdAt: ago(320) }, { createdAt: ago(330) }]);
  expect(await stateOf(shop)).toMatchObject({ state: 'silent', since: ago(330) });
});

it('a tenant that called too rarely hears what the calls of all others tell, and nothing else of them', async () => {
  const [quiet, busy, other] = [
    inProduction(await shopOf()),
    inProduction(await shopOf()),
    inProduction(await shopOf()),
  ] as const;
  for (const shop of [busy, other]) await makePayments(shop, shop.tenant, unanswered(200, 210, 220, 230));
  const state = { environment: 'production', rail: 'mpesa', state: 'silent', since: ago(230) };
  expect(await stateOf(quiet)).toEqual(state);
  expect(await readProviderStates(ctx)).toEqual([state, unknown('sandbox')]);
  // Its own good calls count more for it.
  await makePayments(quiet, quiet.tenant, paid(100, 110, 120));
  expect(await stateOf(quiet)).toMatchObject({ state: 'answering' });
});

it('in the sandbox, where others try phones that never answer, only its own calls count', async () => {
  const [quiet, other] = [await shopOf(), await shopOf()];
  await makePayments(other, other.tenant, unanswered(200, 210, 220, 230));
  expect(await stateOf(quiet)).toEqual(unknown('sandbox'));
  expect(await readProviderStates(ctx)).toContainEqual(expect.objectContaining({ state: 'silent' }));
});

it('results that wait for our own worker are no trouble of the provider', async () => {
  const shop = await newShop(ctx);
  const open = (...seconds: number[]) => seconds.map((each) => ({ createdAt: ago(each) }));
  await makePayments(shop, shop.tenant, open(200, 210, 220, 230));
  expect(await stateOf(shop)).toMatchObject({ state: 'silent' });
  await postConfirmation(shop, { transactionId: newReceipt() });
  ctx.clock.advance(46);
  expect(await stateOf(shop)).toMatchObject({ state: 'answering' });
});

it('processes read at most once in 15 seconds', async () => {
  const shop = await shopOf();
  expect(await keptProviderStates(ctx)).toContainEqual(unknown('sandbox'));
  await makePayments(shop, shop.tenant, paid(100, 110, 120));
  ctx.clock.advance(14);
  expect(await keptProviderStates(ctx)).toContainEqual(unknown('sandbox'));
  ctx.clock.advance(1);
  expect(await keptProviderStates(ctx)).toContainEqual(expect.objectContaining({ state: 'answering' }));
});

it('a silence that lasts longer than the calls that are read began when the worker noted it', async () => {
  const shop = await shopOf();
  const beganAt = ago(3_600);
  await ctx.db.prisma.providerPeriod.create({ data: { environment: 'sandbox', state: 'silent', beganAt } });
  await makePayments(shop, shop.tenant, unanswered(200, 210, 220, 230));
  expect(await stateOf(shop)).toMatchObject({ state: 'silent', since: beganAt });
  await makePayments(shop, shop.tenant, paid(100, 110, 120));
  ctx.clock.advance(15);
  expect(await stateOf(shop)).toMatchObject({ state: 'answering', since: ago(135) });
});

it('works with the rights of the dashboard and of the API', async () => {
  const shop = await shopOf();
  expect(await stateOf({ ...shop, db: test.databaseAs('web') })).toEqual(unknown('sandbox'));
  const db = test.databaseAs('api');
  expect(await readProviderStates({ ...ctx, db })).toEqual([unknown('production'), unknown('sandbox')]);
  const [history] = await readProviderHistory({ ...ctx, db }, ['mpesa']);
  expect(history?.production).toEqual(history?.sandbox);
});

it('each network of a tenant has a state of its own, the default first', async () => {
  const shop = await newShop(ctx);
  const at = ctx.clock.now();
  await ctx.db.prisma.railAccount.create({
    data: {
      id: uuidv7(),
      ...shop.tenant,
      rail: 'airtel',
      number: '450123',
      askedSince: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  const { environment } = shop.tenant;
  await makePayments(shop, shop.tenant, [
    ...unanswered(200, 210, 220, 230).map((each) => ({ ...each, rail: 'airtel' as const })),
    ...paid(100, 110, 120),
  ]);
  expect(await findProviderStates(shop)).toEqual([
    { environment, rail: 'mpesa', state: 'answering', since: ago(120) },
    { environment, rail: 'airtel', state: 'silent', since: ago(230) },
  ]);
  const all = await readProviderStates(ctx);
  expect(all.map(({ rail, state }) => [rail, state])).toEqual([
    ['mpesa', 'unknown'],
    ['mpesa', 'answering'],
    ['airtel', 'unknown'],
    ['airtel', 'silent'],
  ]);
});
