import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setRailAccount } from '../applications/index.ts';
import { createTurns, fingerprintOf } from '../idempotency/index.ts';
import { DomainError } from '../kernel/errors.ts';
import {
  movableClock,
  type ScriptedShop as Shop,
  scriptedUpstream,
  seed,
  subscribeToAll,
  type TestContext,
  testContext,
  told,
  withOwnSignals,
} from '../testing/index.ts';
import { collectPayment } from './collect.ts';
import { createLiveQueries, getPaymentStatus } from './get-payment-status.ts';
import { insertPayment } from './payments.fixture.ts';
import { queryPayment } from './query-payment.ts';
import { settlePayment } from './settle.ts';
import { sweepPayments } from './sweep-payments.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

type ClockedShop = Shop & { clock: ReturnType<typeof movableClock> };
const secrets = { clientId: 'client', clientSecret: 'secret' };

/** A merchant of the test's own with an account at Airtel Money and, when asked for, a default one at M-PESA. */
async function shop(has: { mpesa?: boolean } = {}): Promise<ClockedShop> {
  const clock = movableClock();
  const ctx = withOwnSignals({ ...base, clock });
  const asked = seed(ctx).owner().application();
  const merchant = await (has.mpesa ? asked.credentials('sandbox') : asked).mint();
  const tenant = merchant.as('sandbox');
  await setRailAccount(ctx, { ...tenant.tenant, rail: 'airtel', number: '450123', secrets });
  clock.advance(1);
  await subscribeToAll(tenant);
  return { ...tenant, ...scriptedUpstream(ctx, 1_000), clock };
}

const phone = '254733123456';
const input = { amount: 100, phone, accountReference: 'INV-1' };
const under = (key: string) => ({ key, fingerprint: fingerprintOf(input) });
const elsewhere = (ctx: ClockedShop): ClockedShop => ({
  ...ctx,
  turns: createTurns(),
  liveQueries: createLiveQueries(),
});
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof DomainError ? { code: error.code, ...error.extras } : error),
  );
const paymentsOf = (ctx: Shop) =>
  ctx.db.prisma.payment.findMany({ where: { applicationId: ctx.tenant.applicationId }, orderBy: { id: 'asc' } });
const rowOf = async (ctx: Shop) => (await paymentsOf(ctx))[0];
const eventsOf = async (ctx: Shop) =>
  (await ctx.db.prisma.webhookEvent.findMany({ where: { applicationId: ctx.tenant.applicationId } })).map((event) =>
    JSON.parse(event.body),
  );
const notFound = { kind: 'not_found' as const, code: 'DP00800001025', text: 'Transaction is not found' };
const paid = (receipt: string) => ({
  kind: 'told' as const,
  fact: { outcome: 'success' as const, code: '0', text: 'Paid', receipt, amount: null },
});
let receipts = 0;
const newReceipt = () => `MP26${String(++receipts).padStart(10, '0')}`;

