import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setRailAccount } from '../../applications/index.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { getCollecting, getPayoutReadiness } from './index.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

const client = { clientId: 'client', clientSecret: 'secret' };
const wallet = { pin: '4711', pinKey: 'MIIB' };
const shortcode = '600123';

async function shopWith(credentials?: object) {
  const own = seed(ctx).owner().application();
  const shop = (await (credentials ? own.credentials('sandbox', { shortcode, ...credentials }) : own).mint()).as(
    'sandbox',
  );
  const setAirtel = (secrets: Record<string, string>) =>
    setRailAccount(ctx, { ...shop.tenant, rail: 'airtel', number: '450123', secrets });
  return { shop, setAirtel };
}

it('an application without an account can do nothing', async () => {
  const { shop } = await shopWith();
  expect(await getCollecting(shop)).toEqual({ rails: [], account: null });
  expect(await getPayoutReadiness(shop)).toEqual({ rails: [] });
});

it('one with M-PESA collects, and pays out once there is an initiator', async () => {
  const { shop } = await shopWith({});
  expect(await getCollecting(shop)).toMatchObject({ rails: ['mpesa'], account: { shortcode } });
  expect(await getPayoutReadiness(shop)).toEqual({ rails: [] });
  const ready = await shopWith({ initiatorName: 'api', initiatorPassword: 'S3cret#' });
  expect(await getPayoutReadiness(ready.shop)).toEqual({ rails: ['mpesa'] });
});

it('one with another network alone collects there, and pays out once the wallet can be used', async () => {
  const { shop, setAirtel } = await shopWith();
  await setAirtel(client);
  expect(await getCollecting(shop)).toEqual({ rails: ['airtel'], account: null });
  expect(await getPayoutReadiness(shop)).toEqual({ rails: [] });
  await setAirtel({ ...client, ...wallet });
  expect(await getPayoutReadiness({ ...shop, db: test.databaseAs('web') })).toEqual({ rails: ['airtel'] });
});

it('with both, the default network stands first', async () => {
  const { shop, setAirtel } = await shopWith({ initiatorName: 'api', initiatorPassword: 'S3cret#' });
  await setAirtel({ ...client, ...wallet });
  expect((await getCollecting(shop)).rails).toEqual(['mpesa', 'airtel']);
  expect(await getPayoutReadiness(shop)).toEqual({ rails: ['mpesa', 'airtel'] });
});
