import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endUnmatched } from '../inbox/index.ts';
import { receiveCallback } from '../inbox/receive-callback.ts';
import { collectPayment } from '../payments/index.ts';
import { findPayment } from '../payments/read-statements.ts';
import { promptCallback, scriptedUpstream, seed, type TestContext, testContext } from '../testing/index.ts';
import { applyCallback } from './apply-callback.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** A pending payment, and what posts to its hook. */
async function prompted() {
  const merchant = await seed(base).owner().application().credentials('sandbox').mint();
  const ctx = { ...merchant.as('sandbox'), ...scriptedUpstream(base) };
  const { outcome } = await collectPayment(ctx, { amount: 100, phone: '254712345678' });
  if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
  const { paymentId, checkoutRequestId } = outcome;
  const { prisma } = ctx.db;
  const { callbackToken } = await prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const post = (body: Uint8Array) =>
    receiveCallback(ctx, {
      kind: 'stk_callback',
      token: callbackToken ?? '',
      body: Buffer.from(body),
      remoteIp: '127.0.0.1',
    });
  const inbox = () => prisma.providerCallback.findMany({ where: { subjectId: paymentId }, orderBy: { id: 'asc' } });
  return { ctx, paymentId, checkoutRequestId, post, inbox };
}

const paid = { amount: '100', receipt: 'TJK0000001', phone: '254712345678' };

it('a callback that a person has ended changes nothing', async () => {
  const { ctx, paymentId, checkoutRequestId, post, inbox } = await prompted();
  await post(promptCallback({ checkoutRequestId, resultCode: '0', resultDesc: 'said so', paid }));
  const [callback] = await inbox();
  const id = callback?.id ?? '';
  await endUnmatched(ctx.db.pool, id, 'It is not money.');
  const ended = await inbox();
  await applyCallback(ctx, id);
  expect(await findPayment(ctx.db.pool, paymentId)).toMatchObject({ status: 'pending', providerReceipt: null });
  expect(await inbox()).toEqual(ended);
});

it('a body that cannot be read asks people to look where it names money, and nobody else', async () => {
  const { ctx, paymentId, post, inbox } = await prompted();
  const reviews = () => ctx.db.prisma.review.findMany({ where: { subjectId: paymentId } });
  const apply = async (body: string) => {
    await post(Buffer.from(body));
    await applyCallback(ctx, (await inbox()).at(-1)?.id ?? '');
    expect((await inbox()).at(-1)).toMatchObject({ state: 'unmatched' });
  };
  await apply('{"Body":');
  expect(await reviews()).toEqual([]);
  await apply('{"Body":{"Name":"MpesaReceiptNumber","Value":"TJK0000001"');
  expect(await reviews()).toMatchObject([{ reason: 'callback_failed', subjectKind: 'payment' }]);
});

it.each([
  ['paid, then cancelled', ['0', '1032'], ['applied', 'unmatched'], '0'],
  ['cancelled, then expired', ['1032', '1019'], ['applied', 'applied'], '1032'],
])(
  'of callbacks that contradict, the first one received decides, whichever event comes first (%s)',
  async (...given) => {
    const [, codes, states, decided] = given;
    const { ctx, paymentId, checkoutRequestId, post, inbox } = await prompted();
    for (const resultCode of codes) {
      const money = resultCode === '0' && { paid };
      await post(promptCallback({ checkoutRequestId, resultCode, resultDesc: 'said so', ...money }));
    }
    const [first, second] = await inbox();
    await applyCallback(ctx, second?.id ?? '');
    await applyCallback(ctx, first?.id ?? '');
    expect(await findPayment(ctx.db.pool, paymentId)).toMatchObject({ resultCode: decided });
    expect((await inbox()).map(({ state }) => state)).toEqual(states);
  },
);
