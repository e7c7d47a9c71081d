import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it.each([
  ['paid, then cancelled', ['0', '1032'], ['applied', 'unmatched'], '0'],
  ['cancelled, then expired', ['1032', '1019'], ['applied', 'applied'], '1032'],
])(
  'of callbacks that contradict, the first one received decides, whichever event comes first (%s)',
  async (...given) => {
    const [, codes, states, decided] = given;
    const merchant = await seed(base).owner().application().credentials('sandbox').mint();
    const ctx = { ...merchant.as('sandbox'), ...scriptedUpstream(base) };
    const { outcome } = await collectPayment(ctx, { amount: 100, phone: '254712345678' });
    if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
    const { paymentId, checkoutRequestId } = outcome;
    const { prisma, pool } = ctx.db;
    const { callbackToken } = await prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
    for (const resultCode of codes) {
      const paid = resultCode === '0' && { paid: { amount: '100', receipt: 'TJK0000001', phone: '254712345678' } };
      const body = promptCallback({ checkoutRequestId, resultCode, resultDesc: 'said so', ...paid });
      await receiveCallback(ctx, {
        kind: 'stk_callback',
        token: callbackToken ?? '',
        body: Buffer.from(body),
        remoteIp: '127.0.0.1',
      });
    }
    const inbox = () => prisma.providerCallback.findMany({ where: { subjectId: paymentId }, orderBy: { id: 'asc' } });
    const [first, second] = await inbox();
    await applyCallback(ctx, second?.id ?? '');
    await applyCallback(ctx, first?.id ?? '');
    expect(await findPayment(pool, paymentId)).toMatchObject({ resultCode: decided });
    expect((await inbox()).map(({ state }) => state)).toEqual(states);
  },
);
