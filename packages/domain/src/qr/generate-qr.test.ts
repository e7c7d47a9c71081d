import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedUpstream, seed, type TestContext, testContext } from '../testing/index.ts';
import { generateQr } from './generate-qr.ts';
import { qrSchema } from './schemas.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

async function shop(given: { product?: 'till'; name?: string } = {}) {
  const merchant = await seed(base)
    .owner()
    .application({ name: given.name ?? 'Mugs' })
    .credentials('sandbox', {
      shortcode: '600100',
      ...(given.product && { product: given.product, tillNumber: '512345' }),
    })
    .mint();
  return { ...merchant.as('sandbox'), ...scriptedUpstream(base) };
}
const generate = async (ctx: Awaited<ReturnType<typeof shop>>, body: object) => {
  const answer = await generateQr(ctx, qrSchema.parse(body));
  return { answer, asked: ctx.provider.qrs.calls.at(-1)?.request };
};

it('fills in what the caller left out, and records nothing', async () => {
  const ctx = await shop();
  const { answer, asked } = await generate(ctx, { amount: 0.5 });
  expect(asked).toEqual({
    amount: 0.5,
    refNo: 'Payment',
    merchantName: 'Mugs',
    trxCode: 'BG',
    cpi: '600100',
    sizePixels: 300,
  });
  expect(answer).toEqual({ qrBase64: expect.stringMatching(/^iVBOR/) });
  expect(await ctx.db.prisma.payment.count({ where: ctx.tenant })).toBe(0);
});

it('passes on what the caller gave', async () => {
  const body = { amount: 250_000, refNo: 'INV 7', merchantName: 'Shop', trxCode: 'PB', cpi: '123456', size: '1000' };
  const { asked } = await generate(await shop(), body);
  const { size, ...same } = body;
  expect(asked).toEqual({ ...same, sizePixels: Number(size) });
});

it('pays a till by its till number, and shortens a long name', async () => {
  const { asked } = await generate(await shop({ product: 'till', name: 'é'.repeat(99) }), { amount: 1 });
  expect(asked).toMatchObject({ cpi: '512345', merchantName: 'é'.repeat(64) });
});

it.each([
  [{ kind: 'rejected', by: 'provider', code: '400.002.02', description: 'Bad Request' } as const, 'provider_rejected'],
  [{ kind: 'rejected', by: 'unreachable', code: 'x', description: 'refused.' } as const, 'provider_unavailable'],
  [{ kind: 'unknown', cause: 'timeout' } as const, 'provider_unavailable'],
])('%j is refused as %s, never as indeterminate', async (answer, code) => {
  const ctx = await shop();
  ctx.provider.qrs.answer(answer);
  const thrown = await generateQr(ctx, qrSchema.parse({ amount: 1 })).catch((error: unknown) => error);
  expect(thrown).toMatchObject({ code });
  expect(thrown).not.toHaveProperty('extras.indeterminate');
});

describe('the body', () => {
  it.each([
    ['amount', {}],
    ['amount', { amount: 0 }],
    ['amount', { amount: -1 }],
    ['amount', { amount: '5' }],
    ['amount', { amount: Number.POSITIVE_INFINITY }],
    ['amount', { amount: 250_001 }],
    ['refNo', { amount: 1, refNo: 'x'.repeat(65) }],
    ['refNo', { amount: 1, refNo: '' }],
    ['merchantName', { amount: 1, merchantName: 'x'.repeat(65) }],
    ['trxCode', { amount: 1, trxCode: 'XX' }],
    ['cpi', { amount: 1, cpi: 'abc' }],
    ['cpi', { amount: 1, cpi: 174_379 }],
    ['size', { amount: 1, size: 300 }],
    ['size', { amount: 1, size: '49' }],
    ['size', { amount: 1, size: '1001' }],
    ['size', { amount: 1, size: '3e2' }],
  ])('refuses %s in %j', (path, body) => {
    expect(qrSchema.safeParse(body).error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
