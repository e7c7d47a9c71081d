import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { listPayments, listPaymentsSchema } from './list-payments.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const merchant = async () => (await seed(base).owner().application().mint()).as('sandbox');
const list = (ctx: TenantContext, query: Record<string, string> = {}) =>
  listPayments(ctx, listPaymentsSchema.parse(query));

let receipts = 0;
/** An offline payment at a minute of a day; there are few minutes, so that many share one. */
async function insert(ctx: TenantContext, minute: number, changes: object = {}): Promise<string> {
  receipts += 1;
  const id = uuidv7();
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
  await ctx.db.prisma.payment.create({
    data: {
      id,
      ...ctx.tenant,
      source: 'c2b',
      status: 'success',
      amount: 10,
      requestedAmount: 10,
      phone: '254712345678',
      accountRef: 'INV-1',
      description: 'Offline payment',
      shortcode: '600100',
      providerReceipt: `TKL${String(receipts).padStart(7, '0')}`,
      resultCode: '0',
      resultDesc: 'ok',
      settledBy: 'c2b',
      createdAt: at,
      settledAt: at,
      ...changes,
    },
  });
  return id;
}

/** Every page from the first to the last; `between` happens after each. */
async function walk(ctx: TenantContext, limit: number, between = async () => {}): Promise<string[]> {
  const seen: string[] = [];
  let before: string | null = null;
  for (let page = 0; page < 1_000; page += 1) {
    const { payments, next } = await list(ctx, { limit: String(limit), ...(before !== null && { before }) });
    expect(payments.length).toBeLessThanOrEqual(limit);
    seen.push(...payments.map(({ paymentId }) => paymentId));
    if (next === null) return seen;
    expect(next).toBe(payments.at(-1)?.paymentId);
    before = next;
    await between();
  }
  throw new Error('the walk does not end');
}

describe('a walk over all pages', () => {
  it('sees each payment that was there once, newest first, whatever comes in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 6 }),
        async (minutes, limit, arrivals) => {
          const ctx = await merchant();
          const old: string[] = [];
          for (const minute of minutes) old.push(await insert(ctx, minute));
          const seen = await walk(ctx, limit, async () => {
            const minute = arrivals.pop();
            if (minute !== undefined) await insert(ctx, minute);
          });
          expect(new Set(seen).size).toBe(seen.length);
          const rows = await ctx.db.prisma.payment.findMany({ where: ctx.tenant });
          const order = (id: string) => rows.find((row) => row.id === id)?.createdAt.toISOString() + id;
          expect(seen).toEqual([...seen].sort((a, b) => (order(a) < order(b) ? 1 : -1)));
          expect(seen.filter((id) => old.includes(id)).sort()).toEqual([...old].sort());
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 20_000 },
    );
  });
});

it('shows a payment whole, with nulls where there is nothing', async () => {
  const ctx = await merchant();
  const paymentId = await insert(ctx, 3, { phone: null });
  expect(await list(ctx)).toEqual({
    payments: [
      {
        paymentId,
        status: 'success',
        source: 'c2b',
        rail: 'mpesa',
        amount: 10,
        phone: null,
        accountRef: 'INV-1',
        providerReceipt: expect.stringMatching(/^TKL/),
        checkoutRequestId: null,
        resultCode: 0,
        resultDesc: 'ok',
        createdAt: '2026-01-01T00:03:00.000Z',
        settledAt: '2026-01-01T00:03:00.000Z',
      },
    ],
    next: null,
  });
});

it('another application, or environment, sees nothing of them, and cannot use them as cursors', async () => {
  const [ctx, other] = [await merchant(), await merchant()];
  const paymentId = await insert(ctx, 1);
  const live: TenantContext = { ...ctx, tenant: { ...ctx.tenant, environment: 'production' } };
  for (const stranger of [other, live]) {
    expect(await list(stranger)).toEqual({ payments: [], next: null });
    await expect(list(stranger, { before: paymentId })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'before is not one of your payments.',
    });
  }
});

it.each([
  [{ status: 'failed' }, ['failed']],
  [{ source: 'stk' }, ['stk']],
  [{ phone: '+254 700 000 009' }, ['phone']],
  [{ accountReference: 'OTHER' }, ['reference']],
  [{ receipt: 'TKLFILTER1' }, ['receipt']],
  [{ createdFrom: '2026-01-01T00:20:00Z', createdTo: '2026-01-01T03:31:00+03:00' }, ['late']],
  [{ createdTo: '2026-01-01T00:01:00Z' }, ['failed']],
  [{ unknown: 'ignored', limit: '2' }, ['late', 'receipt']],
])('filters by %j', async (query, names) => {
  const ctx = await merchant();
  const stk = { source: 'stk' as const, callbackToken: 'ab'.repeat(16) + ctx.tenant.applicationId.replaceAll('-', '') };
  const ids = {
    failed: await insert(ctx, 0, { status: 'failed', resultCode: '1', providerReceipt: null }),
    stk: await insert(ctx, 1, stk),
    phone: await insert(ctx, 2, { phone: '254700000009' }),
    reference: await insert(ctx, 3, { accountRef: 'OTHER' }),
    receipt: await insert(ctx, 4, { providerReceipt: 'TKLFILTER1' }),
    late: await insert(ctx, 30),
  };
  const { payments } = await list(ctx, query);
  const nameOf = (id: string) => Object.entries(ids).find(([, each]) => each === id)?.[0];
  expect(payments.map(({ paymentId }) => nameOf(paymentId))).toEqual(names);
  await ctx.db.prisma.payment.updateMany({ where: { ...ctx.tenant }, data: { providerReceipt: null } });
});

it.each([
  { limit: '0' },
  { limit: '101' },
  { limit: '' },
  { limit: '1.5' },
  { limit: ['1', '2'] },
  { before: 'x' },
  { status: 'done' },
  { source: 'qr' },
  { phone: '12' },
  { receipt: '' },
  { accountReference: 'x'.repeat(101) },
  { createdFrom: 'yesterday' },
  { createdFrom: '2026-01-01T00:00:00' },
])('refuses %j', (query) => {
  expect(listPaymentsSchema.safeParse(query).success).toBe(false);
});
