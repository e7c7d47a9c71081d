import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerC2bUrls } from '../c2b/index.ts';
import { checkCredentials } from '../orders/kinds/check-credentials.ts';
import { collectPayment } from '../payments/index.ts';
import { type ScriptedShop, scriptedUpstream, seed, type TestContext, testContext } from '../testing/index.ts';
import { claimShortcode } from './claim-shortcode.ts';
import { listShortcodes, releaseShortcode } from './release-shortcode.ts';
import { setProviderCredentials } from './set-provider-credentials.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
});

let numbers = 700_000;
function newShortcode(): string {
  numbers += 1;
  return String(numbers);
}

async function shopOf(
  shortcode: string,
  environment: 'sandbox' | 'production' = 'production',
): Promise<ScriptedShop & { organizationId: string }> {
  const merchant = await seed(ctx).owner().application().credentials(environment, { shortcode }).mint();
  return {
    ...merchant.as(environment),
    ...scriptedUpstream(ctx, 1_000),
    organizationId: merchant.organizationId,
  };
}

const ownerOf = async (shortcode: string) =>
  (await test.database.prisma.shortcode.findMany({ where: { shortcode } }))[0]?.organizationId;
const collect = (shop: ScriptedShop) => collectPayment(shop, { amount: 1, phone: '254712345126' });
const foreign = {
  code: 'invalid_input',
  extras: { issues: [{ path: 'shortcode', message: expect.stringContaining('belongs to another organization') }] },
};

describe('a production shortcode is claimed by the first organization whose credentials the provider accepts', () => {
  it.each<[string, string, (shop: ScriptedShop) => Promise<unknown>]>([
    ['an accepted prompt', 'push', collect],
    ['an accepted registration', 'registration', registerC2bUrls],
    ['an accepted passkey', 'passkey_check', (shop) => checkCredentials(shop, 'prompt')],
  ])('by %s', async (_what, evidence, prove) => {
    const shortcode = newShortcode();
    const shop = await shopOf(shortcode);
    expect(await ownerOf(shortcode)).toBeUndefined();
    await prove(shop);
    await prove(shop);
    expect(await test.database.prisma.shortcode.findMany({ where: { shortcode } })).toMatchObject([
      { organizationId: shop.organizationId, evidence, environment: 'production' },
    ]);
    const entries = await test.database.prisma.auditEntry.findMany({ where: { subjectId: shortcode } });
    expect(entries.map(({ action }) => action)).toEqual(['shortcode.claimed']);
  });

  it.each<[string, (shop: ScriptedShop) => Promise<unknown>]>([
    ['by credentials that were only typed', async () => undefined],
    [
      'by a refused prompt',
      (shop) => {
        const refused = { kind: 'rejected', by: 'provider', code: '500.001.1001', description: 'Wrong credentials' };
        shop.provider.pushes.answer(refused as Parameters<typeof shop.provider.pushes.answer>[0]);
        return collect(shop);
      },
    ],
    [
      'by a shortcode that had URLs already',
      (shop) => {
        shop.provider.registrations.answer({
          kind: 'accepted',
          responseCode: null,
          responseDescription: null,
          c2bVersion: 'v2',
        });
        return registerC2bUrls(shop);
      },
    ],
  ])('not %s', async (_what, attempt) => {
    const shortcode = newShortcode();
    await attempt(await shopOf(shortcode));
    expect(await ownerOf(shortcode)).toBeUndefined();
  });

  it('never in the sandbox, whose shortcodes are shared', async () => {
    const shortcode = newShortcode();
    await collect(await shopOf(shortcode, 'sandbox'));
    await registerC2bUrls(await shopOf(shortcode, 'sandbox'));
    expect(await ownerOf(shortcode)).toBeUndefined();
  });
});

describe('a shortcode that another organization owns', () => {
  it('is refused as credentials, as a till number too, without naming the owner', async () => {
    const shortcode = newShortcode();
    const owner = await shopOf(shortcode);
    await collect(owner);
    const other = await shopOf(newShortcode());
    const change = { applicationId: other.tenant.applicationId, environment: 'production' as const };
    const refusal = await setProviderCredentials(ctx, { ...change, shortcode }).catch((error) => error);
    expect(refusal).toMatchObject(foreign);
    expect(refusal.message).not.toContain(owner.organizationId);
    await expect(
      setProviderCredentials(ctx, { ...change, product: 'till', tillNumber: shortcode }),
    ).rejects.toMatchObject({ code: 'invalid_input', extras: { issues: [{ path: 'tillNumber' }] } });
    await expect(shopOf(shortcode)).rejects.toMatchObject(foreign);
    await setProviderCredentials(ctx, { ...change, applicationId: owner.tenant.applicationId, shortcode });
    await shopOf(shortcode, 'sandbox');
  });

  it('cannot be registered by one that had typed it before, and the provider is not asked', async () => {
    const shortcode = newShortcode();
    const [squatter, owner] = [await shopOf(shortcode), await shopOf(shortcode)];
    await collect(owner);
    await expect(registerC2bUrls(squatter)).rejects.toMatchObject(foreign);
    expect(squatter.provider.registrations.calls).toEqual([]);
    expect(await test.database.prisma.c2bRegistration.count({ where: squatter.tenant })).toBe(0);
    expect((await registerC2bUrls(owner)).registered).toBe(true);
  });

  it('is contested, and stays with its owner, when the provider accepts both', async () => {
    const shortcode = newShortcode();
    const [first, second] = [await shopOf(shortcode), await shopOf(shortcode)];
    await collect(first);
    await collect(second);
    await collect(second);
    expect(await ownerOf(shortcode)).toBe(first.organizationId);
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { subjectId: shortcode, action: 'shortcode.contested' },
    });
    expect(entries).toMatchObject([{ organizationId: second.organizationId }]);
  });

  it('is free after an operator released it', async () => {
    const shortcode = newShortcode();
    const owner = await shopOf(shortcode);
    await collect(owner);
    expect(await listShortcodes(ctx)).toContainEqual(
      expect.objectContaining({ shortcode, organizationId: owner.organizationId, evidence: 'push' }),
    );
    const which = { environment: 'production' as const, shortcode };
    ctx.clock.advance(1);
    expect(await releaseShortcode(ctx, which)).toEqual({ organizationId: owner.organizationId });
    await expect(releaseShortcode(ctx, which)).rejects.toMatchObject({ code: 'not_found' });
    ctx.clock.advance(1);
    const next = await shopOf(shortcode);
    await collect(next);
    expect(await ownerOf(shortcode)).toBe(next.organizationId);
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { subjectId: shortcode },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['shortcode.claimed', 'provider'],
      ['shortcode.released', 'operator'],
      ['shortcode.claimed', 'provider'],
    ]);
  });

  it('is claimed by one of many that prove it at once', async () => {
    const shortcode = newShortcode();
    const shops = await Promise.all(Array.from({ length: 5 }, () => shopOf(shortcode)));
    const proven = { shortcode, evidence: 'push' as const };
    await Promise.all(shops.map((shop) => claimShortcode(shop, shop.tenant, proven)));
    expect(await test.database.prisma.shortcode.count({ where: { shortcode } })).toBe(1);
  });
});
