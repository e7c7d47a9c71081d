import { randomUUID } from 'node:crypto';
import type { Role } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { authorityOf } from '../../organizations/index.ts';
import { importStatement } from '../../reconciliation/index.ts';
import { fileOf, unique } from '../../reconciliation/reconciliation.fixture.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { recognise } from './recognise.ts';
import { searchAnything } from './search-anything.ts';

describe('recognise', () => {
  const id = '01980000-0000-7000-8000-00000000000A';
  it.each([
    [` "${id}" `, { id: id.toLowerCase(), token: id }],
    ['0712 345 678', { phone: '254712345678', reference: '0712 345 678' }],
    ['tkl1abc234', { receipt: 'TKL1ABC234', receiptStart: 'TKL1ABC234', token: 'tkl1abc234', reference: 'tkl1abc234' }],
    ['ukmjt1', { receiptStart: 'UKMJT1', token: 'ukmjt1', reference: 'ukmjt1' }],
    [
      'c2b00011',
      { code: 'C2B00011', receipt: 'C2B00011', receiptStart: 'C2B00011', token: 'c2b00011', reference: 'c2b00011' },
    ],
    ['500.001.1001', { code: '500.001.1001', token: '500.001.1001', reference: '500.001.1001' }],
    ['ws_CO_1234', { token: 'ws_CO_1234', reference: 'ws_CO_1234' }],
    ['…a1B_', { lastFour: 'a1B_', reference: '…a1B_' }],
    ['INV-1', { reference: 'INV-1' }],
    ['Wanjiku', { receiptStart: 'WANJIKU', token: 'Wanjiku', reference: 'Wanjiku', name: 'Wanjiku' }],
    ["N’gang'a o-K", { reference: "N’gang'a o-K", name: "N’gang'a o-K" }],
    ['x', {}],
    ['   ', {}],
    ['a\u0000b', {}],
    ['y'.repeat(401), {}],
    ['Receipt: TKL1ABC234', { receipt: 'TKL1ABC234', reference: 'Receipt: TKL1ABC234' }],
    ['UKTQWERTYZ Confirmed.', { receipt: 'UKTQWERTYZ', reference: 'UKTQWERTYZ Confirmed.' }],
    [
      'TKL1ABC234 Confirmed. Ksh500.00 sent to DEMO SHOP for account INV-1 on 1/11/26 at 9:04 AM. New M-PESA balance is Ksh1.00. TKZ9ZZZ999',
      {
        receipt: 'TKL1ABC234',
        reference: 'TKL1ABC234 Confirmed. Ksh500.00 sent to DEMO SHOP for account IN',
      },
    ],
  ])('%j', (text, guess) => {
    expect(recognise(text)).toEqual(guess);
  });
});

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** A merchant with one row of each kind. */
async function world() {
  const merchant = await seed(base).owner().application().key('sandbox').mint();
  const ctx = merchant.as('sandbox');
  const { prisma } = ctx.db;
  const { tenant } = ctx;
  const at = base.clock.now();
  const unique = randomUUID().replaceAll('-', '');
  const ids = {
    payment: uuidv7(),
    disbursement: uuidv7(),
    inquiry: uuidv7(),
    order: uuidv7(),
    delivery: uuidv7(),
    event: uuidv7(),
    endpoint: uuidv7(),
    key: merchant.key('sandbox').keyId,
    request: `req-${unique}`,
  };
  const texts = {
    receipt: `T${unique.slice(0, 9).toUpperCase()}`,
    payoutReceipt: `U${unique.slice(0, 9).toUpperCase()}`,
    checkout: `ws_CO_${unique}`,
    merchant: `29115-${unique}`,
    conversation: `AG_${unique}`,
    inquiryConversation: `AG_i${unique}`,
    reference: `INV${unique.slice(0, 6)}`,
  };
  await prisma.payment.create({
    data: {
      id: ids.payment,
      ...tenant,
      source: 'stk',
      status: 'success',
      amount: 250,
      requestedAmount: 250,
      phone: '254712345678',
      accountRef: texts.reference,
      description: 'Payment',
      shortcode: unique.slice(0, 8),
      callbackToken: unique,
      checkoutRequestId: texts.checkout,
      merchantRequestId: texts.merchant,
      providerReceipt: texts.receipt,
      resultCode: '0',
      settledBy: 'callback',
      createdAt: at,
      settledAt: at,
    },
  });
  await prisma.disbursement.create({
    data: {
      id: ids.disbursement,
      ...tenant,
      kind: 'payout',
      status: 'success',
      amount: 90,
      phone: '254722000001',
      commandId: 'BusinessPayment',
      remarks: 'Wages',
      shortcode: '600100',
      callbackToken: unique + unique,
      originatorConversationId: uuidv7(),
      conversationId: texts.conversation,
      providerReceipt: texts.payoutReceipt,
      settledBy: 'result',
      createdAt: at,
      settledAt: at,
    },
  });
  await prisma.inquiry.create({
    data: {
      id: ids.inquiry,
      ...tenant,
      kind: 'account_balance',
      status: 'pending',
      identifierType: '4',
      remarks: 'r',
      shortcode: '600100',
      callbackToken: `${unique}${unique}`.replace(/^./, '0'),
      conversationId: texts.inquiryConversation,
      createdAt: at,
    },
  });
  await prisma.order.create({
    data: {
      id: ids.order,
      ...tenant,
      kind: 'payout',
      status: 'approved',
      input: {},
      amount: 90,
      requestedBy: merchant.owner.userId,
      requestKey: unique,
      createdAt: at,
      expiresAt: at,
    },
  });
  await prisma.webhookEndpoint.create({
    data: {
      id: ids.endpoint,
      ...tenant,
      url: 'https://a.example/x?key=hush',
      events: [],
      sealedSecret: 's',
      createdAt: at,
    },
  });
  await prisma.webhookEvent.create({
    data: { id: ids.event, ...tenant, type: 'payment.success', subjectId: ids.payment, body: '{}', createdAt: at },
  });
  await prisma.webhookDelivery.create({
    data: { id: ids.delivery, endpointId: ids.endpoint, eventId: ids.event, nextAttemptAt: at, createdAt: at },
  });
  await prisma.apiRequest.create({
    data: {
      id: ids.request,
      ...tenant,
      keyId: ids.key,
      method: 'POST',
      path: '/collect',
      statusCode: 202,
      durationMs: 3,
      createdAt: at,
    },
  });
  const { lastFour } = await prisma.apiKey.findUniqueOrThrow({ where: { id: ids.key } });
  const find = async (text: string, role: Role = 'owner', who: TenantContext = ctx) =>
    (await searchAnything({ ...who, authority: authorityOf(role) }, { text })).map(({ kind, id }) => `${kind} ${id}`);
  return { ctx, ids, texts: { ...texts, lastFour }, find };
}

