import { randomBytes } from 'node:crypto';
import type { Prisma } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { getCalendar } from '@tillgate/domain/reading/reconciliation';
import { importStatement } from '@tillgate/domain/reconciliation';
import { type SeededMerchant, seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf } from './calendar.ts';
import { receipt } from './plan.ts';
import { createRandom, type Random } from './random.ts';
import { demoStatement } from './statement.ts';
import { csvFile, statementColumns, statementTable, tableOf, xlsxFile } from './statement-file.ts';
import { planStatement } from './statement-plan.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
});
afterAll(() => test.close());

const days = 2;
const hourMs = 3_600_000;

/** Two days of payments, payouts and refunds as chance has them, for a merchant of its own. */
async function business(random: Random) {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const { shortcode } = await shop.providerAccount('sandbox');
  const tenant = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  const toMs = dayOf(ctx.clock.now()).getTime();
  const moment = () => new Date(random.between(toMs - days * 24 * hourMs, toMs - 1));
  const payments = Array.from({ length: random.between(40, 160) }, () => payment(random, moment(), shortcode));
  const payouts = Array.from({ length: random.between(3, 12) }, () => payout(random, moment(), shortcode));
  const refunds = payments
    .filter(({ providerReceipt, status }) => providerReceipt !== null && status === 'success' && random.chance(0.1))
    .map(({ providerReceipt, createdAt, amount }) => ({
      ...payout(random, new Date((createdAt as Date).getTime() + 60_000), shortcode),
      kind: 'reversal' as const,
      phone: null,
      commandId: null,
      transactionId: providerReceipt ?? '',
      amount,
    }));
  await ctx.db.prisma.payment.createMany({ data: payments.map((row) => ({ ...row, ...tenant })) });
  await ctx.db.prisma.disbursement.createMany({ data: [...payouts, ...refunds].map((row) => ({ ...row, ...tenant })) });
  return { shop, shortcode, tenant };
}

function payment(random: Random, createdAt: Date, shortcode: string) {
  const isOffline = random.chance(0.3);
  const amount = random.between(1, 400) * 10;
  const settledAt = new Date(createdAt.getTime() + random.between(0, 40_000));
  const isPaid = isOffline || random.chance(0.88);
  const hasReceipt = isOffline || (isPaid && random.chance(0.95));
  return {
    id: crypto.randomUUID(),
    source: isOffline ? ('c2b' as const) : ('stk' as const),
    status: isPaid ? ('success' as const) : ('failed' as const),
    ...(!isOffline && { callbackToken: randomBytes(32).toString('hex'), resultCode: isPaid ? '0' : '1032' }),
    amount,
    requestedAmount: amount,
    phone: isOffline ? '25471*****678' : `2547${random.text('0123456789', 8)}`,
    accountRef: random.text('ABCDEFGH', 8),
    description: 'Order',
    exactAmount: isOffline && random.chance(0.1) ? `${amount}.50` : null,
    shortcode,
    providerReceipt: hasReceipt ? receipt(random, createdAt) : null,
    createdAt,
    settledAt,
    settledBy: isOffline ? ('c2b' as const) : ('callback' as const),
  } satisfies Omit<Prisma.PaymentCreateManyInput, 'applicationId' | 'environment'>;
}

function payout(random: Random, createdAt: Date, shortcode: string) {
  return {
    id: crypto.randomUUID(),
    kind: 'payout' as const,
    status: 'success' as const,
    amount: random.between(1, 80) * 50,
    phone: '254712345678',
    commandId: 'BusinessPayment',
    remarks: 'Rider pay',
    shortcode,
    callbackToken: randomBytes(32).toString('hex'),
    originatorConversationId: randomBytes(8).toString('hex'),
    providerReceipt: receipt(random, createdAt),
    createdAt,
    settledAt: new Date(createdAt.getTime() + random.between(1_000, 9_000)),
    settledBy: 'result' as const,
  } satisfies Omit<Prisma.DisbursementCreateManyInput, 'applicationId' | 'environment'>;
}

const byText = (one: string, other: string) => (one < other ? -1 : 1);

