import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { insertPayment } from '../../payments/payments.fixture.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import type { BrowsePaymentsInput } from './browse-filter.ts';
import { browsePayments } from './browse-payments.ts';
import { listReasons } from './list-reasons.ts';
import { totalPayments } from './total-payments.ts';
import { watchPayments } from './watch-payments.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const merchant = async () => (await seed(base).owner().application().mint()).as('sandbox');
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const idsOf = async (ctx: TenantContext, input: BrowsePaymentsInput = {}) =>
  (await browsePayments(ctx, input)).payments.map(({ paymentId }) => paymentId);

/** All pages in one direction. */
async function walk(
  ctx: TenantContext,
  filter: BrowsePaymentsInput,
  direction: 'older' | 'newer',
  from: string | null,
  between = async () => {},
): Promise<{ ids: string[]; last: string | null }> {
  const pages: string[][] = [];
  let place = from;
  let last: string | null = null;
  for (let count = 0; count < 1_000; count += 1) {
    const cursor = place === null ? {} : direction === 'older' ? { before: place } : { after: place };
    const page = await browsePayments(ctx, { ...filter, ...cursor });
    pages.push(page.payments.map(({ paymentId }) => paymentId));
    last = direction === 'older' ? page.newer : page.older;
    place = page[direction];
    if (place === null) return { ids: (direction === 'older' ? pages : pages.reverse()).flat(), last };
    await between();
  }
  throw new Error('the walk does not end');
}

describe('a walk over all pages', () => {
  it('sees each payment once, newest first, back and forth, whatever comes in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 5 }),
        fc.constantFrom<BrowsePaymentsInput>(
          {},
          { status: 'success' },
          { amountMin: 5 },
          { accountReference: 'INV-1', source: 'c2b' },
        ),
        async (minutes, limit, arrivals, filter) => {
          const ctx = await merchant();
          const old: string[] = [];
          for (const minute of minutes) old.push(await insertPayment(ctx, { createdAt: at(minute) }));
          const { ids } = await walk(ctx, { ...filter, limit }, 'older', null, async () => {
            const minute = arrivals.pop();
            if (minute !== undefined) await insertPayment(ctx, { createdAt: at(minute) });
          });
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids.filter((id) => old.includes(id)).sort()).toEqual([...old].sort());
          const all = await walk(ctx, { ...filter, limit }, 'older', null);
          if (all.ids.length <= limit) return;
          const back = await walk(ctx, { ...filter, limit }, 'newer', all.last);
          // From the last page back: everything above it, in the same order.
          expect(back.ids).toEqual(all.ids.slice(0, back.ids.length));
          expect(all.ids.length - back.ids.length).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 20, interruptAfterTimeLimit: 20_000 },
    );
  });
});

