import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeDefaultAccount, setRailAccount } from '../../applications/index.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { listRailAccounts } from './list-rail-accounts.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.databaseAs('web'));
});

const at = { publicBaseUrl: 'https://pay.example/functions/v1' };
const secrets = { clientId: 'canary-id', clientSecret: 'canary-secret', callbackKey: 'canary-key' };
const airtel = { rail: 'airtel' as const, number: '450123', secrets };

it('names every network, whether there is an account or not', async () => {
  const shop = await seed(ctx).owner().application().mint();
  expect(await listRailAccounts(shop.as(), at)).toEqual([
    { rail: 'mpesa', parts: [], account: null },
    { rail: 'airtel', parts: expect.any(Array), account: null },
  ]);
});

it('says what is set, since when, who changed it last, and the address for the portal', async () => {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const { applicationId } = shop;
  const setAt = ctx.clock.now();
  await setRailAccount(ctx, { applicationId, environment: 'sandbox', ...airtel });
  ctx.clock.advance(60);
  const owner = { ...ctx, actor: `user:${shop.owner.userId}` };
  await setRailAccount(owner, { applicationId, environment: 'sandbox', rail: 'airtel', settings: { signs: true } });
  const changedAt = ctx.clock.now();
  ctx.clock.advance(60);
  // Another default changes nothing in an account.
  await makeDefaultAccount(ctx, { applicationId, environment: 'sandbox', rail: 'airtel' });
  const row = await test.database.prisma.railAccount.findFirstOrThrow({ where: { applicationId, rail: 'airtel' } });
  expect(await listRailAccounts(shop.as(), at)).toMatchObject([
    { rail: 'mpesa', account: { number: '174379', isDefault: false, secretsSet: [], hookUrl: null } },
    {
      rail: 'airtel',
      account: {
        number: '450123',
        settings: { signs: true, payoutVersion: 'v2' },
        secretsSet: ['callbackKey', 'clientId', 'clientSecret'],
        isDefault: true,
        hookUrl: `https://pay.example/functions/v1/rail-hook/${row.hookToken}`,
        createdAt: setAt,
        updatedAt: changedAt,
        updatedBy: { kind: 'person', email: shop.owner.email },
      },
    },
  ]);
});

it('never shows a secret, sealed or open', async () => {
  const shop = await seed(ctx).owner().application().mint();
  await setRailAccount(ctx, { applicationId: shop.applicationId, environment: 'sandbox', ...airtel });
  const text = JSON.stringify(await listRailAccounts(shop.as(), at));
  expect(text).toContain('callbackKey');
  expect(text).not.toContain('canary');
  expect(text).not.toContain('v1.');
});

it('is of the own application and environment only, for those who may read credentials', async () => {
  const other = await seed(ctx).owner().application().mint();
  await setRailAccount(ctx, { applicationId: other.applicationId, environment: 'sandbox', ...airtel });
  const shop = await seed(ctx).owner().application().mint();
  await setRailAccount(ctx, { applicationId: shop.applicationId, environment: 'production', ...airtel });
  const accounts = await listRailAccounts(shop.as(), at);
  expect(accounts.map(({ account }) => account)).toEqual([null, null]);
  const authority = { of: 'person' as const, permissions: new Set(['payments.collect' as const]) };
  await expect(listRailAccounts({ ...shop.as(), authority }, at)).rejects.toMatchObject({ code: 'forbidden' });
});
