import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { openReviewOf, openReviewOfCallback } from '@tillgate/domain/reviews';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { type SeededMerchant, seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
let shop: SeededMerchant;
let where: string[];
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: { now: () => new Date(), advance() {}, set() {} } });
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
  shop = await seed(ctx).owner({ name: 'Wanjiku' }).application().mint();
  where = ['--app', shop.applicationId, '--env', 'production'];
});
afterAll(() => test.close());

/** The one object that a command printed. */
async function done(command: string, ...args: string[]) {
  const { code, stdout, stderr } = await tillgate(['review', command, ...where, ...args, '--json'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

async function refused(command: string, ...args: string[]) {
  const { code, stdout, stderr } = await tillgate(['review', command, ...args, '--json'], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return JSON.parse(stderr);
}

/** A production prompt of yesterday that nothing was heard of, and its review. */
async function stuck(changes: object = {}) {
  const id = crypto.randomUUID();
  const tenant = { applicationId: shop.applicationId, environment: 'production' as const };
  const createdAt = new Date(Date.now() - 86_400_000);
  await ctx.db.prisma.payment.create({
    data: {
      id,
      ...tenant,
      source: 'stk',
      status: 'pending',
      amount: 500,
      requestedAmount: 500,
      phone: '254712345678',
      accountRef: 'INV-1',
      description: 'Payment',
      shortcode: '174379',
      callbackToken: randomBytes(32).toString('hex'),
      checkoutRequestId: `ws_CO_${id}`,
      createdAt,
      ...changes,
    },
  });
  await openReviewOf(ctx.db.pool, { kind: 'payment', id }, { reason: 'outcome_unknown', detail: {} }, new Date());
  const { id: review } = await ctx.db.prisma.review.findFirstOrThrow({ where: { subjectId: id } });
  return { id, review: ['--review', review], reviewId: review };
}

describe('an operator at the review desk', () => {
  it('lists, shows, notes and assigns', async () => {
    const { id, review, reviewId } = await stuck();
    const { reviews } = await done('list', '--search', id);
    expect(reviews).toMatchObject([{ reviewId, subjectId: id, words: { key: 'outcome_unknown_payment' } }]);
    expect(await done('note', ...review, '--text', 'Called the bank')).toEqual({ noteId: expect.any(String) });
    await done('assign', ...review, '--user', shop.owner.userId);
    const shown = await done('show', ...review);
    expect(shown).toMatchObject({
      review: { sentence: 'The provider never said whether this was paid.', assignedTo: { name: 'Wanjiku' } },
      notes: [{ text: 'Called the bank', by: { kind: 'operator' } }],
      steps: expect.arrayContaining(['ask_again', 'resolve_paid']),
    });
    const { stdout: text } = await tillgate(['review', 'show', ...where, ...review], env);
    expect(text).toContain('Called the bank');
    expect(text).toContain('Wanjiku');
  });

  it('asks again and clears', async () => {
    const { id, review } = await stuck();
    await done('ask', ...review);
    expect(await done('clear', ...review, '--note', 'Nothing to do')).toEqual({ closed: 1 });
    expect((await done('list', '--closed', '--search', id)).reviews).toHaveLength(1);
  });

  it('resolves alone, also in production, and the result and the audit say so', async () => {
    const { id, review } = await stuck();
    expect(await done('resolve', ...review, '--paid', 'tjkcli0001', '--reason', 'On the statement')).toEqual({
      subjectKind: 'payment',
      subjectId: id,
      status: 'success',
      receipt: 'TJKCLI0001',
      resolvedBy: 'operator',
      approvedBy: null,
    });
    const [entry] = await ctx.db.prisma.auditEntry.findMany({ where: { subjectId: id } });
    expect(entry).toMatchObject({
      actor: 'operator',
      action: 'payment.resolved',
      detail: { approvedBy: null, reason: 'On the statement' },
    });
    const other = await stuck();
    const taken = await refused('resolve', ...where, ...other.review, '--paid', 'TJKCLI0001', '--reason', 'x');
    expect(taken).toMatchObject({ code: 'invalid_input', error: expect.stringContaining(id) });
    await done('resolve', '--payment', other.id, '--not-paid', '--reason', 'Not on the statement');
    const { status } = await ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: other.id } });
    expect(status).toBe('failed');
  });

  it('links two payments that are one money', async () => {
    const paid = { status: 'success', resultCode: '0', settledBy: 'callback', settledAt: new Date() };
    const [one, other] = [await stuck(), await stuck({ ...paid, providerReceipt: 'TJKCLI0002' })];
    const result = await done('link', '--payment', one.id, '--with', other.id, '--note', 'One customer');
    expect(result).toEqual({ paymentId: one.id, sameMoneyAs: other.id });
  });

  it('decides what a confirmation is that waits', async () => {
    const [callbackId, registrationId] = [crypto.randomUUID(), crypto.randomUUID()];
    const tenant = { applicationId: shop.applicationId, environment: 'production' as const };
    const now = new Date();
    const { prisma, pool } = ctx.db;
    const hookToken = randomBytes(32).toString('hex');
    await prisma.c2bRegistration.create({
      data: { id: registrationId, ...tenant, shortcode: '600800', hookToken, createdAt: now },
    });
    await prisma.providerCallback.create({
      data: {
        id: callbackId,
        kind: 'c2b_confirmation',
        subjectId: registrationId,
        subjectKind: 'c2b_registration',
        applicationId: shop.applicationId,
        bodyHash: randomBytes(32).toString('hex'),
        body: Buffer.from('{}'),
        remoteIp: '127.0.0.1',
        receivedAt: now,
        retryAt: now,
      },
    });
    const held = { callbackId, registrationId, ...tenant, shortcode: '600800', amount: 70, receipt: 'TJKCLI0003' };
    const payer = { phone: '2547*****126', reference: 'INV', paidAt: now, heldAt: now };
    await prisma.heldConfirmation.create({ data: { ...held, ...payer } });
    const review = { reason: 'confirmation_undecided' as const, detail: {} };
    await openReviewOfCallback(pool, { ...tenant, id: callbackId }, review, now);
    const { id } = await prisma.review.findFirstOrThrow({ where: { subjectId: callbackId } });
    const note = ['--review', id, '--note', 'Paid at the counter'];
    expect(await refused('decide', ...where, ...note)).toMatchObject({ code: 'invalid_input' });
    expect(await done('decide', ...note, '--offline')).toEqual({ callbackId, to: 'offline' });
    const payment = await prisma.payment.findFirstOrThrow({ where: { providerReceipt: 'TJKCLI0003' } });
    expect(payment).toMatchObject({ source: 'c2b', status: 'success', amount: 70 });
    expect(await prisma.review.count({ where: { subjectId: callbackId, status: 'open' } })).toBe(0);
  });

  it('is refused what is not there, and what is said by halves', async () => {
    const { review, id } = await stuck();
    const sandbox = ['--app', shop.applicationId, '--env', 'sandbox'];
    expect(await refused('show', ...sandbox, ...review)).toMatchObject({ code: 'not_found' });
    expect(await refused('list', '--app', 'nonsense', '--env', 'sandbox')).toMatchObject({ code: 'not_found' });
    const reason = ['--reason', 'x'];
    expect(await refused('resolve', ...where, ...review, ...reason)).toMatchObject({ code: 'invalid_input' });
    const both = ['--payment', id, '--not-paid'];
    expect(await refused('resolve', ...where, ...review, ...both, ...reason)).toMatchObject({ code: 'invalid_input' });
    expect(await refused('resolve', ...where, ...review, '--not-paid')).toMatchObject({ code: 'usage' });
    expect(await refused('assign', ...where, ...review)).toMatchObject({ code: 'invalid_input' });
  });
});