describe('a filter', () => {
  let ctx: TenantContext;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    ctx = await merchant();
    const add = async (name: string, minute: number, changes: Parameters<typeof insertPayment>[1] = {}) => {
      ids[name] = await insertPayment(ctx, { createdAt: at(minute), ...changes });
    };
    await add('cancelled', 0, { source: 'stk', status: 'failed', resultCode: '1032' });
    await add('poor', 1, { source: 'stk', status: 'failed', resultCode: '1', phone: '254700000009' });
    await add('refused', 2, { source: 'stk', status: 'failed', resultCode: '400.002.02', settledBy: 'push' });
    await add('strange', 3, { source: 'stk', status: 'failed', resultCode: '98765' });
    await add('pending', 4, { source: 'stk', status: 'pending', needsReview: true });
    await add('large', 5, { amount: 70_000, metadata: { orderId: 1042, customer: { tier: 'gold' } } });
    await add('tagged', 6, { exactAmount: '10.50', metadata: { orderId: '1042', 'a.b': true } });
    await add('receipt', 7, { providerReceipt: 'TKLFILTER1', accountRef: 'OTHER' });
    await add('masked', 8, { phone: '2547*****126' });
  });

  /** In cents, of those that were paid. */
  const paid: Record<string, number> = { large: 7_000_000, tagged: 1_050, receipt: 1_000, masked: 1_000 };
  const failures = ['strange', 'refused', 'poor', 'cancelled'];
  it.each<[BrowsePaymentsInput, string[]]>([
    [{}, ['masked', 'receipt', 'tagged', 'large', 'pending', ...failures]],
    [{ status: 'failed' }, failures],
    [{ status: 'pending' }, ['pending']],
    [{ source: 'stk' }, ['pending', ...failures]],
    [{ resultCode: '1' }, ['poor']],
    [{ resultCode: '1', source: 'c2b' }, []],
    [{ resultCode: '1', status: 'success' }, []],
    [{ category: 'customer' }, ['cancelled']],
    [{ category: 'balance' }, ['poor']],
    [{ category: 'unknown' }, ['strange']],
    [{ category: 'your_setup' }, ['refused']],
    [{ category: 'customer', resultCode: '1' }, []],
    [{ category: 'limit' }, []],
    [{ amountMin: 70_000 }, ['large']],
    [{ amountMin: 11, amountMax: 69_999 }, []],
    [{ amountMax: 10, source: 'c2b' }, ['masked', 'receipt', 'tagged']],
    [{ phone: '+254 700 000 009' }, ['poor']],
    [{ phone: '2547*****126' }, ['masked']],
    [{ accountReference: 'OTHER' }, ['receipt']],
    [{ accountReference: 'oTher' }, ['receipt']],
    [{ receipt: 'tklfilter1' }, ['receipt']],
    [{ receipt: 'TKLFILTER1', status: 'failed' }, []],
    [{ needsReview: true }, ['pending']],
    [{ metadata: 'orderId=1042' }, ['tagged', 'large']],
    [{ metadata: 'orderId=1042', amountMin: 11 }, ['large']],
    [{ metadata: 'customer.tier = gold' }, ['large']],
    [{ metadata: 'a.b=true' }, ['tagged']],
    [{ metadata: 'orderId=7' }, []],
    [{ createdFrom: '2026-01-01T00:05:00Z', createdTo: '2026-01-01T03:07:00+03:00' }, ['tagged', 'large']],
    [{ createdTo: '2026-01-01T00:01:00Z' }, ['cancelled']],
  ])('%j', async (input, names) => {
    const page = await browsePayments(ctx, input);
    const nameOf = (id: string) => Object.entries(ids).find(([, each]) => each === id)?.[0];
    expect(page.payments.map(({ paymentId }) => nameOf(paymentId))).toEqual(names);
    expect(page).toMatchObject({ older: null, newer: null, lookedBackTo: null });
    const total = await totalPayments(ctx, input);
    const cents = names.reduce((sum, name) => sum + (paid[name] ?? 0), 0);
    expect([total.value, total.more, Number(total.sum) * 100]).toEqual([names.length, false, cents]);
  });

  it.each<[object, string]>([
    [{ status: 'paid' }, 'status'],
    [{ amountMin: 1.5 }, 'amountMin'],
    [{ amountMax: -1 }, 'amountMax'],
    [{ createdFrom: 'yesterday' }, 'createdFrom'],
    [{ metadata: 'orderId' }, 'metadata'],
    [{ metadata: 'a=\u0000' }, 'metadata'],
    [{ before: 'nonsense' }, 'before'],
    [{ limit: 101 }, 'limit'],
    [{ receipt: '' }, 'receipt'],
  ])('%j is refused', async (input, path) => {
    await expect(browsePayments(ctx, input)).rejects.toMatchObject({
      code: 'invalid_input',
      extras: { issues: [{ path }] },
    });
  });

  it('shows another application and the other environment nothing', async () => {
    const other = await merchant();
    const live: TenantContext = { ...ctx, tenant: { ...ctx.tenant, environment: 'production' } };
    for (const stranger of [other, live]) {
      for (const input of [{}, { metadata: 'orderId=1042' }, { resultCode: '1' }, { receipt: 'TKLFILTER1' }]) {
        expect(await idsOf(stranger, input)).toEqual([]);
        expect(await totalPayments(stranger, input)).toEqual({ value: 0, more: false, sum: '0' });
      }
      expect(await listReasons(stranger)).toEqual([]);
      const watched = await watchPayments(stranger, {
        paymentIds: Object.values(ids),
        after: '0.00000000-0000-7000-8000-000000000000',
      });
      expect(watched).toEqual({ payments: [], newCount: 0, newMore: false });
    }
  });

  it('the reasons to choose from are those that there were', async () => {
    const reasons = await listReasons(ctx);
    const byCode = Object.fromEntries(reasons.map(({ code, category }) => [code, category]));
    expect(byCode).toEqual({ '1': 'balance', '1032': 'customer', '400.002.02': 'your_setup', '98765': 'unknown' });
    expect(reasons.find(({ code }) => code === '1')?.title).toBe('Insufficient balance');
  });
});

