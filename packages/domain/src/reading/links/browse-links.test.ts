import { randomBytes } from 'node:crypto';
import type { Prisma } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../kernel/context.ts';
import { later, minuteMs } from '../../kernel/time.ts';
import { allowPrompts, createLink, createLinkOnce, editLink, endLink } from '../../links/index.ts';
import { linkInput, linkShop } from '../../links/links.fixture.ts';
import { authorityOf } from '../../organizations/index.ts';
import { type TestContext, testContext } from '../../testing/index.ts';
import { browseLinkAttempts, browseLinks, getLinkDetail, getLinkForm } from './index.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

type Shop = Awaited<ReturnType<typeof linkShop>>['ctx'];

/** A shop as its dashboard sees it: with the rights of that role. */
const opened = async () => {
  const { ctx, shop } = await linkShop(base);
  const actor: Actor = `user:${shop.owner.userId}`;
  return { ctx: { ...ctx, actor, authority: authorityOf('owner'), db: test.databaseAs('web') }, owner: shop.owner };
};
const made = async (ctx: Shop, given: object = {}) => (await createLink(ctx, linkInput(given))).link.linkId;
const hash = () => randomBytes(32).toString('hex');

type Try = Partial<Prisma.LinkAttemptUncheckedCreateInput>;
async function tried({ tenant, clock }: Shop, linkId: string, given: Try = {}) {
  const id = uuidv7();
  await base.db.prisma.linkAttempt.create({
    data: {
      ...{ id, linkId, ...tenant, visitHash: hash(), tokenHash: hash(), phone: '254712345678', amount: 500 },
      ...{ language: 'en', createdAt: clock.now(), endedAt: given.state ? clock.now() : null, ...given },
    },
  });
  return id;
}

async function paid({ tenant, clock }: Shop, given: Partial<Prisma.PaymentUncheckedCreateInput> = {}) {
  const id = uuidv7();
  await base.db.prisma.payment.create({
    data: {
      ...{ id, ...tenant, source: 'stk', status: 'success', amount: 500, requestedAmount: 500, phone: '254712345678' },
      ...{ accountRef: 'ORDER-7', description: 'Mugs', shortcode: '174379', callbackToken: hash() },
      ...{ providerReceipt: hash().slice(0, 10).toUpperCase(), resultCode: '0', settledBy: 'callback' },
      ...{ createdAt: clock.now(), settledAt: clock.now(), ...given },
    },
  });
  return id;
}

/** What an offline payment has in place of the result of a prompt. */
const c2b = { resultCode: null, settledBy: 'c2b' } as const;

const credited = ({ tenant, clock }: Shop, linkId: string, paymentId: string, attemptId: string | null) =>
  base.db.prisma.linkCredit.create({
    data: { ...tenant, linkId, paymentId, attemptId, amount: 500, creditedAt: clock.now() },
  });

describe('the list of links', () => {
  it('is narrowed by status, kind, text and time, newest first, and says who made them', async () => {
    const { ctx, owner } = await opened();
    const first = await made(ctx, { title: 'Two blue mugs', accountReference: 'Order-1042' });
    ctx.clock.advance(minuteMs);
    const second = await made(ctx, { title: 'Choir', kind: 'many', referencePrefix: 'CHO' });
    await endLink(ctx, { linkId: first });
    const ids = async (input: Parameters<typeof browseLinks>[1]) =>
      (await browseLinks(ctx, input)).rows.map(({ id }) => id);
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ status: 'open' })).toEqual([second]);
    expect(await ids({ status: 'ended' })).toEqual([first]);
    expect(await ids({ kind: 'once' })).toEqual([first]);
    expect(await ids({ text: 'BLUE' })).toEqual([first]);
    expect(await ids({ text: 'order-1' })).toEqual([first]);
    expect(await ids({ text: 'cho' })).toEqual([second]);
    expect(await ids({ text: '%' })).toEqual([]);
    expect(await ids({ createdFrom: ctx.clock.now() })).toEqual([second]);
    expect(await ids({ createdTo: ctx.clock.now() })).toEqual([first]);
    const { rows, older } = await browseLinks(ctx, { limit: 1 });
    expect(rows).toMatchObject([{ title: 'Choir', by: { kind: 'person', email: owner.email }, paidCount: 0 }]);
    expect(await ids({ limit: 1, before: older ?? '' })).toEqual([first]);
    const stranger = await opened();
    expect((await browseLinks(stranger.ctx, {})).rows).toEqual([]);
  });

  it('tells no secret of a link', async () => {
    const { ctx } = await opened();
    await made(ctx, { metadata: { canary: 'metadata-canary' }, phone: '254799887766' });
    const text = JSON.stringify(await browseLinks(ctx, {}));
    expect(text).not.toMatch(/metadata-canary|254799887766|tokenHash/);
  });
});