describe('a collection on another network', () => {
  it('stores the id of its prompt before it pushes, and pushes under it', async () => {
    const ctx = await shop();
    const held = ctx.provider.pushes.hold();
    const collecting = collectPayment(ctx, input, under('k'));
    const { request, account } = await held.arrived;
    const row = await rowOf(ctx);
    expect(row).toMatchObject({ rail: 'airtel', shortcode: 'airtel:450123', promptedAt: null, status: 'pending' });
    expect(row?.checkoutRequestId).toBe(row?.id.replaceAll('-', ''));
    expect(request).toMatchObject({ promptId: row?.checkoutRequestId, amount: 100, phone, accountRef: 'INV-1' });
    expect(account).toMatchObject({ rail: 'airtel', clientId: 'client' });
    const checkoutRequestId = request.promptId ?? '';
    held.answer({ kind: 'accepted', merchantRequestId: null, checkoutRequestId });
    expect(await collecting).toMatchObject({ outcome: { kind: 'prompted', paymentId: row?.id, checkoutRequestId } });
    expect(await rowOf(ctx)).toMatchObject({
      promptedAt: expect.any(Date),
      merchantRequestId: null,
      checkoutRequestId,
    });
  });

  it('is first asked about after 75 s, when the network can know more', async () => {
    const ctx = await shop();
    const { outcome } = await collectPayment(ctx, input);
    const asked = async (seconds: number) => {
      ctx.clock.advance(seconds);
      await sweepPayments(ctx);
      return ctx.events.filter(({ data }) => 'paymentId' in data && data.paymentId === outcome.paymentId).length;
    };
    expect(await asked(74)).toBe(0);
    expect(await asked(1)).toBe(1);
  });

  it('settles by a question, with the receipt, and tells the merchant in the webhook of every network', async () => {
    const ctx = await shop();
    const { outcome } = await collectPayment(ctx, input);
    ctx.clock.advance(75);
    const receipt = newReceipt();
    ctx.provider.queries.answer(paid(receipt));
    await queryPayment(ctx, outcome.paymentId);
    expect(ctx.provider.queries.calls).toMatchObject([
      { account: { rail: 'airtel' }, checkoutRequestId: outcome.paymentId.replaceAll('-', '') },
    ]);
    expect(await rowOf(ctx)).toMatchObject({ status: 'success', providerReceipt: receipt, settledBy: 'query' });
    const [event] = await eventsOf(ctx);
    expect(event.data).toMatchObject({ paymentId: outcome.paymentId, status: 'success', providerReceipt: receipt });
    expect(JSON.stringify(event)).not.toContain('airtel');
  });

  it('keeps the raw code of a failure', async () => {
    const ctx = await shop();
    const { outcome } = await collectPayment(ctx, input);
    ctx.provider.queries.answer(told('DP00800001007', 'Insufficient balance'));
    await queryPayment(ctx, outcome.paymentId);
    expect(await rowOf(ctx)).toMatchObject({ status: 'failed', resultCode: 'DP00800001007' });
  });

  it('takes its number from nobody: a prompt proves nothing', async () => {
    const clock = movableClock();
    const ctx = withOwnSignals({ ...base, clock });
    const merchant = await seed(ctx).owner().application().mint();
    const number = '987001';
    await setRailAccount(ctx, { ...merchant.as('production').tenant, rail: 'airtel', number, secrets });
    await collectPayment({ ...merchant.as('production'), ...scriptedUpstream(ctx) }, input);
    const claims = await ctx.db.prisma.shortcode.findMany({ where: { organizationId: merchant.organizationId } });
    expect(claims).toMatchObject([{ shortcode: `airtel:${number}`, evidence: 'declared' }]);
  });
});