/** Every exception and gap that Tillgate has found. */
async function found({ shop, shortcode }: Awaited<ReturnType<typeof business>>) {
  const reviews = await ctx.db.prisma.review.findMany({ where: { applicationId: shop.applicationId } });
  const { days: calendar } = await getCalendar(shop.as('sandbox'), {
    shortcode,
    from: '2026-11-15',
    to: '2026-11-21',
  });
  return {
    exceptions: reviews
      .map(({ reason, detail }) => `${reason} ${(detail as { receipt?: string } | null)?.receipt}`)
      .sort(byText),
    gaps: calendar.flatMap(({ gaps }) =>
      gaps.map(({ from, to, cents }) => ({ after: from.receipt, before: to.receipt, cents })),
    ),
  };
}

/** What an import must not change the second time. */
const everything = async ({ applicationId }: SeededMerchant) => ({
  lines: await ctx.db.prisma.statementLine.findMany({ where: { applicationId }, orderBy: { id: 'asc' } }),
  reviews: await ctx.db.prisma.review.findMany({ where: { applicationId }, orderBy: { id: 'asc' } }),
  payments: await ctx.db.prisma.payment.count({ where: { applicationId } }),
  audit: await ctx.db.prisma.auditEntry.count({ where: { applicationId } }),
});

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

describe('the statement of the demo merchant', () => {
  it.each(
    Array.from({ length: 12 }, (_, index) => ({
      seed: index + 1,
      format: index % 2 === 0 ? ('csv' as const) : ('xlsx' as const),
      order: (['the usual columns', 'shuffled columns', 'the newer template'] as const)[index % 3],
    })),
  )('has exactly the planted exceptions: seed $seed, $format, $order', async ({ seed: number, format, order }) => {
    const random = createRandom(number);
    const made = await business(random.branch('business'));
    const { shop, shortcode, tenant } = made;
    const { head, rows, planted, gap } = await demoStatement(ctx, { ...tenant, shortcode, days, seed: number });
    const columns = order === 'shuffled columns' ? shuffled(random, statementColumns) : statementColumns;
    const table = order === 'the newer template' ? tableOf('newer', head, rows) : statementTable(head, rows, columns);
    const file = format === 'csv' ? csvFile(table) : xlsxFile(table);
    const input = { shortcode, fileName: `statement.${format}`, file };

    const imported = await importStatement(shop.as('sandbox'), input);
    expect(imported).toMatchObject({ isNew: true, format, problems: { count: 0 }, differing: { count: 1 } });
    expect(imported.idle.count).toBeGreaterThan(0);
    expect(imported.feeCents).toBeGreaterThan(0);
    expect(await found(made)).toEqual({
      exceptions: planted.map(({ reason, receipt: of }) => `${reason} ${of}`).sort(byText),
      gaps: [gap],
    });
    const kept = await ctx.db.prisma.statementLine.findMany({ where: { applicationId: shop.applicationId } });
    const [fees, legs] = [kept.filter(({ kind }) => kind === 'fee'), kept.filter(({ kind }) => kind === 'transfer')];
    expect(fees.filter(({ details }) => details === 'Pay Bill Charge').length).toBeGreaterThan(0);
    expect(legs.length).toBeGreaterThan(0);
    expect(legs.length).toBe(2 * new Set(legs.map((leg) => leg.receipt)).size);
    expect(new Set(planted.map(({ reason }) => reason)).size).toBe(5);

    const before = await everything(shop);
    expect(await importStatement(shop.as('sandbox'), input)).toMatchObject({ isNew: false });
    // The same rows in another file are not the same file, and add nothing either.
    const other = statementTable(head, rows, shuffled(random, statementColumns));
    const again = await importStatement(shop.as('sandbox'), {
      ...input,
      fileName: 'again',
      file: format === 'csv' ? xlsxFile(other) : csvFile(other),
    });
    expect(again.lines.fresh).toBe(0);
    const after = await everything(shop);
    expect({ ...after, audit: 0 }).toEqual({ ...before, audit: 0 });
    expect(after.audit - before.audit).toBe(again.isNew ? 1 : 0);
  });

  it('is the same file for the same seed, and another one for another', async () => {
    const made = await business(createRandom(77));
    const given = { ...made.tenant, shortcode: made.shortcode, days };
    const one = await demoStatement(ctx, { ...given, seed: 1 });
    expect(await demoStatement(ctx, { ...given, seed: 1 })).toEqual(one);
    expect((await demoStatement(ctx, { ...given, seed: 2 })).planted).not.toEqual(one.planted);
  });

  it('needs a business that it can deviate from', () => {
    expect(() => planStatement([], createRandom(1), () => 'TKK1234567')).toThrow('a statement needs 12 payments');
  });
});
