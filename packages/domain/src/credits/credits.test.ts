import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attempted, attemptOf, type CheckoutShop, checkoutShop, madeLink } from '../checkout/checkout.fixture.ts';
import { promptAttempt } from '../checkout/index.ts';
import { dayMs, later } from '../kernel/time.ts';
import { endLink, storeEnd } from '../links/index.ts';
import { insertPayment } from '../payments/payments.fixture.ts';
import { getLink, listLinkPayments, listLinkPaymentsSchema } from '../reading/links/index.ts';
import { subscribeToAll, type TestContext, testContext } from '../testing/index.ts';
import { drainCredits } from './index.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const races = process.env.TILLGATE_LONG_TESTS === '1' ? 1_000 : 20;

/** Somebody paid what they tried to pay on a link. */
async function paid(
  own: CheckoutShop,
  linkId: string,
  amount = 500,
  given: { announceAt?: Date } = {},
): Promise<string> {
  const id = await attempted(own, linkId, { amount: 500 });
  await promptAttempt(own.worker, id);
  const { paymentId } = await attemptOf(own, id);
  if (paymentId === null) throw new Error('There is no payment.');
  await succeed(paymentId, amount, given);
  return paymentId;
}

let receipts = 0;
async function succeed(paymentId: string, amount = 500, given: { announceAt?: Date } = {}): Promise<void> {
  receipts += 1;
  const at = base.clock.now();
  await base.db.prisma.payment.update({
    where: { id: paymentId },
    data: {
      ...{ status: 'success', amount, resultCode: '0', resultDesc: 'paid', settledBy: 'callback', settledAt: at },
      ...{ nextQueryAt: null, providerReceipt: `TLC${String(receipts).padStart(7, '0')}`, ...given },
    },
  });
}
const offline = (own: CheckoutShop, accountRef: string, amount = 500) =>
  insertPayment(own.shop, {
    accountRef,
    amount,
    requestedAmount: amount,
    shortcode: `6${String(receipts).padStart(5, '0')}`,
  });
const eventsOf = async (subjectId: string) =>
  (await base.db.prisma.webhookEvent.findMany({ where: { subjectId, type: { startsWith: 'link.' } } })).map(
    ({ type, body }) => [type, JSON.parse(body).data],
  );
const reviewsOf = async (subjectId: string) =>
  (await base.db.prisma.review.findMany({ where: { subjectId } })).map(({ reason }) => reason);

describe('a payment on a link', () => {
  it('pays it, once, and says so', async () => {
    const own = await checkoutShop(base);
    await subscribeToAll(own.shop);
    const linkId = await madeLink(own, { accountReference: 'INV-1' });
    const paymentId = await paid(own, linkId);
    expect(await drainCredits(own.worker)).toBe(1);
    expect(await drainCredits(own.worker)).toBe(0);
    expect(await getLink(own.shop, linkId)).toMatchObject({
      status: 'paid',
      paidCount: 1,
      paidAmount: 500,
      openAttempts: 0,
    });
    const { applicationId } = own.shop.tenant;
    const { providerReceipt } = await base.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    expect(await eventsOf(paymentId)).toEqual([
      [
        'link.paid',
        { linkId, paymentId, applicationId, env: 'sandbox', amount: 500, accountRef: 'INV-1', providerReceipt },
      ],
    ]);
    // An endpoint that names no type gets the six of the contract, and no other.
    expect(await base.db.prisma.webhookDelivery.count({ where: { endpoint: { applicationId } } })).toBe(0);
    expect(await reviewsOf(paymentId)).toEqual([]);
  });

  it('counts when its receipt is known, and not before', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const paymentId = await paid(own, linkId, 500, { announceAt: base.clock.now() });
    expect(await drainCredits(own.worker)).toBe(0);
    await base.db.prisma.payment.update({ where: { id: paymentId }, data: { announceAt: null } });
    expect(await drainCredits(own.worker)).toBe(1);
  });

  it('counts also when the worker died before it could name its payment', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const id = await attempted(own, linkId);
    await promptAttempt(own.worker, id);
    const { paymentId } = await attemptOf(own, id);
    await base.db.prisma.linkAttempt.update({
      where: { id },
      data: { state: 'waiting', paymentId: null, endedAt: null },
    });
    await succeed(paymentId ?? '');
    expect(await drainCredits(own.worker)).toBe(1);
    expect((await getLink(own.shop, linkId)).status).toBe('paid');
  });

  it('in parts keeps it open until the parts are the whole', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference: 'PART-1' });
    await offline(own, 'part1', 300);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'open', paidAmount: 300 });
    receipts += 1;
    await offline(own, 'PART 1', 200);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'paid', paidCount: 2, paidAmount: 500 });
  });

  it.each([
    ['too much', 'OVER-1', 700, [], ['link_overpaid'], 'paid'],
    ['after its end', 'LATE-1', 500, ['end'], ['link_paid_late'], 'paid'],
    ['after its end and too little', 'LATE-2', 100, ['end'], ['link_paid_late'], 'ended'],
  ] as const)('%s has a person look', async (_what, accountReference, amount, before, reasons, status) => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference });
    if (before.length > 0) await endLink(own.shop, { linkId });
    receipts += 1;
    const paymentId = await offline(own, accountReference, amount);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status, paidAmount: amount });
    expect(await reviewsOf(paymentId)).toEqual(reasons);
  });

  it('that is paid already counts as well, and has a person look', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const id = await attempted(own, linkId);
    await promptAttempt(own.worker, id);
    const { paymentId: second } = await attemptOf(own, id);
    await base.db.prisma.paymentLink.update({
      where: { id: linkId },
      data: { status: 'paid', paidCount: 1, paidAmount: 500 },
    });
    await succeed(second ?? '');
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'paid', paidCount: 2, paidAmount: 1_000 });
    expect(await reviewsOf(second ?? '')).toEqual(['link_paid_twice']);
  });

  it('of many ends it with the last one that it may have', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { kind: 'many', paymentsMax: 2 });
    await paid(own, linkId);
    await drainCredits(own.worker);
    expect((await getLink(own.shop, linkId)).status).toBe('open');
    await paid(own, linkId);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({
      status: 'ended',
      endedBy: 'limit',
      paidCount: 2,
      paidAmount: 1_000,
    });
    expect(await eventsOf(linkId)).toEqual([
      ['link.ended', { linkId, applicationId: own.shop.tenant.applicationId, env: 'sandbox', endedBy: 'limit' }],
    ]);
  });
});