let shop: Awaited<ReturnType<typeof world>>;
beforeAll(async () => {
  shop = await world();
});

describe('searchAnything', () => {
  it('finds each kind of row by its id, and by nothing else of the same look', async () => {
    for (const [kind, id] of Object.entries(shop.ids)) expect(await shop.find(id), kind).toEqual([`${kind} ${id}`]);
    expect(await shop.find(uuidv7())).toEqual([]);
  });

  it('finds money by receipts, the provider’s ids, phones and references', async () => {
    const { ids, texts, find } = shop;
    const payment = `payment ${ids.payment}`;
    const forms = [
      texts.receipt,
      texts.receipt.toLowerCase(),
      texts.checkout,
      texts.merchant,
      '0712 345678',
      '+254712345678',
    ];
    const { reference, receipt } = texts;
    const references = [reference, reference.slice(0, 4), reference.toLowerCase(), reference.slice(0, 5).toLowerCase()];
    for (const text of [...forms, ...references, receipt.slice(0, 6), receipt.slice(0, 6).toLowerCase()]) {
      expect(await find(text), text).toEqual([payment]);
    }
    expect(await find(texts.payoutReceipt.slice(0, 6))).toEqual([`disbursement ${ids.disbursement}`]);
    for (const text of [texts.payoutReceipt, texts.conversation, '0722000001']) {
      expect(await find(text), text).toEqual([`disbursement ${ids.disbursement}`]);
    }
    expect(await find(texts.inquiryConversation)).toEqual([`inquiry ${ids.inquiry}`]);
    expect(await find(`...${texts.lastFour}`)).toEqual([`key ${ids.key}`]);
  });

  it('finds money by the beginning of the name of who paid or was paid, and shows it', async () => {
    const { ctx, ids, find } = await world();
    const { prisma } = ctx.db;
    await prisma.payment.update({ where: { id: ids.payment }, data: { payerName: 'Wanjiku NJERI Kamau' } });
    await prisma.disbursement.update({ where: { id: ids.disbursement }, data: { payeeName: 'WANJIRU DOE' } });
    expect(await find('wanjiku njeri')).toEqual([`payment ${ids.payment}`]);
    expect(await find('WANJI')).toEqual([`payment ${ids.payment}`, `disbursement ${ids.disbursement}`]);
    expect(await find('njeri')).toEqual([]);
    const found = await searchAnything({ ...ctx, authority: authorityOf('owner') }, { text: 'wanji' });
    expect(found.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('Wanjiku NJERI Kamau · 0712…678'),
      'payout · WANJIRU DOE · 0722…001',
    ]);
    expect(await shop.find('wanji')).toEqual([]);
  });

  it('finds money that only the statement has, and the review that holds it', async () => {
    const merchant = await seed(base).owner().application().credentials('sandbox').mint();
    const as = merchant.as('sandbox');
    const { shortcode } = await merchant.providerAccount('sandbox');
    const receipt = unique();
    const at = '01-01-2025 10:00:00';
    await importStatement(
      as,
      fileOf(shortcode, [{ receipt, time: at, paidIn: '250.50', other: '254712345678 - JOY' }]),
    );
    const line = await base.db.prisma.statementLine.findFirstOrThrow({ where: { receipt } });
    const review = await base.db.prisma.review.findFirstOrThrow({ where: { subjectId: line.id } });
    const hit = { kind: 'statement_line', id: line.id, shortcode, amount: 250.5, status: 'unmatched' };
    expect(await searchAnything(as, { text: receipt })).toMatchObject([hit]);
    expect((await searchAnything(as, { text: receipt }))[0]?.detail).not.toContain('254712345678');
    expect(await searchAnything(as, { text: line.id })).toMatchObject([
      { kind: 'review', id: review.id, status: 'open' },
    ]);
    expect(await searchAnything({ ...as, authority: authorityOf('support') }, { text: receipt })).toEqual([]);
    expect(await shop.find(receipt)).toEqual([]);
  });

  it('finds what a code of the provider means', async () => {
    const found = await searchAnything({ ...shop.ctx, authority: authorityOf('support') }, { text: ' 1032' });
    expect(found).toMatchObject([{ kind: 'code', title: '1032', detail: 'Cancelled by the customer' }]);
    expect(await shop.find('1039')).toEqual([]);
  });

  it.each<[Role, string[]]>([
    ['owner', ['payment', 'disbursement', 'inquiry', 'order', 'delivery', 'event', 'endpoint', 'key', 'request']],
    ['developer', ['payment', 'disbursement', 'inquiry', 'order', 'delivery', 'event', 'endpoint', 'key', 'request']],
    ['finance', ['payment', 'disbursement', 'inquiry', 'order']],
    ['support', ['payment', 'disbursement', 'inquiry', 'order', 'event']],
  ])('shows the role %s what it may read and nothing else', async (role, kinds) => {
    for (const [kind, id] of Object.entries(shop.ids)) {
      expect(await shop.find(id, role), kind).toEqual(kinds.includes(kind) ? [`${kind} ${id}`] : []);
    }
  });

  it('finds nothing of another application, or of the other environment', async () => {
    const stranger = (await seed(base).owner().application().mint()).as('sandbox');
    const live: TenantContext = { ...shop.ctx, tenant: { ...shop.ctx.tenant, environment: 'production' } };
    for (const who of [stranger, live]) {
      for (const text of [...Object.values(shop.ids), ...Object.values(shop.texts), '0712345678']) {
        expect(await shop.find(text, 'owner', who), text).toEqual([]);
      }
    }
  });

  it('shows phones masked and addresses without what may be secret in them', async () => {
    const hits = await searchAnything({ ...shop.ctx, authority: authorityOf('owner') }, { text: shop.texts.receipt });
    expect(hits).toEqual([
      expect.objectContaining({ title: shop.texts.receipt, amount: 250, detail: `0712…678 · ${shop.texts.reference}` }),
    ]);
    const endpoint = await searchAnything(
      { ...shop.ctx, authority: authorityOf('owner') },
      { text: shop.ids.endpoint },
    );
    expect(endpoint[0]?.title).toBe('https://a.example/x');
  });

  it('answers ten at most, and refuses a text that is too long', async () => {
    const { ctx } = await world();
    const at = base.clock.now();
    const rows = Array.from({ length: 30 }, (_, number) => ({
      id: uuidv7(),
      ...ctx.tenant,
      source: 'c2b' as const,
      status: 'success' as const,
      amount: 1,
      requestedAmount: 1,
      phone: '254712345678',
      accountRef: number % 2 ? '0712345678' : `0712345678-${number}`,
      description: 'd',
      shortcode: '1',
      resultCode: '0',
      settledBy: 'c2b' as const,
      createdAt: at,
      settledAt: at,
    }));
    await ctx.db.prisma.payment.createMany({ data: rows });
    expect(await searchAnything({ ...ctx, authority: authorityOf('owner') }, { text: '0712345678' })).toHaveLength(10);
    await expect(
      searchAnything({ ...ctx, authority: authorityOf('owner') }, { text: 'x'.repeat(401) }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
