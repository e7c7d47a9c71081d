import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRailAccount } from '../applications/index.ts';
import { scopes } from '../kernel/authority.ts';
import { dayMs, hourMs, later } from '../kernel/time.ts';
import { getLink, listLinks, listLinksSchema } from '../reading/links/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { changeLink, createLink, createPayPages, endLink, reopenLink, sweepLinks } from './index.ts';
import { linkContext, linkInput, linkShop, payPages } from './links.fixture.ts';
import { insertAttempt } from './public-statements.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

const shop = async (environment?: 'sandbox' | 'production') => (await linkShop(ctx, environment)).ctx;
const made = async (of: Awaited<ReturnType<typeof shop>>, given: object = {}, key?: string) =>
  (await createLink(of, linkInput(given), key === undefined ? undefined : { key, fingerprint: JSON.stringify(given) }))
    .link;
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    ({ code, extras, message }) => extras?.issues?.map(({ path }: { path: string }) => path) ?? `${code}: ${message}`,
  );
const endings = async (linkId: string) => {
  const events = await ctx.db.prisma.webhookEvent.findMany({
    where: { subjectId: linkId, type: 'link.ended' },
    orderBy: { sequence: 'asc' },
  });
  return events.map(({ sequence, body }) => [sequence, JSON.parse(body).data.endedBy]);
};

