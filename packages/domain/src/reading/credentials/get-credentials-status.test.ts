import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setProviderCredentials } from '../../applications/index.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { getCredentialsStatus } from './get-credentials-status.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
});

it('says what is set, by whom and when, per environment', async () => {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  expect(await getCredentialsStatus(shop.as('production'))).toEqual({ configured: false });
  ctx.clock.advance(60);
  const owner = { ...ctx, actor: `user:${shop.owner.userId}` };
  const { applicationId } = shop;
  await setProviderCredentials(owner, {
    applicationId,
    environment: 'sandbox',
    initiatorName: 'api-op',
    initiatorPassword: 'canary-pw',
  });
  ctx.clock.advance(60);
  await setProviderCredentials(ctx, {
    applicationId,
    environment: 'production',
    product: 'till',
    shortcode: '600100',
    tillNumber: '5123456',
    consumerKey: 'canary-ck',
    consumerSecret: 'canary-cs',
    passkey: 'canary-pk',
  });
  expect(await getCredentialsStatus(shop.as())).toMatchObject({
    configured: true,
    product: 'paybill',
    shortcode: '174379',
    tillNumber: null,
    initiatorName: 'api-op',
    isSet: { consumerKey: true, consumerSecret: true, passkey: true, initiatorPassword: true },
    updatedAt: new Date('2026-01-05T08:01:00.000Z'),
    updatedBy: { kind: 'person', email: shop.owner.email },
  });
  expect(await getCredentialsStatus(shop.as('production'))).toMatchObject({
    product: 'till',
    tillNumber: '5123456',
    isSet: { initiatorPassword: false },
    updatedBy: { kind: 'operator' },
  });
});

it('never shows a secret, sealed or open', async () => {
  const shop = await seed(ctx)
    .owner()
    .application()
    .credentials('sandbox', { passkey: 'canary-pk', consumerKey: 'canary-ck', initiatorPassword: 'canary-pw' })
    .mint();
  const text = JSON.stringify(await getCredentialsStatus(shop.as()));
  expect(text).not.toContain('canary');
  expect(text).not.toContain('v1.');
});

it('is of the own application only', async () => {
  await seed(ctx).owner().application().credentials('sandbox').mint();
  const bare = await seed(ctx).owner().application().mint();
  expect(await getCredentialsStatus(bare.as())).toEqual({ configured: false });
});