it('shows a row with its phone masked and its reason in words', async () => {
  const ctx = await merchant();
  const paymentId = await insertPayment(ctx, { source: 'stk', status: 'failed', resultCode: '1', accountRef: 'A-9' });
  expect((await browsePayments(ctx, {})).payments).toEqual([
    {
      paymentId,
      status: 'failed',
      source: 'stk',
      rail: 'mpesa',
      amount: 10,
      phone: '0712…678',
      payerName: null,
      accountRef: 'A-9',
      providerReceipt: null,
      reason: { code: 1, title: 'Insufficient balance', category: 'balance' },
      createdAt: '2026-01-05T08:00:00.000Z',
      settledAt: '2026-01-05T08:00:00.000Z',
      nextQueryAt: null,
      needsReview: false,
      refunded: 0,
      refundPending: false,
    },
  ]);
});

it('finds payments by any part of the name of the payer, taken as it is written', async () => {
  const ctx = await merchant();
  const jane = await insertPayment(ctx, { createdAt: at(0), payerName: 'JANE Wanjiku 100%' });
  await insertPayment(ctx, { createdAt: at(1), payerName: 'JOHN ROE' });
  await insertPayment(ctx, { createdAt: at(2) });
  const idsOf = async (payerName: string) =>
    (await browsePayments(ctx, { payerName })).payments.map(({ paymentId }) => paymentId);
  for (const part of ['wanji', ' jane w', '100%']) expect(await idsOf(part), part).toEqual([jane]);
  for (const part of ['%', '_ane', 'janet']) expect(await idsOf(part), part).toEqual(part === '%' ? [jane] : []);
});

describe('watching a page', () => {
  it('reads its payments anew and counts those that came after it and fit the filter', async () => {
    const ctx = await merchant();
    const paymentId = await insertPayment(ctx, { source: 'stk', status: 'pending', createdAt: at(1) });
    await insertPayment(ctx, { createdAt: at(0) });
    const after = `${at(1).getTime()}.${paymentId}`;
    expect(await watchPayments(ctx, { paymentIds: [paymentId], after })).toMatchObject({
      payments: [{ paymentId, status: 'pending' }],
      newCount: 0,
    });
    await insertPayment(ctx, { createdAt: at(2) });
    await insertPayment(ctx, { createdAt: at(3), status: 'failed', source: 'stk' });
    expect(await watchPayments(ctx, { paymentIds: [], after })).toMatchObject({ payments: [], newCount: 2 });
    expect(await watchPayments(ctx, { paymentIds: [], after, status: 'failed' })).toMatchObject({ newCount: 1 });
  });

  it('takes a bounded number of ids', async () => {
    const ctx = await merchant();
    const paymentIds = Array.from({ length: 101 }, () => '01980000-0000-7000-8000-000000000001');
    await expect(watchPayments(ctx, { paymentIds })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
