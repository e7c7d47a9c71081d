import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resendDelivery } from '../deliveries/index.ts';
import { getDay } from '../reading/closing/index.ts';
import { checkRollups, refreshRollups } from '../rollups/index.ts';
import { fillTables, type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { eraseSubject, exportSubject, holdSubjects, type SubjectRow } from './index.ts';
import { exceptions, ofMerchants, plainColumns } from './kept-columns.ts';
import { places } from './places.ts';
import { storedForms } from './subject.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
beforeEach(async () => {
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

/** The command line, with its own rights. */
const operator = () => ({ ...ctx, db: test.databaseAs('cli') });
const mint = () => seed(ctx).owner().application().mint();
const reason = 'They asked for it.';
const erase = (shop: SeededMerchant, phone: string, more: object = {}) =>
  eraseSubject(operator(), { organizationId: shop.organizationId, phone, reason, ...more });

let numbers = 0;
/** A number that no other test has: 254712xxxxxx. */
const newPhone = () => `254712${String(345_000 + numbers++)}`;

type TextColumn = { table: string; name: string; type: string };
async function textColumns(): Promise<TextColumn[]> {
  const { rows } = await ctx.db.pool.query<TextColumn>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
      AND format_type(a.atttypid, a.atttypmod) ~ '^(text|json|bytea|character)' ORDER BY 1, 2`);
  return rows;
}

/** Where it was decided what becomes of a column; undefined for a column that nobody thought of. */
function decidedFor({ table, name }: TextColumn): 'rewritten' | 'stays' | undefined {
  const place = places.find((each) => each.table === table);
  if (place?.columns.some((column) => column.name === name)) return 'rewritten';
  if (`${table}.${name}` in exceptions || `${table}.*` in exceptions) return 'stays';
  if (ofMerchants.some((each) => each === table) || plainColumns[table]?.includes(name)) return 'stays';
  return undefined;
}

it('every column that can hold a text is rewritten, or is listed with those that stay', async () => {
  const undecided = (await textColumns()).filter((column) => decidedFor(column) === undefined);
  expect(undecided.map(({ table, name }) => `${table}.${name}`)).toEqual([]);
});

/** Columns of the whole database in which a text stands, but for those that are listed. */
async function tracesOf(looksLike: RegExp, applicationIds?: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const column of await textColumns()) {
    if (decidedFor(column) !== 'rewritten') continue;
    const { table, name, type } = column;
    const as = type === 'bytea' ? `encode(${name}, 'escape')` : `${name}::text`;
    const { rows } = await ctx.db.pool.query<{ value: string; owner?: string }>(
      `SELECT ${as} AS value, to_jsonb(t)->>'application_id' AS owner FROM ${table} t WHERE ${name} IS NOT NULL`,
    );
    const hits = rows.filter(({ value, owner }) => {
      if (applicationIds && owner && !applicationIds.includes(owner)) return false;
      return looksLike.test(value) || looksLike.test(value.replace(/[^0-9a-zA-Z]/g, ''));
    });
    if (hits.length > 0) found.push(`${table}.${name}`);
  }
  return found;
}

const anySpelling = (phone: string) => new RegExp(`${phone.slice(3)}|${storedForms(phone).slice(4).join('|')}`, 'i');

async function fill(shop: SeededMerchant, text: string) {
  const { applicationId, organizationId, owner } = shop;
  const tenant = { applicationId, environment: 'production' as const };
  const filled = await fillTables(ctx.db, { tenant, organizationId, userId: owner.userId, text, at: ctx.clock.now() });
  await ctx.db.pool.query('DELETE FROM held_confirmations WHERE application_id = $1', [applicationId]);
  await ctx.db.pool.query('DELETE FROM subject_holds WHERE organization_id = $1', [organizationId]);
  await ctx.db.pool.query(
    `UPDATE reviews SET status = 'closed', closed_at = now(), closed_by = 'operator' WHERE application_id = $1`,
    [applicationId],
  );
  return filled;
}

/** A prompt that was paid, with the callback, the event and the reply of the merchant's server. */
async function pay(shop: SeededMerchant, phone: string, given: { status?: 'success' | 'pending'; name?: string } = {}) {
  const { applicationId } = shop;
  const { status = 'success', name = 'Jane Wanjiku' } = given;
  const { prisma } = ctx.db;
  const at = ctx.clock.now();
  const id = uuidv7();
  const receipt = `T${id.replaceAll('-', '').slice(-9).toUpperCase()}`;
  const isPaid = status === 'success';
  const settled = { providerReceipt: receipt, resultCode: '0', settledBy: 'callback' as const, settledAt: at };
  await prisma.payment.create({
    data: {
      id,
      applicationId,
      environment: 'production',
      source: 'stk',
      status,
      amount: 250,
      requestedAmount: 250,
      phone,
      accountRef: 'INV-1',
      description: `For ${name}`,
      metadata: { customer: name, mobile: `+${phone}`, points: 4 },
      shortcode: '600200',
      callbackToken: uuidv7().replaceAll('-', ''),
      createdAt: at,
      ...(isPaid && settled),
    },
  });
  const items = [
    { Name: 'Amount', Value: 250 },
    { Name: 'MpesaReceiptNumber', Value: receipt },
    { Name: 'PhoneNumber', Value: Number(phone) },
  ];
  const posted = {
    Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item: items } } },
    FirstName: name.split(' ')[0],
  };
  await prisma.providerCallback.create({
    data: {
      id: uuidv7(),
      kind: 'stk_callback',
      subjectId: id,
      subjectKind: 'payment',
      applicationId,
      state: 'applied',
      bodyHash: id.replaceAll('-', '').padEnd(64, '0'),
      body: Buffer.from(JSON.stringify({ ...posted, LastName: name.split(' ')[1] })),
      remoteIp: '203.0.113.1',
      receivedAt: at,
      appliedAt: at,
    },
  });
  const eventId = uuidv7();
  const data = { paymentId: id, phone, amount: 250 };
  const event = {
    applicationId,
    environment: 'production' as const,
    type: 'payment.success',
    subjectId: id,
    createdAt: at,
  };
  await prisma.webhookEvent.create({ data: { id: eventId, ...event, body: JSON.stringify({ data }) } });
  const endpoint = {
    applicationId,
    environment: 'production' as const,
    url: 'https://shop.example/h',
    sealedSecret: 'v1.x',
  };
  const { id: endpointId } = await prisma.webhookEndpoint.create({
    data: { id: uuidv7(), ...endpoint, createdAt: at },
  });
  const deliveryId = uuidv7();
  const delivered = { status: 'delivered' as const, attemptCount: 1, endedAt: at, createdAt: at };
  await prisma.webhookDelivery.create({ data: { id: deliveryId, endpointId, eventId, ...delivered } });
  const answer = { statusCode: 200, responseBody: `Thank you, ${name}!`, startedAt: at, durationMs: 5 };
  await prisma.webhookAttempt.create({ data: { deliveryId, number: 1, endpointId, ...answer } });
  return { id, deliveryId, receipt };
}

async function ledger(shop: SeededMerchant) {
  const of = async (columns: string, table: string) =>
    (
      await ctx.db.pool.query(`SELECT ${columns} FROM ${table} WHERE application_id = $1 ORDER BY id`, [
        shop.applicationId,
      ])
    ).rows;
  return {
    payments: await of(
      'id, status, amount, provider_receipt, result_code, settled_at, created_at, shortcode',
      'payments',
    ),
    disbursements: await of('id, status, amount, provider_receipt, result_code, settled_at', 'disbursements'),
    callbacks: await of('id, kind, state, body_hash, subject_id', 'provider_callbacks'),
    claims: await of('id, key, fingerprint, state, resource_id', 'idempotency_records'),
    lines: await of('id, receipt, paid_in_cents, withdrawn_cents, payment_id', 'statement_lines'),
    signed: await of('*', 'day_sign_offs'),
    audit: await of('*', 'audit_entries'),
  };
}

describe('erasing', () => {
  it.each([
    ['254…', (phone: string) => phone],
    ['+254…', (phone: string) => `+${phone}`],
    ['07…', (phone: string) => `0${phone.slice(3)}`],
    ['nine digits', (phone: string) => phone.slice(3)],
    ['spaces', (phone: string) => `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`],
    ['dashes', (phone: string) => `+254-${phone.slice(3, 6)}-${phone.slice(6)}`],
    ['a hash', (phone: string) => storedForms(phone)[4] ?? ''],
  ])('leaves no trace in any column, written as %s', async (_, spell) => {
    const shop = await mint();
    const phone = newPhone();
    await fill(shop, `${spell(phone)} Achieng`);
    const before = await ledger(shop);
    expect((await tracesOf(anySpelling(phone))).length).toBeGreaterThan(25);
    const { rows } = await erase(shop, phone, { names: ['Achieng'] });
    expect(Object.keys(rows).length).toBeGreaterThan(10);
    expect(await tracesOf(anySpelling(phone))).toEqual([]);
    expect(await tracesOf(/Achieng/i, [shop.applicationId])).toEqual([]);
    expect(await ledger(shop)).toMatchObject({ ...before, audit: expect.anything() });
  });

  it('finds the names that the provider told, also where the number does not stand', async () => {
    const shop = await mint();
    const phone = newPhone();
    await pay(shop, phone);
    const stranger = await pay(shop, newPhone(), { name: 'Jane Otieno' });
    await erase(shop, phone);
    expect(await tracesOf(anySpelling(phone))).toEqual([]);
    expect(await tracesOf(/Wanjiku/i)).toEqual([]);
    // Another Jane is another person.
    const { metadata } = await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: stranger.id } });
    expect(metadata).toMatchObject({ customer: 'Jane Otieno', points: 4 });
  });

  it.each(['JANE WANJIKU DOE', 'J', 'SUCCESS'])(
    'the name %j of payments and payouts goes, also when the callbacks are gone',
    async (name) => {
      const shop = await mint();
      const phone = newPhone();
      const { id } = await pay(shop, phone, { name: 'Nobody Known' });
      const stranger = await pay(shop, newPhone(), { name: 'Nobody Else' });
      const { prisma } = ctx.db;
      await prisma.providerCallback.deleteMany({ where: { subjectId: id } });
      await prisma.payment.updateMany({ where: { id: { in: [id, stranger.id] } }, data: { payerName: name } });
      const payout = { kind: 'payout' as const, status: 'success' as const, amount: 250, phone, payeeName: name };
      const { id: payoutId } = await prisma.disbursement.create({
        data: {
          id: uuidv7(),
          applicationId: shop.applicationId,
          environment: 'production',
          ...payout,
          remarks: 'Wages',
          commandId: 'BusinessPayment',
          originatorConversationId: uuidv7(),
          settledBy: 'result',
          settledAt: ctx.clock.now(),
          shortcode: '600200',
          callbackToken: uuidv7().replaceAll('-', '').repeat(2),
          createdAt: ctx.clock.now(),
        },
      });
      await erase(shop, phone);
      expect(await prisma.payment.findUniqueOrThrow({ where: { id } })).toMatchObject({
        payerName: 'Erased',
        status: 'success',
      });
      expect(await prisma.disbursement.findUniqueOrThrow({ where: { id: payoutId } })).toMatchObject({
        payeeName: 'Erased',
        remarks: 'Wages',
      });
      expect(await prisma.payment.findUniqueOrThrow({ where: { id: stranger.id } })).toMatchObject({ payerName: name });
      expect((await erase(shop, phone)).rows).toEqual({});
    },
  );

  it('finds the confirmation of a prompt, whose number is masked, by its receipt', async () => {
    const shop = await mint();
    const phone = newPhone();
    const { receipt } = await pay(shop, phone, { name: 'Nobody Known' });
    const stranger = await pay(shop, newPhone(), { name: 'Nobody Else' });
    const confirmation = async (TransID: string) => {
      const id = uuidv7();
      const told = { TransID, TransAmount: '250.00', MSISDN: '2547 ***** 126', FirstName: 'ZUHURA', LastName: 'ALI' };
      await ctx.db.prisma.providerCallback.create({
        data: {
          id,
          kind: 'c2b_confirmation',
          subjectId: uuidv7(),
          subjectKind: 'c2b_registration',
          applicationId: shop.applicationId,
          state: 'applied',
          bodyHash: id.replaceAll('-', '').padEnd(64, '0'),
          body: Buffer.from(JSON.stringify(told)),
          remoteIp: '203.0.113.1',
          receivedAt: ctx.clock.now(),
          appliedAt: ctx.clock.now(),
        },
      });
      return async () =>
        JSON.parse(
          Buffer.from((await ctx.db.prisma.providerCallback.findUniqueOrThrow({ where: { id } })).body).toString(),
        );
    };
    const [own, other] = [await confirmation(receipt), await confirmation(stranger.receipt)];
    await erase(shop, phone);
    expect(await own()).toMatchObject({ TransID: receipt, FirstName: 'Erased', LastName: 'Erased' });
    expect(await other()).toMatchObject({ FirstName: 'ZUHURA', LastName: 'ALI' });
  });

  it('keeps bodies readable, totals and the figures of days', async () => {
    const shop = await mint();
    const phone = newPhone();
    const { id } = await pay(shop, phone);
    ctx.clock.advance(2 * 24 * 3600);
    await refreshRollups(ctx);
    const as = shop.as('production');
    const day = '2026-01-05';
    const before = await getDay(as, { day });
    await erase(shop, phone);
    expect(await getDay(as, { day })).toEqual(before);
    expect(await checkRollups(ctx, { applicationId: shop.applicationId })).toMatchObject({ differingCount: 0 });
    const callback = await ctx.db.prisma.providerCallback.findFirstOrThrow({ where: { subjectId: id } });
    expect(JSON.parse(Buffer.from(callback.body).toString())).toMatchObject({
      Body: { stkCallback: { CallbackMetadata: { Item: [{ Value: 250 }, {}, { Value: 254_000_000_000 }] } } },
    });
    const payment = await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id } });
    expect(payment).toMatchObject({ amount: 250, status: 'success', phone: '254000000000' });
    expect(payment.metadata).toEqual({ customer: 'Erased Erased', mobile: '254000000000', points: 4 });
  });

  it('a customer who is called like a code, a field or a sum changes no record of money', async () => {
    const shop = await mint();
    const phone = newPhone();
    const { id, receipt } = await pay(shop, phone);
    const told = { TransID: receipt, TransAmount: '345.00', TransactionType: 'Pay Bill', MSISDN: Number(phone) };
    const names = { FirstName: 'SUCCESS', MiddleName: 'AMOUNT', LastName: '345' };
    await ctx.db.prisma.providerCallback.updateMany({
      where: { subjectId: id },
      data: { body: Buffer.from(JSON.stringify({ ...told, ...names })) },
    });
    const event = { type: 'payment.success', created: 345, data: { status: 'success', amount: 345, phone } };
    await ctx.db.prisma.webhookEvent.updateMany({ where: { subjectId: id }, data: { body: JSON.stringify(event) } });
    await ctx.db.prisma.payment.update({ where: { id }, data: { metadata: { amount: 345, status: 'success' } } });
    await erase(shop, phone, { names: ['345', 'payment'] });
    const callback = await ctx.db.prisma.providerCallback.findFirstOrThrow({ where: { subjectId: id } });
    const erased = { FirstName: 'Erased', MiddleName: 'Erased', LastName: 'Erased' };
    expect(JSON.parse(Buffer.from(callback.body).toString())).toEqual({ ...told, MSISDN: 254_000_000_000, ...erased });
    const { body } = await ctx.db.prisma.webhookEvent.findFirstOrThrow({ where: { subjectId: id } });
    expect(JSON.parse(body)).toEqual({ ...event, data: { ...event.data, phone: '254000000000' } });
    const payment = await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id } });
    expect(payment).toMatchObject({ phone: '254000000000', metadata: { amount: 345, status: 'success' } });
  });

  it('a webhook with an erased body cannot be sent again', async () => {
    const shop = await mint();
    const phone = newPhone();
    const { deliveryId } = await pay(shop, phone);
    await erase(shop, phone);
    await expect(resendDelivery(operator(), { deliveryId })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('touches no other organization', async () => {
    const [shop, other] = [await mint(), await mint()];
    const phone = newPhone();
    await pay(shop, phone);
    const theirs = await pay(other, phone);
    await erase(shop, phone);
    expect(await tracesOf(anySpelling(phone), [shop.applicationId])).toEqual([]);
    expect((await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: theirs.id } })).phone).toBe(phone);
    const callback = await ctx.db.prisma.providerCallback.findFirstOrThrow({ where: { subjectId: theirs.id } });
    expect(Buffer.from(callback.body).toString()).toContain(phone);
  });

  it('is in the audit with a hash and the reason; again it finds nothing', async () => {
    const shop = await mint();
    const phone = newPhone();
    await pay(shop, phone);
    const { subject, rows } = await erase(shop, phone);
    expect(rows).toMatchObject({ payments: 1, provider_callbacks: 1, webhook_events: 1, webhook_attempts: 1 });
    expect(await erase(shop, phone)).toEqual({ subject, rows: {} });
    const entries = await ctx.db.prisma.auditEntry.findMany({
      where: { action: 'subject.erased', subjectId: subject },
    });
    expect(entries).toMatchObject([{ actor: 'operator', organizationId: shop.organizationId, detail: { reason } }]);
    expect(JSON.stringify(entries)).not.toContain(phone.slice(3));
  });

  it('is refused while something is unfinished, and within the legal hold', async () => {
    const shop = await mint();
    const phone = newPhone();
    const { id } = await pay(shop, phone, { status: 'pending' });
    await expect(erase(shop, phone)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(`${id} without an outcome`),
    });
    const paid = newPhone();
    await pay(shop, paid);
    await holdSubjects(operator(), { organizationId: shop.organizationId, days: 30 });
    await expect(erase(shop, paid)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('legal hold): until 2026-02-04'),
    });
    ctx.clock.advance(30 * 24 * 3600);
    expect((await erase(shop, paid)).rows).toMatchObject({ payments: 1 });
  });

  it('is for owners and the operator alone', async () => {
    const shop = await seed(ctx).owner().application().member('admin').member('finance').mint();
    const other = await mint();
    const phone = newPhone();
    await pay(shop, phone);
    const as = (userId: string) =>
      eraseSubject({ ...ctx, actor: `user:${userId}` }, { organizationId: shop.organizationId, phone, reason });
    for (const { userId } of shop.members) await expect(as(userId)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(as(other.owner.userId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await as(shop.owner.userId)).rows).toMatchObject({ payments: 1 });
    const missing = { organizationId: uuidv7(), phone, reason };
    await expect(eraseSubject(operator(), missing)).rejects.toMatchObject({ code: 'not_found' });
    await expect(erase(shop, '12345')).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(erase(shop, phone, { reason: 'for 0712 345 678' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it('an export has every row about a number, no secrets and nothing of others', async () => {
  const [shop, other] = [await mint(), await mint()];
  const phone = newPhone();
  const { id } = await pay(shop, phone);
  const stranger = await pay(shop, newPhone());
  const theirs = await pay(other, phone);
  const rows: SubjectRow[] = [];
  for await (const row of exportSubject(operator(), { organizationId: shop.organizationId, phone })) rows.push(row);
  expect(rows.map(({ table }) => table).sort()).toEqual([
    'payments',
    'provider_callbacks',
    'webhook_attempts',
    'webhook_events',
  ]);
  const text = JSON.stringify(rows);
  expect(text).toContain(id);
  expect(text).toContain('Thank you, Jane Wanjiku!');
  expect(text).not.toContain(stranger.id);
  expect(text).not.toContain(theirs.id);
  expect(text).not.toContain('callback_token');
  const audits = await ctx.db.prisma.auditEntry.findMany({
    where: { action: 'subject.exported', organizationId: shop.organizationId },
  });
  expect(audits).toHaveLength(1);
});
