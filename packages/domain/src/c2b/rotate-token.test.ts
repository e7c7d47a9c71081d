import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiveCallback } from '../inbox/index.ts';
import { movableClock, type TestContext, testContext } from '../testing/index.ts';
import { auditOf, newShop, type Shop } from './c2b.fixture.ts';
import { registerC2bUrls } from './register-urls.ts';
import { endHookTokens, rotateHookToken } from './rotate-token.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const tokenIn = (url: string) => url.split('/').at(-1) ?? '';
const register = async (shop: Shop) => tokenIn((await registerC2bUrls(shop)).confirmationUrl);
let bodies = 0;
const isTaken = async (shop: Shop, token: string) => {
  bodies += 1;
  const posted = { kind: 'c2b_confirmation' as const, token, body: Buffer.from(`body ${bodies}`), remoteIp: '::1' };
  return receiveCallback(shop, posted).then(
    () => true,
    () => false,
  );
};
const taken = (shop: Shop, ...tokens: string[]) => Promise.all(tokens.map((token) => isTaken(shop, token)));

async function registeredShop(): Promise<{ shop: Shop; old: string }> {
  const shop = await newShop({ ...base, clock: movableClock() });
  return { shop, old: await register(shop) };
}

describe('a rotated token', () => {
  it('is another one, and the old one is taken until the provider has the new URL and a day longer', async () => {
    const { shop, old } = await registeredShop();
    expect(await rotateHookToken(shop, shop.tenant)).toEqual({ shortcode: shop.shortcode, graceSeconds: 86_400 });
    // The provider knows only the old URL, however long nobody registers.
    shop.clock.advance(10 * 86_400);
    expect(await taken(shop, old)).toEqual([true]);
    const current = await register(shop);
    expect(current).not.toBe(old);
    expect(await taken(shop, old, current)).toEqual([true, true]);
    shop.clock.advance(86_399);
    expect(await taken(shop, old, current)).toEqual([true, true]);
    shop.clock.advance(1);
    expect(await taken(shop, old, current)).toEqual([false, true]);
    const rows = await shop.db.prisma.providerCallback.findMany({ select: { subjectId: true } });
    const { id } = await shop.db.prisma.c2bRegistration.findFirstOrThrow({ where: shop.tenant });
    expect(rows.filter(({ subjectId }) => subjectId === id)).toHaveLength(6);
    expect(await auditOf(shop, id)).toEqual(['c2b.registered', 'c2b_token.rotated', 'c2b.registered']);
  });

  it('stays while the provider only says that there are URLs already', async () => {
    const { shop, old } = await registeredShop();
    await rotateHookToken(shop, { ...shop.tenant, graceSeconds: 60 });
    shop.provider.registrations.answer({
      kind: 'accepted',
      responseCode: null,
      responseDescription: null,
      c2bVersion: 'v2',
    });
    const current = await register(shop);
    shop.clock.advance(86_400);
    expect(await taken(shop, old, current)).toEqual([true, true]);
  });

  it('ends at once with a grace of 0', async () => {
    const { shop, old } = await registeredShop();
    await rotateHookToken(shop, { ...shop.tenant, graceSeconds: 0 });
    expect(await taken(shop, old, await register(shop))).toEqual([false, true]);
  });

  it('lives until a person ends it, when that was said', async () => {
    const { shop, old } = await registeredShop();
    await rotateHookToken(shop, { ...shop.tenant, graceSeconds: null });
    const current = await register(shop);
    shop.clock.advance(365 * 86_400);
    expect(await taken(shop, old, current)).toEqual([true, true]);
    expect(await endHookTokens(shop, shop.tenant)).toEqual({ ended: 1 });
    expect(await taken(shop, old, current)).toEqual([false, true]);
    await expect(endHookTokens(shop, shop.tenant)).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await shop.db.prisma.c2bRegistration.findFirstOrThrow({ where: shop.tenant });
    expect(await auditOf(shop, id)).toContain('c2b_token.ended');
  });

  it('can be rotated again; every old one keeps its own grace', async () => {
    const { shop, old } = await registeredShop();
    await rotateHookToken(shop, { ...shop.tenant, graceSeconds: 100 });
    const second = await register(shop);
    await rotateHookToken(shop, { ...shop.tenant, graceSeconds: null });
    const third = await register(shop);
    shop.clock.advance(101);
    expect(await taken(shop, old, second, third)).toEqual([false, true, true]);
  });

  it('twice at once gives two new tokens, one after the other, and loses none', async () => {
    const { shop, old } = await registeredShop();
    await Promise.all([rotateHookToken(shop, shop.tenant), rotateHookToken(shop, shop.tenant)]);
    const { id: registrationId } = await shop.db.prisma.c2bRegistration.findFirstOrThrow({ where: shop.tenant });
    const retired = await shop.db.prisma.c2bRetiredToken.findMany({ where: { registrationId } });
    expect(retired).toHaveLength(2);
    expect(retired.map(({ hookToken }) => hookToken)).toContain(old);
  });
});

it.each([
  ['nothing was registered', {}, 'not_found'],
  ['the application does not exist', { applicationId: '01980000-0000-7000-8000-000000000000' }, 'not_found'],
  ['the grace is negative', { graceSeconds: -1 }, 'invalid_input'],
  ['the grace is longer than a month', { graceSeconds: 2_592_001 }, 'invalid_input'],
])('is refused when %s', async (_what, changes, code) => {
  const shop = await newShop(base);
  await expect(rotateHookToken(shop, { ...shop.tenant, ...changes })).rejects.toMatchObject({ code });
});
