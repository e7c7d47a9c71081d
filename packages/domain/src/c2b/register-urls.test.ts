import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setProviderCredentials } from '../applications/index.ts';
import { type TestContext, testContext } from '../testing/index.ts';
import { auditOf, newShop } from './c2b.fixture.ts';
import { registerC2bUrls } from './register-urls.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

it('gives the provider one hook with a token that cannot be guessed, and a mark for validation', async () => {
  const shop = await newShop(base);
  const registered = await registerC2bUrls(shop);
  const { confirmationUrl } = registered;
  expect(confirmationUrl).toMatch(/^https:\/\/pay\.example\/functions\/v1\/c2b-hook\/[0-9a-f]{64}$/);
  expect(registered).toEqual({
    registered: true,
    shortcode: shop.shortcode,
    confirmationUrl,
    validationUrl: `${confirmationUrl}?validation=1`,
    responseCode: '0',
    responseDescription: 'Success',
  });
  const { validationUrl } = registered;
  expect(shop.provider.registrations.calls).toMatchObject([{ request: { confirmationUrl, validationUrl } }]);
});

it('repeats answer the same URLs and the words of the provider, many at once too; the first is audited', async () => {
  const shop = await newShop(base);
  const answers = await Promise.all(Array.from({ length: 10 }, () => registerC2bUrls(shop)));
  expect(new Set(answers.map(({ confirmationUrl }) => confirmationUrl)).size).toBe(1);
  shop.provider.registrations.answer({
    kind: 'accepted',
    responseCode: null,
    responseDescription: null,
    c2bVersion: 'v2',
  });
  expect(await registerC2bUrls(shop)).toEqual({ ...answers[0], responseCode: null, responseDescription: null });
  const rows = await shop.db.prisma.c2bRegistration.findMany({ where: shop.tenant });
  expect(rows).toMatchObject([{ responseCode: '0', responseDescription: 'Success', registeredAt: expect.any(Date) }]);
  expect(await auditOf(shop, rows[0]?.id ?? '')).toEqual(['c2b.registered']);
});

it('remembers which version of the API took it, and tells the provider next time', async () => {
  const shop = await newShop(base);
  shop.provider.registrations.answer({
    kind: 'accepted',
    responseCode: '0',
    responseDescription: 'ok',
    c2bVersion: 'v1',
  });
  await registerC2bUrls(shop);
  await registerC2bUrls(shop);
  const versions = shop.provider.registrations.calls.map(({ account }) => account.c2bVersion);
  expect(versions).toEqual([null, 'v1']);
});

it('another shortcode, environment or merchant has a hook of its own', async () => {
  const shop = await newShop(base);
  const other = await newShop(base, { shortcode: shop.shortcode });
  const urls = [await registerC2bUrls(shop), await registerC2bUrls(other)];
  await setProviderCredentials(shop, { ...shop.tenant, shortcode: '7654321' });
  urls.push(await registerC2bUrls(shop));
  expect(new Set(urls.map(({ confirmationUrl }) => confirmationUrl)).size).toBe(3);
  expect(urls[2]?.shortcode).toBe('7654321');
});

it.each([
  [
    'a refusal is passed on, with what it means',
    { kind: 'rejected', by: 'provider', code: '401.003.01', description: 'no product' } as const,
    {
      code: 'provider_rejected',
      extras: { upstream: { code: '401.003.01', description: 'no product' }, decoded: expect.any(Object) },
    },
  ],
  [
    'a provider that cannot be reached',
    { kind: 'rejected', by: 'unreachable', code: 'no_connection', description: 'refused.' } as const,
    { code: 'provider_unavailable' },
  ],
  ['silence', { kind: 'unknown', cause: 'timeout' } as const, { code: 'provider_unavailable', extras: {} }],
])('%s; the hook stays for the next try', async (_what, answer, refusal) => {
  const shop = await newShop(base);
  shop.provider.registrations.answer(answer);
  await expect(registerC2bUrls(shop)).rejects.toMatchObject(refusal);
  const [row] = await shop.db.prisma.c2bRegistration.findMany({ where: shop.tenant });
  expect(row?.registeredAt).toBeNull();
  expect((await registerC2bUrls(shop)).confirmationUrl).toContain(row?.hookToken);
});
