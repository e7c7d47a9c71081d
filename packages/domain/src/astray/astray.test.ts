import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newPrompt, newReceipt, newShop, type Shop } from '../c2b/c2b.fixture.ts';
import { applyCallback, replaySpool } from '../callbacks/index.ts';
import { closeGap, openGap } from '../gaps/index.ts';
import { newCallbackToken, publishedAddresses, receiveCallback } from '../inbox/index.ts';
import { operator } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import { getReview } from '../reading/reviews/index.ts';
import { recordPayment } from '../reconciliation/reconciliation.fixture.ts';
import { reasonSentence } from '../reviews/index.ts';
import { memorySpool, promptCallback, type TestContext, testContext } from '../testing/index.ts';
import { astrayMax } from './astray.ts';
import { assignAstray, keepAstray, listAstray, sweepAstray as sweep } from './index.ts';

let test: TestDatabase;
let base: TestContext;
beforeEach(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterEach(() => test.close());

const [provider = ''] = publishedAddresses;
const stranger = '203.0.113.9';
const ago = (seconds: number) => new Date(base.clock.now().getTime() - seconds * 1_000);
const root = () => ({ ...base, db: test.databaseAs('cli'), actor: 'operator', authority: operator });
const open = () => openGap(root(), { since: ago(60), reason: 'The disk failed.', apis: 0 });
/** As the worker, with its rights alone. */
const sweepAstray = (ctx: TestContext) => sweep({ ...ctx, db: test.databaseAs('worker') });
const kept = () => base.db.prisma.astrayCallback.findMany({ orderBy: { id: 'asc' } });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

/** A prompt that the database forgot, and the provider's callback that says that it was paid. */
async function forgotten(shop: Shop, receipt = newReceipt(), amount = '100') {
  const { paymentId, checkoutRequestId } = await newPrompt(shop, { amount: 100 });
  const { callbackToken } = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const token = callbackToken ?? '';
  const named = (to: string) =>
    shop.db.prisma.payment.update({ where: { id: paymentId }, data: { callbackToken: to } });
  await named(newCallbackToken());
  const paid = { receipt, amount, phone: null, paidAt: null };
  const body = Buffer.from(promptCallback({ checkoutRequestId, resultCode: '0', paid: paid as never }));
  return { shop, paymentId, receipt, token, body, remember: () => named(token) };
}
type Forgotten = Awaited<ReturnType<typeof forgotten>>;

function contextOf(shop: Shop) {
  const isProviderAddress = (address: string) => address === provider;
  return {
    ...shop,
    isProviderAddress,
    spool: memorySpool(),
    keepAstray: (posted: Parameters<typeof keepAstray>[1], whenOpen: boolean) =>
      keepAstray({ ...shop, db: test.databaseAs('api') }, posted, whenOpen),
  };
}
const post = ({ shop, token, body }: Forgotten, remoteIp = provider) =>
  receiveCallback(contextOf(shop), { kind: 'stk_callback', token, body, remoteIp });
const reviewsOf = (shop: Shop) => shop.db.prisma.review.findMany({ where: shop.tenant });

describe('a callback whose payment the database forgot', () => {
  it('is kept once while a gap is open, and only from the provider', async () => {
    const lost = await forgotten(await newShop(base));
    expect(await codeOf(post(lost))).toBe('not_found');
    await open();
    expect(await codeOf(post(lost, stranger))).toBe('not_found');
    for (let time = 0; time < 2; time += 1) expect(await codeOf(post(lost))).toBe('done');
    expect(await kept()).toMatchObject([{ state: 'kept', receipt: lost.receipt, amount: '100', kind: 'stk_callback' }]);
    await closeGap(root(), { note: 'All is in order.' });
    expect(await codeOf(post(await forgotten(lost.shop)))).toBe('not_found');
  });

  it('is kept without a gap when it waited on disk for the database', async () => {
    const lost = await forgotten(await newShop(base));
    const ctx = contextOf(lost.shop);
    for (const remoteIp of [stranger, provider]) {
      const { token, body } = lost;
      const id = uuidv7();
      await ctx.spool.keep({ id, kind: 'stk_callback', token, body, remoteIp, receivedAt: base.clock.now() });
    }
    await replaySpool(ctx);
    expect(ctx.spool.count()).toBe(0);
    expect(await kept()).toMatchObject([{ state: 'kept', remoteIp: provider }]);
  });

  it('settles its payment when that is known again', async () => {
    const lost = await forgotten(await newShop(base));
    await open();
    await post(lost);
    await sweepAstray(base);
    expect(await reviewsOf(lost.shop)).toMatchObject([{ status: 'open' }]);
    await lost.remember();
    await Promise.all([sweepAstray(base), sweepAstray(base)]);
    expect(await kept()).toMatchObject([{ state: 'matched' }]);
    const [stored, ...more] = await base.db.prisma.providerCallback.findMany();
    expect(more).toEqual([]);
    await applyCallback(lost.shop, stored?.id ?? '');
    const payment = await base.db.prisma.payment.findUniqueOrThrow({ where: { id: lost.paymentId } });
    expect(payment).toMatchObject({ status: 'success', providerReceipt: lost.receipt });
    expect(await reviewsOf(lost.shop)).toMatchObject([{ status: 'closed', closedBy: 'system' }]);
  });

  it('needs nobody when its money was recorded in another way', async () => {
    const [shop] = [await newShop(base), await newShop(base)];
    const lost = await forgotten(shop);
    await open();
    await post(lost);
    await recordPayment(shop, { providerReceipt: lost.receipt, shortcode: shop.shortcode });
    await sweepAstray(base);
    expect(await kept()).toMatchObject([{ state: 'matched', ...shop.tenant }]);
    expect(await reviewsOf(shop)).toEqual([]);
  });

  it('is a review of the only application there is', async () => {
    const shop = await newShop(base);
    const lost = await forgotten(shop, newReceipt(), '2500.50');
    await open();
    await post(lost);
    await Promise.all([sweepAstray(base), sweepAstray(base)]);
    await sweepAstray(base);
    const [review, ...more] = await reviewsOf(shop);
    expect(more).toEqual([]);
    const detail = await getReview(shop, { reviewId: review?.id ?? '' });
    expect(reasonSentence(detail.review.words)).toBe(
      `The provider reported KES 2,500.50 with the receipt ${lost.receipt}, which the restored database does not have.`,
    );
    expect(detail.subject).toMatchObject({ receipt: lost.receipt, amount: 2500.5, kind: 'stk_callback' });
  });

  it('is shown to nobody while its owner is unknown, and is a review of whom the operator names', async () => {
    const [one, other] = [await newShop(base), await newShop(base)];
    const lost = await forgotten(one);
    await open();
    await post(lost);
    await sweepAstray(base);
    expect([...(await reviewsOf(one)), ...(await reviewsOf(other))]).toEqual([]);
    const { count, callbacks } = await listAstray(root());
    expect([count, callbacks]).toEqual([1, [expect.objectContaining({ receipt: lost.receipt, amount: '100' })]]);
    const to = { callbackId: callbacks[0]?.callbackId ?? '', ...one.tenant };
    expect(await codeOf(assignAstray({ ...root(), authority: { of: 'key', scopes: new Set() } }, to))).toBe(
      'forbidden',
    );
    expect(await codeOf(assignAstray(root(), { ...to, applicationId: to.callbackId }))).toBe('not_found');
    expect(await codeOf(assignAstray(root(), to))).toBe('done');
    expect(await codeOf(assignAstray(root(), to))).toBe('not_found');
    expect([await reviewsOf(one), await reviewsOf(other)]).toMatchObject([[{ reason: 'callback_astray' }], []]);
    expect((await listAstray(root())).count).toBe(0);
  });

  it('that tells of no money is kept, and bothers nobody', async () => {
    const lost = await forgotten(await newShop(base));
    await open();
    await post({ ...lost, body: Buffer.from(promptCallback({ checkoutRequestId: 'x', resultCode: '1032' })) });
    await sweepAstray(base);
    expect(await kept()).toMatchObject([{ state: 'kept', receipt: null }]);
  });

  it('finds no room behind many others', async () => {
    const lost = await forgotten(await newShop(base));
    await open();
    await base.db.pool.query(
      `INSERT INTO astray_callbacks (id, kind, token, body_hash, body, remote_ip, received_at)
       SELECT gen_random_uuid(), 'result', n::text, 'x', '', 'x', now() FROM generate_series(1, $1) n`,
      [astrayMax],
    );
    expect(await codeOf(post(lost))).toBe('not_found');
  });
});
