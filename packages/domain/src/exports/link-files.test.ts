import { randomBytes } from 'node:crypto';
import type { ExportFormat } from '@tillgate/db';
import readExcel from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { later, minuteMs } from '../kernel/time.ts';
import { createLink } from '../links/index.ts';
import { linkContext, linkInput } from '../links/links.fixture.ts';
import { seed } from '../testing/index.ts';
import { createExport } from './create-export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

const hash = () => randomBytes(32).toString('hex');

/** A shop whose links can be paid, and its owner in the dashboard. */
async function opened() {
  const shop = await seed(world.ctx).owner().application().member('support').credentials('sandbox').mint();
  return { ctx: linkContext(shop), owner: world.as(shop, 'owner'), support: world.as(shop, 'support') };
}
type Shop = Awaited<ReturnType<typeof opened>>;

const made = async ({ ctx }: Shop, given: object = {}) => (await createLink(ctx, linkInput(given))).link.linkId;

type Asked = Omit<Parameters<typeof createExport>[1], 'format'>;

/** A file as bytes, and as lines of the format that programs read. */
async function fileOf({ owner }: Shop, asked: Asked, format: ExportFormat = 'ndjson') {
  const { exportId, rows } = await createExport(owner, { format, ...asked });
  await world.finish(exportId);
  const { file, name } = await world.download(owner, exportId);
  const lines = format === 'ndjson' ? file.toString().trimEnd().split('\n').slice(0, -1) : [];
  return { file, name, counted: rows, rows: lines.map((line) => JSON.parse(line)) };
}

/** The first sheet of a workbook. */
async function sheetOf(shop: Shop, asked: Asked) {
  const { file } = await fileOf(shop, asked, 'xlsx');
  const [first] = await readExcel(file, { trim: false });
  if (!first) throw new Error('a workbook without sheets');
  return first;
}

async function paid({ owner, ctx }: Shop, given: object = {}) {
  const id = uuidv7();
  const createdAt = ctx.clock.now();
  await world.database.prisma.payment.create({
    data: {
      ...{ id, ...owner.tenant, source: 'stk', status: 'success', amount: 500, requestedAmount: 500 },
      ...{ phone: '254712345678', accountRef: 'ORDER-7', description: 'Mugs', shortcode: '174379' },
      ...{ callbackToken: hash(), providerReceipt: hash().slice(0, 10).toUpperCase(), resultCode: '0' },
      ...{ settledBy: 'callback', createdAt, settledAt: createdAt, ...given },
    } as never,
  });
  return id;
}

async function tried({ owner, ctx }: Shop, linkId: string, given: object = {}) {
  const id = uuidv7();
  const createdAt = ctx.clock.now();
  const data = { id, linkId, ...owner.tenant, visitHash: hash(), tokenHash: hash(), phone: '254712345678' };
  await world.database.prisma.linkAttempt.create({
    data: { ...data, amount: 500, language: 'en', createdAt, endedAt: createdAt, ...given } as never,
  });
  return id;
}

const credited = ({ owner, ctx }: Shop, linkId: string, paymentId: string, attemptId: string | null) =>
  world.database.prisma.linkCredit.create({
    data: { ...owner.tenant, linkId, paymentId, attemptId, amount: 500, creditedAt: ctx.clock.now() },
  });

describe('a file of payment links', () => {
  it('has each link with what was paid, and neither its address nor what is secret of it', async () => {
    const shop = await opened();
    const secrets = { metadata: { canary: 'metadata-canary' }, phone: '254799887766', description: 'Only for you' };
    const once = await made(shop, { title: 'Mugs for 0712345678', accountReference: '0712345678', ...secrets });
    await world.database.prisma.paymentLink.update({
      where: { id: once },
      data: { paidCount: 2, paidAmount: 3_000_000_000n },
    });
    shop.ctx.clock.advance(minuteMs);
    const many = await made(shop, { title: 'Choir', kind: 'many', referencePrefix: 'CHO', amount: undefined });
    shop.ctx.clock.advance(minuteMs);
    const { rows, file, name } = await fileOf(shop, { list: 'links' });
    expect(name).toMatch(/^tillgate-links-all-to-[\d-]+\.ndjson$/);
    expect(rows).toMatchObject([
      { link_id: many, kind: 'many', amount: null, account_reference: 'CHO', expires_at: null, payments: 0 },
      {
        ...{ link_id: once, kind: 'once', status: 'open', ended_by: null, amount: 500, payments: 2 },
        ...{ title: 'Mugs for 0712…678', account_reference: '0712…678', paid_amount: 3_000_000_000 },
      },
    ]);
    const { tokenHash } = await world.database.prisma.paymentLink.findUniqueOrThrow({ where: { id: once } });
    const address = shop.ctx.payPages?.urlOf(once) ?? '';
    for (const secret of [tokenHash, address, 'metadata-canary', '799887766', '712345678', 'Only for you']) {
      expect(file.toString()).not.toContain(secret);
    }
  });
});

