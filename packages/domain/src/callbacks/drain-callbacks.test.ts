import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  auditOf,
  eventsOf,
  inboxRow,
  newPrompt,
  newReceipt,
  newShop,
  postConfirmation,
  postOutcome,
  rowOf,
  type Shop,
} from '../c2b/c2b.fixture.ts';
import { lockDue } from '../inbox/due-statements.ts';
import { type TestContext, testContext, waitingForLocks } from '../testing/index.ts';
import { drainCallbacks } from './drain-callbacks.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** Prompts with their outcomes in the inbox, and the ids of the callbacks. */
async function answered(shop: Shop, receipts: (string | undefined)[]) {
  const made = [];
  for (const [n, receipt] of receipts.entries()) {
    const prompt = await newPrompt(shop, { accountReference: `INV-${n}` });
    made.push({ ...prompt, receipt, callbackId: await postOutcome(shop, prompt, receipt) });
  }
  return made;
}

describe('drainCallbacks', () => {
  it('settles many payments at once, each with its own outcome, event and applied callback', async () => {
    const shop = await newShop(base);
    const made = await answered(
      shop,
      Array.from({ length: 25 }, (_, n) => (n % 5 === 0 ? undefined : newReceipt())),
    );
    shop.events.length = 0;
    expect(await drainCallbacks(shop)).toBe(25);
    for (const { paymentId, receipt, callbackId } of made) {
      const row = await rowOf(shop, paymentId);
      expect(row).toMatchObject(
        receipt === undefined
          ? { status: 'failed', resultCode: '1037', providerReceipt: null }
          : { status: 'success', resultCode: '0', providerReceipt: receipt },
      );
      expect(row).toMatchObject({ settledBy: 'callback', settledAt: shop.clock.now(), nextQueryAt: null });
      expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied', retryAt: null, error: null });
    }
    const told = await eventsOf(shop);
    expect(told.map(({ data }) => data.providerReceipt).sort()).toEqual(
      made.flatMap(({ receipt }) => receipt ?? []).sort(),
    );
    expect(await eventsOf(shop, 'payment.failed')).toHaveLength(5);
    expect(shop.events.filter(({ name }) => name === 'deliveries.waiting')).toHaveLength(1);
    expect(await drainCallbacks(shop)).toBe(0);
  });

  it('lets applications take turns, so that the backlog of one delays no other', async () => {
    const [busy, calm] = [await newShop(base), await newShop(base)];
    await answered(
      busy,
      Array.from({ length: 30 }, () => newReceipt()),
    );
    const [last] = await answered(calm, [newReceipt()]);
    const locked = await busy.db.transaction((db) => lockDue(db, busy.clock.now(), 10), { byIndex: true });
    expect(locked.isCutShort).toBe(true);
    expect(locked.due.map(({ id }) => id)).toContain(last?.callbackId);
    const ofBusy = await busy.db.prisma.payment.findMany({ where: busy.tenant, select: { id: true } });
    const busyIds = new Set(ofBusy.map(({ id }) => id));
    expect(locked.due.filter(({ subjectId }) => busyIds.has(subjectId)).length).toBeLessThanOrEqual(5);
    expect(await drainCallbacks(busy)).toBe(31);
  });

  it('by several workers at once settles and tells each payment once', async () => {
    const shop = await newShop(base);
    await answered(
      shop,
      Array.from({ length: 40 }, () => newReceipt()),
    );
    await Promise.all(Array.from({ length: 4 }, () => drainCallbacks(shop)));
    while ((await drainCallbacks(shop)) > 0);
    const told = await eventsOf(shop);
    expect(told).toHaveLength(40);
    expect(new Set(told.map(({ data }) => data.paymentId)).size).toBe(40);
  });

  it('gives a callback that it applies alone to no other worker meanwhile', async () => {
    const shop = await newShop(base);
    const callbackId = await postConfirmation(shop, { transactionId: newReceipt() });
    const { draining, meanwhile } = await shop.db.transaction(async (db) => {
      await db.query({ name: 'hold_payments', text: 'LOCK TABLE payments IN SHARE ROW EXCLUSIVE MODE', values: [] });
      const draining = drainCallbacks(shop);
      await expect.poll(() => waitingForLocks(shop)).toBe(1);
      const meanwhile = await shop.db.transaction((other) => lockDue(other, shop.clock.now(), 10), { byIndex: true });
      return { draining, meanwhile };
    });
    expect(meanwhile.due).toEqual([]);
    expect(await draining).toBe(1);
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied' });
  });

  it('lets the first of two outcomes decide, whichever of them it meets first', async () => {
    const shop = await newShop(base);
    const [{ paymentId, callbackId, ...prompt } = { paymentId: '', callbackId: '', checkoutRequestId: '' }] =
      await answered(shop, [newReceipt()]);
    const secondId = await postOutcome(shop, { paymentId, ...prompt });
    await drainCallbacks(shop);
    expect(await rowOf(shop, paymentId)).toMatchObject({ status: 'success' });
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied' });
    expect(await inboxRow(shop, secondId)).toMatchObject({ state: 'unmatched' });
  });

  it('lets the first of two outcomes decide, although only the second one is due', async () => {
    const shop = await newShop(base);
    const [{ paymentId, callbackId, ...prompt } = { paymentId: '', callbackId: '', checkoutRequestId: '' }] =
      await answered(shop, [newReceipt()]);
    const secondId = await postOutcome(shop, { paymentId, ...prompt });
    const retryAt = new Date(shop.clock.now().getTime() + 3_600_000);
    await shop.db.prisma.providerCallback.update({ where: { id: callbackId }, data: { retryAt } });
    await drainCallbacks(shop);
    expect(await rowOf(shop, paymentId)).toMatchObject({ status: 'success' });
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied' });
    expect(await inboxRow(shop, secondId)).toMatchObject({ state: 'unmatched' });
  });

  it('decides again about a payment that another fact has settled since the batch was read', async () => {
    const shop = await newShop(base);
    const [{ paymentId, callbackId } = { paymentId: '', callbackId: '' }] = await answered(shop, [newReceipt()]);
    const { started } = await shop.db.transaction(async (db) => {
      const settled = "status = 'failed', result_code = '1032', settled_by = 'query', settled_at = now()";
      await db.query({ name: 'fail', text: `UPDATE payments SET ${settled} WHERE id = $1`, values: [paymentId] });
      const draining = drainCallbacks(shop);
      await expect.poll(() => waitingForLocks(shop)).toBe(1);
      return { started: draining };
    });
    await started;
    expect(await rowOf(shop, paymentId)).toMatchObject({ status: 'success', settledBy: 'callback' });
    expect(await inboxRow(shop, callbackId)).toMatchObject({ state: 'applied' });
    // A batch settles pending payments alone. A late success is audited, and people look at it.
    expect(await auditOf(shop, paymentId)).toEqual(['payment.succeeded_late']);
    expect(await eventsOf(shop)).toHaveLength(1);
  });

  it('settles the others when one holds a receipt that another payment has', async () => {
    const shop = await newShop(base);
    const receipt = newReceipt();
    const [first] = await answered(shop, [receipt]);
    await drainCallbacks(shop);
    const others = await answered(shop, [newReceipt(), receipt, newReceipt()]);
    await drainCallbacks(shop);
    const rows = await Promise.all(others.map(({ paymentId }) => rowOf(shop, paymentId)));
    expect(rows).toMatchObject([
      { status: 'success', providerReceipt: others[0]?.receipt, needsReview: false },
      { providerReceipt: null, needsReview: true },
      { status: 'success', providerReceipt: others[2]?.receipt, needsReview: false },
    ]);
    expect(await rowOf(shop, first?.paymentId ?? '')).toMatchObject({ providerReceipt: receipt });
  });

  it('audits and has people look at an amount that differs, as one callback alone does', async () => {
    const shop = await newShop(base);
    const prompt = await newPrompt(shop, { amount: 100 });
    await postOutcome(shop, prompt, newReceipt(), '90');
    await drainCallbacks(shop);
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'success', amount: 90, needsReview: true });
  });

  it('keeps what cannot be read as unmatched, and applies confirmations with the rest', async () => {
    const shop = await newShop(base);
    const confirmationId = await postConfirmation(shop, { transactionId: newReceipt(), amount: '77' });
    const prompt = await newPrompt(shop);
    await postOutcome(shop, prompt, newReceipt());
    await shop.db.pool.query('UPDATE provider_callbacks SET body = $1 WHERE subject_id = $2', [
      Buffer.from('not JSON'),
      prompt.paymentId,
    ]);
    await drainCallbacks(shop);
    expect(await inboxRow(shop, confirmationId)).toMatchObject({ state: 'applied' });
    expect(await rowOf(shop, prompt.paymentId)).toMatchObject({ status: 'pending' });
    const [unread] = await shop.db.prisma.providerCallback.findMany({ where: { subjectId: prompt.paymentId } });
    expect(unread).toMatchObject({ state: 'unmatched', retryAt: null });
  });
});