describe('a link that is made', () => {
  it('has the defaults of its kind', async () => {
    const own = await shop();
    const once = await made(own);
    expect(once).toMatchObject({
      ...{ kind: 'once', status: 'open', endedBy: null, title: 'Mugs', amount: 500, offline: true, language: 'auto' },
      accountReference: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{7}$/),
      ...{ referencePrefix: null, paidCount: 0, paidAmount: 0, openAttempts: 0, fields: [], choices: [] },
      url: payPages.urlOf(once.linkId),
    });
    expect(new Date(once.expiresAt ?? 0)).toEqual(later(new Date(once.createdAt), 7 * dayMs));
    const many = await made(own, { kind: 'many', amount: undefined, choices: [50, 100] });
    expect(many).toMatchObject({ accountReference: null, referencePrefix: 'PAY', expiresAt: null, choices: [50, 100] });
  });

  it('stores nothing that opens its page', async () => {
    const link = await made(await shop(), { title: 'Canary' });
    const token = link.url?.split('/').at(-1) ?? expect.fail();
    const rows = await ctx.db.pool.query(`SELECT row_to_json(l)::text AS text FROM payment_links l WHERE id = $1`, [
      link.linkId,
    ]);
    const [claims, audits] = await Promise.all([
      ctx.db.prisma.idempotencyRecord.findMany(),
      ctx.db.prisma.auditEntry.findMany({ where: { subjectId: link.linkId } }),
    ]);
    expect(JSON.stringify([rows.rows, claims, audits])).not.toContain(token);
    expect(audits).toMatchObject([{ action: 'link.created', detail: { name: 'Canary', amount: 500 } }]);
  });

  it('is one link for one key, also when the requests come at once', async () => {
    const own = await shop();
    const links = await Promise.all(Array.from({ length: 8 }, () => made(own, {}, 'order-1')));
    expect(new Set(links.map(({ linkId }) => linkId)).size).toBe(1);
    await endLink(own, { linkId: links[0]?.linkId ?? '' });
    const again = await createLink(own, linkInput(), { key: 'order-1', fingerprint: '{}' });
    expect(again).toEqual({ replayed: true, link: links[0] });
    expect(await refused(made(own, { amount: 501 }, 'order-1'))).toContain('idempotency_key_reused');
    expect(await ctx.db.prisma.paymentLink.count({ where: { applicationId: own.tenant.applicationId } })).toBe(1);
  });

  it.each<[string, object, string[]]>([
    ['bounds beside an amount', { amountMin: 5 }, ['amountMin']],
    ['a limit of payments for one order', { paymentsMax: 5 }, ['paymentsMax']],
    ['a prefix for one order', { referencePrefix: 'A' }, ['referencePrefix']],
    ['a reference for many', { kind: 'many', accountReference: 'A' }, ['accountReference']],
    ['a phone for many', { kind: 'many', phone: '0712345678' }, ['phone']],
    ['a time that is over', { expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt']],
    ['a reference of dashes', { accountReference: '- -' }, ['accountReference']],
    ['a host that nobody allowed', { returnUrl: 'https://evil.example/' }, ['returnUrl']],
    ['two things at once', { paymentsMax: 5, amountMin: 5 }, ['amountMin', 'paymentsMax']],
  ])('is refused with %s, and the key stays unused', async (_what, given, paths) => {
    const own = await shop();
    expect(await refused(made(own, given, 'k'))).toEqual(paths);
    expect((await made(own, {}, 'k')).status).toBe('open');
  });

  it('may lead back to a host of the list alone', async () => {
    const own = await shop();
    const { applicationId: id } = own.tenant;
    await ctx.db.prisma.application.update({ where: { id }, data: { returnHosts: ['shop.example'] } });
    expect((await made(own, { returnUrl: 'https://shop.example/done?a=1' })).returnUrl).toBe(
      'https://shop.example/done?a=1',
    );
    for (const host of ['sub.shop.example', 'shop.example.evil.example', 'evil.example']) {
      expect(await refused(made(own, { returnUrl: `https://${host}/` }))).toEqual(['returnUrl']);
    }
  });

  it('of a till has no menu way', async () => {
    const { shop: till } = await linkShop(ctx);
    await ctx.db.prisma.providerCredential.updateMany({
      where: { applicationId: till.applicationId },
      data: { product: 'till', tillNumber: '5123456' },
    });
    const own = linkContext(till);
    expect(await refused(made(own, { offline: true }))).toEqual(['offline']);
    expect((await made(own)).offline).toBe(false);
  });

  it('of a merchant with an account at another network alone is made, and has no menu way', async () => {
    const shop = await seed(ctx).owner().application().mint();
    const own = linkContext(shop);
    expect(await refused(made(own))).toContain('provider_not_configured');
    const account = { applicationId: shop.applicationId, environment: 'sandbox', rail: 'airtel' } as const;
    await setRailAccount(own, { ...account, number: '450123', secrets: { clientId: 'id', clientSecret: 'secret' } });
    expect(await made(own)).toMatchObject({ status: 'open', offline: false });
    expect(await refused(made(own, { offline: true }))).toEqual(['offline']);
  });

  it('needs payment pages, credentials, and in production the word of the operator', async () => {
    const own = await shop();
    expect(await refused(made({ ...own, payPages: undefined }))).toContain('PAY_BASE_URL');
    expect(await refused(made({ ...own, tenant: { ...own.tenant, environment: 'production' } }))).toContain(
      'provider_not_configured',
    );
    const { shop: real, ctx: live } = await linkShop(ctx, 'production');
    expect(await refused(made(live))).toContain('forbidden');
    const { organizationId: id } = real;
    await ctx.db.prisma.organization.update({ where: { id }, data: { linksAllowedAt: ctx.clock.now() } });
    expect((await made(live)).status).toBe('open');
  });
});

describe('a reference', () => {
  it('belongs to one open link, whatever its case, blanks and dashes', async () => {
    const own = await shop();
    const first = await made(own, { accountReference: 'INV-7' });
    expect(await refused(made(own, { accountReference: 'inv 7' }))).toEqual(['accountReference']);
    const both = await Promise.allSettled([1, 2].map(() => made(own, { accountReference: 'INV-8' })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await made(await shop(), { accountReference: 'INV-7' });
    await endLink(own, { linkId: first.linkId });
    await made(own, { accountReference: 'INV7' });
    expect(await refused(reopenLink(own, { linkId: first.linkId }))).toContain('same reference');
  });
});

describe('the end of a link', () => {
  it('comes once, names who ended it, and can be taken back', async () => {
    const own = await shop();
    const { linkId } = await made(own);
    const asKey = { ...own, authority: { of: 'key', scopes: new Set(scopes) } as const };
    await Promise.all([endLink(asKey, { linkId }), endLink(asKey, { linkId })]);
    expect(await getLink(own, linkId)).toMatchObject({ status: 'ended', endedBy: 'key' });
    await reopenLink(asKey, { linkId });
    await reopenLink(asKey, { linkId });
    expect(await getLink(own, linkId)).toMatchObject({ status: 'open', endedBy: null });
    await endLink(own, { linkId });
    expect(await endings(linkId)).toEqual([
      [1, 'key'],
      [2, 'person'],
    ]);
  });

  it('does not come when somebody gave it more time while the sweep was under way', async () => {
    const own = await shop();
    const { linkId } = await made(own, { expiresAt: later(ctx.clock.now(), hourMs).toISOString() });
    ctx.clock.advance(3_601);
    const { db } = ctx;
    const slow = {
      ...ctx,
      db: {
        ...db,
        pool: {
          query: async (config: Parameters<typeof db.pool.query>[0]) => {
            const found = await db.pool.query(config);
            if (Object(config).name === 'links_expired') {
              const expiresAt = later(ctx.clock.now(), dayMs);
              await changeLink(own, { linkId, values: { expiresAt } });
            }
            return found;
          },
        } as unknown as typeof db.pool,
      },
    };
    await sweepLinks(slow);
    expect((await getLink(own, linkId)).status).toBe('open');
  });

  it('comes by itself when its time is over, and it can be opened for another week', async () => {
    const own = await shop();
    const { linkId } = await made(own, { expiresAt: later(ctx.clock.now(), hourMs).toISOString() });
    ctx.clock.advance(3_599.999);
    await sweepLinks(ctx);
    expect((await getLink(own, linkId)).status).toBe('open');
    ctx.clock.advance(0.001);
    await Promise.all([sweepLinks(ctx), sweepLinks(ctx)]);
    expect(await getLink(own, linkId)).toMatchObject({ status: 'ended', endedBy: 'expiry' });
    expect(await endings(linkId)).toEqual([[1, 'expiry']]);
    await reopenLink(own, { linkId });
    expect((await getLink(own, linkId)).expiresAt).toBe(later(ctx.clock.now(), 7 * dayMs).toISOString());
  });
});

describe('a change', () => {
  it('sets what was sent, keeps the rest, and removes what is null', async () => {
    const own = await shop();
    const { linkId } = await made(own, { kind: 'many', description: 'Blue', paymentsMax: 5 });
    await changeLink(own, { linkId, values: { title: 'Cups' }, removed: ['paymentsMax', 'title'] });
    expect(await getLink(own, linkId)).toMatchObject({ title: 'Cups', description: 'Blue', paymentsMax: null });
    await changeLink(own, { linkId, values: {}, removed: ['description'] });
    expect(await getLink(own, linkId)).toMatchObject({ title: 'Cups', description: null });
  });

  it.each<[string, object, string[]]>([
    ['the amount', { sent: ['title', 'amount'] }, ['amount']],
    ['reference and questions', { sent: ['accountReference', 'fields'] }, ['accountReference', 'fields']],
    ['a limit of payments for one order', { values: { paymentsMax: 3 } }, ['paymentsMax']],
    ['no time for one order', { removed: ['expiresAt'] }, ['expiresAt']],
    ['a host that nobody allowed', { values: { returnUrl: 'https://evil.example' } }, ['returnUrl']],
  ])('is refused: %s', async (_what, change, paths) => {
    const own = await shop();
    const { linkId } = await made(own);
    expect(await refused(changeLink(own, { linkId, values: {}, ...change }))).toEqual(paths);
  });
});

describe('whose it is', () => {
  it('nobody else reads, changes, ends or opens it', async () => {
    const [own, other] = [await shop(), await shop()];
    const { linkId } = await made(own);
    const elsewhere = { ...own, tenant: { ...own.tenant, environment: 'production' as const } };
    for (const stranger of [other, elsewhere]) {
      expect(await refused(getLink(stranger, linkId))).toContain('not_found');
      expect(await refused(endLink(stranger, { linkId }))).toContain('not_found');
      expect(await refused(reopenLink(stranger, { linkId }))).toContain('not_found');
    }
    expect(await refused(changeLink(other, { linkId, values: { title: 'x' } }))).toContain('not_found');
    for (const id of ['x', '01a1f774-020b-731b-b1d4-5c4f9e2105cf'])
      expect(await refused(getLink(own, id))).toContain('not_found');
  });

  it('lists links of the tenant, newest first, by status, kind and reference', async () => {
    const [own, other] = [await shop(), await shop()];
    await made(other);
    const links: string[] = [];
    for (const given of [{}, { kind: 'many' }, { accountReference: 'INV-7' }]) {
      links.unshift((await made(own, given)).linkId);
      ctx.clock.advance(1);
    }
    const listed = async (query: object = {}) => {
      const page = await listLinks(own, listLinksSchema.parse(query));
      return [page.links.map(({ linkId }) => links.indexOf(linkId)), page.next && links.indexOf(page.next)];
    };
    expect(await listed()).toEqual([[0, 1, 2], null]);
    expect(await listed({ limit: '2' })).toEqual([[0, 1], 1]);
    expect(await listed({ before: links[1] })).toEqual([[2], null]);
    await endLink(own, { linkId: links[2] ?? '' });
    expect(await listed({ status: 'ended' })).toEqual([[2], null]);
    expect(await listed({ kind: 'many' })).toEqual([[1], null]);
    expect(await listed({ reference: 'inv 7' })).toEqual([[0], null]);
    expect(await listed({ reference: 'inv 7', status: 'ended' })).toEqual([[], null]);
    expect(
      await refused(listLinks(own, listLinksSchema.parse({ before: '01a1f774-020b-731b-b1d4-5c4f9e2105cf' }))),
    ).toEqual(['before']);
  });

  it('shows no address where the key of the installation is another one', async () => {
    const own = await shop();
    const { linkId } = await made(own);
    const others = createPayPages('https://pay.example', Buffer.alloc(32, 9).toString('base64'));
    expect((await getLink({ ...own, payPages: others }, linkId)).url).toBeNull();
    expect((await getLink({ ...own, payPages: undefined }, linkId)).url).toBeNull();
  });
});

it('a form sent twice at once is one attempt, whichever of its unique columns is seen first', async () => {
  const own = await shop();
  const { linkId } = await made(own);
  const attempt = {
    ...{
      linkId,
      ...own.tenant,
      visitHash: 'a'.repeat(64),
      tokenHash: 'b'.repeat(64),
      phone: '254712345678',
      amount: 500,
    },
    ...{ answers: {}, language: 'en' as const, isRepeat: false, createdAt: ctx.clock.now() },
  };
  expect(await insertAttempt(ctx.db.pool, { ...attempt, id: uuidv7() })).toBe(true);
  expect(await insertAttempt(ctx.db.pool, { ...attempt, id: uuidv7() })).toBe(false);
  // The address of an attempt is made of its visit. Of two rows at one moment, it may be the first that is found taken.
  expect(await insertAttempt(ctx.db.pool, { ...attempt, id: uuidv7(), visitHash: 'c'.repeat(64) })).toBe(false);
});