describe('the sheet for people', () => {
  it('has the words of the language, and adds up what was paid', async () => {
    const shop = await opened();
    const linkId = await made(shop);
    const data = { status: 'ended', endedBy: 'limit', endedAt: shop.ctx.clock.now(), paidCount: 3 } as const;
    await world.database.prisma.paymentLink.update({ where: { id: linkId }, data: { ...data, paidAmount: 1_500n } });
    await tried(shop, linkId, { state: 'refused', refusal: 'too_many' });
    shop.ctx.clock.advance(minuteMs);
    const ofLinks = await sheetOf(shop, { list: 'links', language: 'sw' });
    expect(ofLinks.sheet).toBe('Viungo vya malipo');
    expect(ofLinks.data[1]?.slice(1)).toEqual([
      ...['Mugs', expect.any(String), 'Kimefungwa', 500, 3, 1_500, 'Oda moja', expect.anything()],
      ...['Kikomo kimefikiwa', linkId],
    ]);
    expect(ofLinks.data.at(-1)?.slice(4, 7)).toEqual([500, 3, 1_500]);
    const ofTries = await sheetOf(shop, { list: 'link_payments', filter: { linkId } });
    expect(ofTries.sheet).toBe('Tries and payments');
    expect(ofTries.data[1]).toEqual(expect.arrayContaining(['Not sent', 'A limit of prompts was reached']));
  });
});

describe('a file of the tries and payments of a link', () => {
  it('says what became of each, with answers in one cell and every phone number masked', async () => {
    const shop = await opened();
    const linkId = await made(shop, { fields: [{ name: 'size', label: 'Size', kind: 'text' }] });
    const other = await made(shop);
    const at = (minutes: number) => ({ createdAt: later(shop.ctx.clock.now(), minutes * minuteMs) });
    const [won, lost] = [await paid(shop, { payerName: 'ANN 0712345678' }), uuidv7()];
    await paid(shop, {
      id: lost,
      status: 'failed',
      resultCode: '1032',
      providerReceipt: null,
      accountRef: '0712345678',
    });
    const menu = await paid(shop, { source: 'c2b', resultCode: null, callbackToken: null, settledBy: 'c2b' });
    const refused = await tried(shop, linkId, { ...at(-4), state: 'refused', refusal: 'too_many' });
    const failed = await tried(shop, linkId, { ...at(-3), state: 'handed', paymentId: lost });
    const answers = { size: 'L, call 0712345678', colour: 'blue' };
    const success = await tried(shop, linkId, { ...at(-2), state: 'handed', paymentId: won, answers });
    await tried(shop, other, { ...at(-1), state: 'stale' });
    await credited(shop, linkId, won, success);
    await credited(shop, linkId, menu, null);
    shop.ctx.clock.advance(minuteMs);
    const asked = { list: 'link_payments', filter: { linkId } } as const;
    const { rows, file, name, counted } = await fileOf(shop, asked);
    expect(name).toMatch(/^tillgate-link-payments-all-to-/);
    expect([counted, rows.length]).toEqual([4, 4]);
    expect(rows).toMatchObject([
      { attempt_id: null, payment_id: menu, state: 'offline', status: 'success', phone: '0712…678', answers: null },
      {
        ...{ attempt_id: success, payment_id: won, state: 'handed', status: 'success', amount: 500 },
        ...{ account_reference: 'ORDER-7', answers: 'size: L, call 0712…678; colour: blue', reason: null },
      },
      {
        ...{ attempt_id: failed, payment_id: lost, status: 'failed', account_reference: '0712…678' },
        ...{ reason: expect.stringMatching(/\S/), refusal: null },
      },
      { attempt_id: refused, payment_id: null, state: 'refused', status: null, refusal: 'too_many', settled_at: null },
    ]);
    expect(rows[1]).not.toHaveProperty('payer_name');
    const named = await fileOf(shop, { ...asked, columns: ['payer_name', 'phone', 'answers', 'account_reference'] });
    expect(named.rows[1]).toMatchObject({ payer_name: 'ANN 0712…678' });
    for (const each of [file, named.file]) expect(each.toString()).not.toContain('712345678');
  });

  it('is narrowed by time, as a schedule does', async () => {
    const shop = await opened();
    const linkId = await made(shop);
    const before = await tried(shop, linkId, { state: 'stale' });
    shop.ctx.clock.advance(minuteMs);
    const createdFrom = shop.ctx.clock.now().toISOString();
    const after = await tried(shop, linkId, { state: 'stale' });
    shop.ctx.clock.advance(minuteMs);
    const ids = async (filter: object) => {
      const { rows } = await fileOf(shop, { list: 'link_payments', filter: { linkId, ...filter } });
      return rows.map(({ attempt_id }) => attempt_id);
    };
    expect(await ids({})).toEqual([after, before]);
    expect(await ids({ createdFrom })).toEqual([after]);
    expect(await ids({ createdTo: createdFrom })).toEqual([before]);
  });

  it('of a link of another shop, or of none, is not there', async () => {
    const [shop, stranger] = [await opened(), await opened()];
    const linkId = await made(shop);
    const ask = (who: Shop['owner'], filter: Record<string, unknown>) =>
      createExport(who, { list: 'link_payments', format: 'csv', filter });
    for (const id of [linkId, uuidv7(), 'no-uuid']) {
      await expect(ask(stranger.owner, { linkId: id })).rejects.toMatchObject({ code: 'not_found' });
    }
    const live = { ...shop.owner, tenant: { ...shop.owner.tenant, environment: 'production' as const } };
    await expect(ask(live, { linkId })).rejects.toMatchObject({ code: 'not_found' });
    await expect(ask(shop.owner, {})).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(ask(shop.support, { linkId })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
