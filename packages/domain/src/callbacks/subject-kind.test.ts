import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPrompt, newReceipt, newShop, postConfirmation, postOutcome } from '../c2b/c2b.fixture.ts';
import { moneyOutWorld, rowOf, type Shop } from '../disbursements/disbursements.fixture.ts';
import { payOut } from '../disbursements/index.ts';
import { attemptsMax } from '../inbox/callback.ts';
import { receiveCallback } from '../inbox/receive-callback.ts';
import { askAccountBalance } from '../inquiries/index.ts';
import { resultCallback } from '../testing/index.ts';
import { applyCallback } from './apply-callback.ts';

let world: Awaited<ReturnType<typeof moneyOutWorld>>;
beforeAll(async () => {
  world = await moneyOutWorld();
});
afterAll(() => world.close());

const input = { amount: 100, phone: '254712345678', commandId: 'BusinessPayment' as const };

async function newPayout(ctx: Shop): Promise<string> {
  const { outcome } = await payOut(ctx, input);
  return outcome.disbursementId;
}

async function newInquiry(ctx: Shop): Promise<string> {
  const { queryId } = await askAccountBalance(ctx, { identifierType: '4' });
  return queryId;
}

/** Posts a failed result to the hook of a row, and returns its inbox row. */
async function receive(ctx: Shop, subjectId: string) {
  const { prisma } = ctx.db;
  const select = { callbackToken: true };
  const { callbackToken: token } =
    (await prisma.disbursement.findUnique({ where: { id: subjectId }, select })) ??
    (await prisma.inquiry.findUniqueOrThrow({ where: { id: subjectId }, select }));
  const body = Buffer.from(resultCallback({ resultCode: '1' }));
  await receiveCallback(ctx, { kind: 'result', token, body, remoteIp: '127.0.0.1' });
  return prisma.providerCallback.findFirstOrThrow({ where: { subjectId } });
}

const callbackOf = (ctx: Shop, id: string) => ctx.db.prisma.providerCallback.findUniqueOrThrow({ where: { id } });

describe('a callback', () => {
  it('is stored with the kind of its subject, whatever hook it came to', async () => {
    const ctx = await world.shop();
    expect(await receive(ctx, await newPayout(ctx))).toMatchObject({ subjectKind: 'disbursement' });
    expect(await receive(ctx, await newInquiry(ctx))).toMatchObject({ subjectKind: 'inquiry' });
    const shop = await newShop(ctx);
    const stored = (id: string | undefined) => callbackOf(ctx, id ?? '');
    const outcome = await postOutcome(shop, await newPrompt(shop));
    expect(await stored(outcome)).toMatchObject({ kind: 'stk_callback', subjectKind: 'payment' });
    const confirmation = await postConfirmation(shop, { transactionId: newReceipt() });
    expect(await stored(confirmation)).toMatchObject({ kind: 'c2b_confirmation', subjectKind: 'c2b_registration' });
  });

  it('that is given up asks people to look at its disbursement', async () => {
    const ctx = await world.shop();
    const [id, otherId] = [await newPayout(ctx), await newPayout(ctx)];
    const callback = await receive(ctx, id);
    await ctx.db.prisma.providerCallback.update({
      where: { id: callback.id },
      data: { attempts: attemptsMax - 1 },
    });
    const parseResult = () => {
      throw new Error('broken');
    };
    await applyCallback({ ...ctx, provider: { ...ctx.provider, parseResult } }, callback.id);
    expect(await callbackOf(ctx, callback.id)).toMatchObject({ state: 'failed', error: 'broken', retryAt: null });
    expect(await rowOf(ctx, id)).toMatchObject({ status: 'pending', needsReview: true });
    expect(await rowOf(ctx, otherId)).toMatchObject({ needsReview: false });
  });

  it('that cannot be published is stored all the same, for the sweep', async () => {
    const ctx = await world.shop();
    const id = await newPayout(ctx);
    const publish = () => Promise.reject(new Error('no queue'));
    const stored = await receive({ ...ctx, publish }, id);
    expect(stored).toMatchObject({ state: 'received', retryAt: expect.any(Date) });
  });
});