describe('a collection that was cut off', () => {
  async function cutOff() {
    const ctx = await shop();
    ctx.provider.pushes.answer({ kind: 'unknown', cause: 'cut' });
    const refused = await refusalOf(collectPayment(ctx, input, under('k')));
    expect(refused).toMatchObject({ code: 'idempotency_indeterminate' });
    const row = await rowOf(ctx);
    return { ctx, paymentId: row?.id ?? '' };
  }

  it('stays indeterminate under its key and is never pushed again, but ends by a question', async () => {
    const { ctx, paymentId } = await cutOff();
    ctx.clock.advance(75);
    ctx.provider.queries.answer(paid(newReceipt()));
    expect(await getPaymentStatus(ctx, paymentId)).toMatchObject({ id: paymentId });
    expect(await getPaymentStatus(elsewhere(ctx), paymentId)).toMatchObject({ status: 'success' });
    const again = await refusalOf(collectPayment(elsewhere(ctx), input, under('k')));
    expect(again).toMatchObject({ code: 'idempotency_indeterminate' });
    expect(ctx.provider.pushes.calls).toHaveLength(1);
  });

  it('fails as never received when the network says twice, late enough, that it does not know it', async () => {
    const { ctx, paymentId } = await cutOff();
    const ask = async (seconds: number) => {
      ctx.clock.advance(seconds);
      ctx.provider.queries.answer(notFound);
      await queryPayment(ctx, paymentId);
      return rowOf(ctx);
    };
    expect(await ask(75)).toMatchObject({ status: 'pending', notFoundAt: null });
    const first = await ask(900);
    expect(first).toMatchObject({ status: 'pending', notFoundAt: ctx.clock.now() });
    expect(await ask(30)).toMatchObject({ status: 'pending', notFoundAt: first?.notFoundAt });
    expect(await ask(30)).toMatchObject({ status: 'failed', resultCode: 'not_received', settledBy: 'query' });
    const [event] = await eventsOf(ctx);
    expect(event).toMatchObject({ type: 'payment.failed', data: { resultCode: 'not_received' } });
  });

  it('counts from anew after the network knew it', async () => {
    const { ctx, paymentId } = await cutOff();
    const ask = async (seconds: number, answer: typeof notFound | ReturnType<typeof told>) => {
      ctx.clock.advance(seconds);
      ctx.provider.queries.answer(answer);
      await queryPayment(ctx, paymentId);
      return rowOf(ctx);
    };
    await ask(900, notFound);
    expect(await ask(60, told('4999', 'in process'))).toMatchObject({ status: 'pending', notFoundAt: null });
    expect(await ask(60, notFound)).toMatchObject({ status: 'pending', notFoundAt: ctx.clock.now() });
    expect(await ask(60, notFound)).toMatchObject({ status: 'failed', resultCode: 'not_received' });
  });

  it('is corrected by a success that comes all the same', async () => {
    const { ctx, paymentId } = await cutOff();
    for (const seconds of [900, 60]) {
      ctx.clock.advance(seconds);
      ctx.provider.queries.answer(notFound);
      await queryPayment(ctx, paymentId);
    }
    expect(await rowOf(ctx)).toMatchObject({ status: 'failed' });
    const receipt = newReceipt();
    const word = { ...paid(receipt).fact, merchantRequestId: null, checkoutRequestId: paymentId.replaceAll('-', '') };
    const { code: resultCode, text: resultDesc, ...rest } = word;
    await settlePayment(ctx, paymentId, { door: 'callback', ...rest, resultCode, resultDesc });
    expect(await rowOf(ctx)).toMatchObject({ status: 'success', providerReceipt: receipt });
  });

  it('is never ended by a client that did not send it', async () => {
    const { ctx, paymentId } = await cutOff();
    ctx.clock.advance(10);
    await setRailAccount(ctx, { ...ctx.tenant, rail: 'airtel', secrets: { clientId: 'another' } });
    for (const seconds of [900, 60, 3_600]) {
      ctx.clock.advance(seconds);
      ctx.provider.queries.answer(notFound);
      await queryPayment(ctx, paymentId);
    }
    expect(await rowOf(ctx)).toMatchObject({ status: 'pending', notFoundAt: null });
  });
});

describe('an application with two accounts', () => {
  it('reaches each phone on its network, and keeps the network of a payment', async () => {
    const ctx = await shop({ mpesa: true });
    await collectPayment(ctx, { ...input, phone: '254712345678' });
    await collectPayment(ctx, input);
    expect((await paymentsOf(ctx)).map(({ rail }) => rail)).toEqual(['mpesa', 'airtel']);
    expect(ctx.provider.pushes.calls.map(({ account }) => account.rail)).toEqual(['mpesa', 'airtel']);
  });

  it('sends one prompt and no other after a refusal; the next collection goes elsewhere', async () => {
    const ctx = await shop({ mpesa: true });
    ctx.provider.pushes.answer({
      kind: 'rejected',
      by: 'provider',
      code: 'DP00800001010',
      description: 'Payee is barred',
    });
    const { outcome } = await collectPayment(ctx, input);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'DP00800001010' });
    expect(ctx.provider.pushes.calls).toHaveLength(1);
    ctx.clock.advance(1);
    await collectPayment(ctx, input);
    expect(ctx.provider.pushes.calls.map(({ account }) => account.rail)).toEqual(['airtel', 'mpesa']);
  });

  it('remembers where a phone has paid, for its own application alone', async () => {
    const [ctx, other] = [await shop({ mpesa: true }), await shop({ mpesa: true })];
    await insertPayment(ctx, { source: 'stk', phone });
    for (const each of [ctx, other]) {
      each.clock.advance(1);
      await collectPayment(each, input);
    }
    expect([ctx, other].map((each) => each.provider.pushes.calls[0]?.account.rail)).toEqual(['mpesa', 'airtel']);
  });
});