describe('what people tried on a link', () => {
  it('has what became of each, and offline payments beside them', async () => {
    const { ctx } = await opened();
    const linkId = await made(ctx, { fields: [{ name: 'size', label: 'Size', kind: 'text' }] });
    const at = (minutes: number) => ({ createdAt: later(ctx.clock.now(), minutes * minuteMs) });
    const success = await paid(ctx, { payerName: 'ANN 0712345678' });
    const declined = await paid(ctx, { status: 'failed', resultCode: '1032', providerReceipt: null });
    const offline = await paid(ctx, { source: 'c2b', phone: '2547 ***** 126', callbackToken: null, ...c2b });
    await tried(ctx, linkId, { ...at(-5), state: 'stale' });
    await tried(ctx, linkId, { ...at(-4), state: 'refused', refusal: 'too_many', retryAt: ctx.clock.now() });
    await tried(ctx, linkId, { ...at(-3), state: 'handed', paymentId: declined });
    const won = await tried(ctx, linkId, {
      ...{ ...at(-2), state: 'handed', paymentId: success, answers: { size: 'L, call 0712345678' } },
    });
    await tried(ctx, linkId, at(-1));
    await credited(ctx, linkId, success, won);
    await credited(ctx, linkId, offline, null);
    const { rows } = await browseLinkAttempts(ctx, { linkId });
    expect(rows.map(({ state }) => state)).toEqual(['offline', 'waiting', 'handed', 'handed', 'refused', 'stale']);
    const [menu, , winner, failed, refused] = rows;
    expect(menu).toMatchObject({
      phone: '2547 ***** 126',
      payment: { paymentId: offline, isCounted: true },
      answers: {},
    });
    expect(winner).toMatchObject({
      phone: '0712…678',
      answers: { size: 'L, call 0712…678' },
      payment: { status: 'success', isCounted: true, payerName: 'ANN 0712…678' },
      reason: null,
    });
    expect(failed).toMatchObject({ payment: { status: 'failed', isCounted: false }, reason: { code: 1032 } });
    expect(refused).toMatchObject({ refusal: 'too_many', payment: null, retryAt: ctx.clock.now() });
    expect(JSON.stringify(rows)).not.toMatch(/712345678/);
    expect(await getLinkDetail(ctx, { linkId })).toMatchObject({ declined: { count: 1, of: 5 }, openAttempts: 1 });
  });

  it('turns pages', async () => {
    const { ctx } = await opened();
    const linkId = await made(ctx);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.unshift(await tried(ctx, linkId, { createdAt: later(ctx.clock.now(), n) }));
    }
    const first = await browseLinkAttempts(ctx, { linkId, limit: 2 });
    const second = await browseLinkAttempts(ctx, { linkId, limit: 2, before: first.older ?? '' });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
    expect(second.older).toBeNull();
  });

  it('is of the own shop alone', async () => {
    const [{ ctx }, stranger] = [await opened(), await opened()];
    const linkId = await made(ctx);
    for (const id of [linkId, 'no-uuid', uuidv7()]) {
      await expect(browseLinkAttempts(stranger.ctx, { linkId: id })).rejects.toMatchObject({ code: 'not_found' });
      await expect(getLinkDetail(stranger.ctx, { linkId: id })).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('more prompts of a link', () => {
  it('are allowed once they are used up, once for everybody who presses the button', async () => {
    const { ctx } = await opened();
    const linkId = await made(ctx);
    for (let n = 0; n < 12; n += 1) await tried(ctx, linkId, { state: 'stale', promptAt: ctx.clock.now() });
    await tried(ctx, linkId, { state: 'refused', refusal: 'too_many' });
    expect(await getLinkDetail(ctx, { linkId })).toMatchObject({ promptsLeft: 0 });
    const both = await Promise.allSettled([allowPrompts(ctx, { linkId }), allowPrompts(ctx, { linkId })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await getLinkDetail(ctx, { linkId })).toMatchObject({ promptsLeft: 12 });
    const audits = { where: { subjectId: linkId, action: 'link.prompts_allowed' } };
    expect(await base.db.prisma.auditEntry.findMany(audits)).toMatchObject([{ detail: { count: 12 } }]);
    await expect(allowPrompts(ctx, { linkId })).rejects.toMatchObject({ message: expect.stringContaining('12') });
  });

  it('are nothing that a stranger or a reader can allow', async () => {
    const [{ ctx }, stranger] = [await opened(), await opened()];
    const linkId = await made(ctx);
    await expect(allowPrompts(stranger.ctx, { linkId })).rejects.toMatchObject({ code: 'not_found' });
    const reader = { ...ctx, authority: authorityOf('developer') };
    await expect(allowPrompts(reader, { linkId })).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('have no number on a link of many', async () => {
    const { ctx } = await opened();
    expect(await getLinkDetail(ctx, { linkId: await made(ctx, { kind: 'many' }) })).toMatchObject({
      promptsLeft: null,
    });
  });
});

describe('a link for people', () => {
  it('says who made it, masks its phone, and whether it can be opened again', async () => {
    const { ctx, owner } = await opened();
    const linkId = await made(ctx, { phone: '0712345678' });
    const detail = await getLinkDetail(ctx, { linkId });
    expect(detail).toMatchObject({ phone: '0712…678', by: { email: owner.email }, isReopenable: false, endedAt: null });
    await endLink(ctx, { linkId });
    expect(await getLinkDetail(ctx, { linkId })).toMatchObject({ isReopenable: true, endedAt: ctx.clock.now() });
  });

  it('is made once for one key and input, also when the requests come at once', async () => {
    const { ctx } = await opened();
    const once = (given: object = {}) => createLinkOnce(ctx, { title: 'Mugs', amount: 500, requestKey: 'k', ...given });
    const all = await Promise.all(Array.from({ length: 6 }, () => once()));
    const others = await Promise.all([once({ requestKey: 'other' }), once({ title: 'Cups' })]);
    expect(new Set(all.map(({ linkId }) => linkId)).size).toBe(1);
    expect(new Set([...all, ...others].map(({ linkId }) => linkId)).size).toBe(3);
    expect((await browseLinks(ctx, {})).rows).toHaveLength(3);
    const audits = { where: { subjectId: all[0]?.linkId ?? '', action: 'link.created' } };
    expect(await base.db.prisma.auditEntry.count(audits)).toBe(1);
    await endLink(ctx, { linkId: all[0]?.linkId ?? '' });
    expect(await once()).toEqual(all[0]);
  });

  it('is changed by a form: null removes, and what is left out stays', async () => {
    const { ctx } = await opened();
    const linkId = await made(ctx, { description: 'Blue', metadata: { order: 7 } });
    await editLink(ctx, { linkId, title: 'Cups', description: null });
    expect(await getLinkDetail(ctx, { linkId })).toMatchObject({ title: 'Cups', description: null });
    const { metadata } = await base.db.prisma.paymentLink.findUniqueOrThrow({ where: { id: linkId } });
    expect(metadata).toEqual({ order: 7 });
    await expect(editLink(ctx, { linkId, expiresAt: null })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('has a page only where the installation has payment pages', async () => {
    const { ctx } = await opened();
    const linkId = await made(ctx);
    const bare = { ...ctx, payPages: undefined };
    expect(await getLinkForm(ctx)).toMatchObject({ hasPayPages: true, rails: ['mpesa'] });
    expect((await getLinkForm(ctx)).places).toMatchObject([{ kind: 'paybill', network: 'M-PESA' }]);
    expect(await getLinkForm(bare)).toMatchObject({ hasPayPages: false });
    expect((await getLinkDetail(bare, { linkId })).url).toBeNull();
    await expect(createLinkOnce(bare, { title: 'Mugs', requestKey: 'k' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('with many links', () => {
  it('a page reads indexes alone', async () => {
    const { ctx } = await opened();
    const linkId = await made(ctx);
    const { applicationId } = ctx.tenant;
    const { pool } = base.db;
    await pool.query(
      `INSERT INTO payment_links (id, application_id, environment, token_hash, kind, status, ended_by, ended_at,
         reference_prefix, title, language, offline, created_by, created_at)
       SELECT gen_random_uuid(), $1, 'sandbox', encode(sha256(n::text::bytea), 'hex'), 'many', CASE WHEN n % 100 = 0 THEN 'open' ELSE 'ended' END::"LinkStatus",
         CASE WHEN n % 100 > 0 THEN 'person' END::"LinkEnding", CASE WHEN n % 100 > 0 THEN now() END, 'PAY', 'Link ' || n, 'auto', false, 'operator', now() - make_interval(secs => n)
       FROM generate_series(1, 20000) n`,
      [applicationId],
    );
    await pool.query(
      `INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, language, created_at)
       SELECT gen_random_uuid(), $1, $2, 'sandbox', encode(sha256(('v' || n)::bytea), 'hex'), encode(sha256(('t' || n)::bytea), 'hex'), '254712345678', 5, 'en', now() - make_interval(secs => n)
       FROM generate_series(1, 20000) n`,
      [linkId, applicationId],
    );
    await pool.query('ANALYZE payment_links, link_attempts');
    const reads: [string, (of: typeof ctx) => Promise<unknown>, number][] = [
      ['all', (of) => browseLinks(of, {}), 200],
      ['open ones', (of) => browseLinks(of, { status: 'open' }), 200],
      ['attempts', (of) => browseLinkAttempts(of, { linkId }), 500],
      ['one', (of) => getLinkDetail(of, { linkId }), 2_000],
    ];
    for (const [name, read, max] of reads) {
      const { scans, blocks } = await plansOf(ctx, read);
      expect(scans, name).toEqual([]);
      expect(blocks, name).toBeLessThan(max);
    }
    // What an index does not tell is looked for in a bounded number of rows.
    expect((await plansOf(ctx, (of) => browseLinks(of, { text: 'none of them' }))).scans).toEqual([]);
  });
});

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The tables that a read scans as a whole, and the blocks that it reads. */
async function plansOf<Ctx extends Shop>(ctx: Ctx, read: (ctx: Ctx) => Promise<unknown>) {
  const sent: { text: string; values: unknown[] }[] = [];
  const pool = new Proxy(ctx.db.pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target);
      return (config: { text: string; values: unknown[] }) => {
        sent.push(config);
        return (target.query as (given: unknown) => unknown).call(target, config);
      };
    },
  });
  await read({ ...ctx, db: { ...ctx.db, pool } });
  const scans: string[] = [];
  let blocks = 0;
  for (const { text, values } of sent) {
    const { rows } = await base.db.pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    );
    for (const row of rows) {
      const { Plan: plan } = row['QUERY PLAN'][0];
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      const isWhole = (node: Plan) =>
        node['Node Type'] === 'Seq Scan' && /payment_links|link_attempts/.test(node['Relation Name'] ?? '');
      scans.push(
        ...nodesOf(plan)
          .filter(isWhole)
          .map((node) => `${node['Relation Name']}: ${text}`),
      );
    }
  }
  return { scans, blocks };
}