describe('an offline payment', () => {
  it('counts towards the link with its reference, and is listed with it', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference: 'inv-77' });
    receipts += 1;
    const paymentId = await offline(own, ' INV 77 ');
    await drainCredits(own.worker);
    expect((await getLink(own.shop, linkId)).status).toBe('paid');
    const { payments } = await listLinkPayments(own.shop, { linkId, ...listLinkPaymentsSchema.parse({}) });
    expect(payments).toMatchObject([{ paymentId, status: 'success', amount: 500, answers: null }]);
  });

  it('counts towards none: another reference, another shop, another environment, one that ended long ago', async () => {
    const own = await checkoutShop(base);
    const other = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference: 'ONE-1' });
    await madeLink(other);
    receipts += 1;
    await offline(other, 'ONE-1');
    receipts += 1;
    await offline(own, 'ONE-11');
    receipts += 1;
    await insertPayment(own.shop, { environment: 'production', accountRef: 'ONE-1', shortcode: `6${receipts}` });
    await endLink(own.shop, { linkId });
    await base.db.prisma.paymentLink.update({
      where: { id: linkId },
      data: { endedAt: later(base.clock.now(), -30 * dayMs - 1) },
    });
    receipts += 1;
    await offline(own, 'ONE-1');
    expect(await drainCredits(own.worker)).toBe(0);
    expect(await base.db.prisma.creditDue.count()).toBe(0);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'ended', paidCount: 0 });
  });

  it('is noted for applications that have links alone', async () => {
    const own = await checkoutShop(base);
    receipts += 1;
    await offline(own, 'X');
    expect(await base.db.prisma.creditDue.count()).toBe(0);
  });

  it('that is the same money as one that counts does not count again', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference: 'SAME-1' });
    receipts += 1;
    const first = await offline(own, 'SAME-1', 200);
    await drainCredits(own.worker);
    receipts += 1;
    const same = {
      accountRef: 'SAME-1',
      amount: 200,
      requestedAmount: 200,
      sameMoneyAs: first,
      shortcode: `6${receipts}`,
    };
    const second = await insertPayment(own.shop, same);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'open', paidCount: 1, paidAmount: 200 });
    expect(await eventsOf(second)).toEqual([]);
    expect(await base.db.prisma.linkCredit.findMany({ where: { paymentId: second } })).toEqual([]);
    expect(await reviewsOf(second)).toEqual([]);
  });
});

describe('money that goes back', () => {
  /** A reversal of a payment comes to its end. */
  async function reversed(own: CheckoutShop, paymentId: string, amount: number): Promise<void> {
    const { providerReceipt } = await base.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    const id = uuidv7();
    await base.db.prisma.disbursement.create({
      data: {
        ...{ id, ...own.shop.tenant, kind: 'reversal', status: 'pending', amount, transactionId: providerReceipt },
        ...{ remarks: 'Refund', shortcode: '600000', callbackToken: randomBytes(32).toString('hex') },
        ...{ createdAt: base.clock.now() },
      },
    });
    await base.db.prisma.disbursement.update({
      where: { id },
      data: {
        ...{ status: 'success', settledBy: 'result', settledAt: base.clock.now(), resultCode: '0' },
        ...{ providerReceipt: `R${id.slice(-9)}`.toUpperCase(), nextInquiryAt: null },
      },
    });
  }

  it('does not count any more: the link stays paid, and a person looks', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const paymentId = await paid(own, linkId);
    await drainCredits(own.worker);
    await reversed(own, paymentId, 500);
    expect(await drainCredits(own.worker)).toBe(0);
    expect(await drainCredits(own.worker)).toBe(0);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'paid', paidCount: 0, paidAmount: 0 });
    expect(await reviewsOf(paymentId)).toEqual(['link_paid_back']);
    expect(await eventsOf(paymentId)).toHaveLength(1);
  });

  it('because it was too much leaves the rest, and nobody has to look', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference: 'MORE-1' });
    receipts += 1;
    const paymentId = await offline(own, 'MORE-1', 700);
    await drainCredits(own.worker);
    await reversed(own, paymentId, 200);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'paid', paidCount: 1, paidAmount: 500 });
    expect(await reviewsOf(paymentId)).toEqual(['link_overpaid']);
  });

  it('is asked for again on a link that is open', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference: 'BACK-1' });
    receipts += 1;
    const part = await offline(own, 'BACK-1', 300);
    await drainCredits(own.worker);
    await reversed(own, part, 300);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'open', paidCount: 0, paidAmount: 0 });
    expect(await reviewsOf(part)).toEqual([]);
  });

  it('before it was counted is counted first', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    const paymentId = await paid(own, linkId);
    await reversed(own, paymentId, 500);
    expect(await drainCredits(own.worker)).toBe(1);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'paid', paidCount: 0, paidAmount: 0 });
    expect(await reviewsOf(paymentId)).toEqual(['link_paid_back']);
  });

  it('of a payment that counts towards no link changes nothing', async () => {
    const own = await checkoutShop(base);
    await madeLink(own);
    receipts += 1;
    const paymentId = await offline(own, 'NO-LINK', 100);
    await drainCredits(own.worker);
    await reversed(own, paymentId, 100);
    expect(await base.db.prisma.creditDue.count({ where: { paymentId } })).toBe(0);
  });

  it('is not waited for twice: two payments that a person says are one count once', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own, { accountReference: 'TWIN-1', kind: 'once' });
    receipts += 1;
    const first = await offline(own, 'TWIN-1', 200);
    await drainCredits(own.worker);
    base.clock.advance(1);
    receipts += 1;
    const second = await offline(own, 'TWIN-1', 200);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ paidCount: 2, paidAmount: 400 });
    await base.db.prisma.payment.update({ where: { id: first }, data: { sameMoneyAs: second } });
    await base.db.prisma.payment.update({ where: { id: second }, data: { sameMoneyAs: first } });
    await drainCredits(own.worker);
    await drainCredits(own.worker);
    expect(await getLink(own.shop, linkId)).toMatchObject({ status: 'open', paidCount: 1, paidAmount: 200 });
    const credits = await base.db.prisma.linkCredit.findMany({ where: { linkId }, orderBy: { creditedAt: 'asc' } });
    expect(credits.map(({ paymentId, reversedAmount }) => [paymentId, reversedAmount])).toEqual([
      [first, 0],
      [second, 200],
    ]);
  });

  it('is noted beside a worker that is counting it', async () => {
    const own = await checkoutShop(base);
    const linkId = await madeLink(own);
    for (let n = 0; n < races; n += 1) {
      const each = n === 0 ? linkId : await madeLink(own);
      // A link shop has so many prompts a minute.
      base.clock.advance(61);
      const paymentId = await paid(own, each);
      await Promise.all([drainCredits(own.worker), reversed(own, paymentId, 500), drainCredits(own.worker)]);
      await drainCredits(own.worker);
      expect(await getLink(own.shop, each)).toMatchObject({ paidCount: 0, paidAmount: 0 });
    }
  });
});

it('a link that is paid while a sweep would end it stays paid', async () => {
  const own = await checkoutShop(base);
  const linkId = await madeLink(own);
  await paid(own, linkId);
  await drainCredits(own.worker);
  const at = later(base.clock.now(), 400 * dayMs);
  const event = { type: 'link.ended' as const, body: '{}', sequence: 1 };
  expect(await storeEnd(base.db.pool, linkId, { endedBy: 'expiry', at, event, audit: null })).toBe(false);
  expect((await getLink(own.shop, linkId)).status).toBe('paid');
  expect(await eventsOf(linkId)).toEqual([]);
});

it('workers that drain at once credit each payment once, and the sums agree', async () => {
  const own = await checkoutShop(base);
  const linkId = await madeLink(own, { kind: 'many' });
  const other = await madeLink(own, { kind: 'many' });
  for (let n = 0; n < races; n += 1) {
    await Promise.all([paid(own, linkId), paid(own, other)]);
    base.clock.advance(61);
    await Promise.all(Array.from({ length: 3 }, () => drainCredits(own.worker)));
  }
  for (const id of [linkId, other]) {
    const credits = await base.db.prisma.linkCredit.findMany({ where: { linkId: id } });
    expect(credits).toHaveLength(races);
    expect(await getLink(own.shop, id)).toMatchObject({ paidCount: races, paidAmount: races * 500 });
  }
});
