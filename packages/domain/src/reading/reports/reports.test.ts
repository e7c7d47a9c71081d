import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownAffairs } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { insertPayment } from '../../payments/payments.fixture.ts';
import { refreshRollups } from '../../rollups/index.ts';
import { movableClock, type SeededMerchant, seed, type TestContext, testContext } from '../../testing/index.ts';
import { makeDisbursements, makePayments } from '../home/reports.fixture.ts';
import { reportBalances, reportCollections, reportPayouts, reportSettlement } from './index.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database, { clock: movableClock(new Date('2026-03-20T10:00:00.000Z')) });
});
afterAll(() => test.close());

type Shop = TenantContext & TestContext;
const merchant = (): Promise<SeededMerchant> => seed(ctx).owner().application().credentials('sandbox').mint();
const shop = async (): Promise<Shop> => (await merchant()).as('sandbox');
const at = (text: string) => new Date(text);
const march = { from: '2026-03-01', to: '2026-03-31' };

describe('reportCollections', () => {
  it('has zeros for every day on which nothing happened', async () => {
    const mine = await shop();
    const report = await reportCollections(mine, mine.tenant, march);
    expect(report.exactUntil).toBeNull();
    expect(report.current.rows).toHaveLength(31);
    expect(report.previous).toMatchObject({ from: '2026-02-01', to: '2026-02-28' });
    expect(report.previous?.rows).toHaveLength(28);
    expect(report.current.total).toEqual({
      gross: '0',
      refunded: '0',
      refundCount: 0,
      net: '0',
      succeeded: 0,
      failed: 0,
      pending: 0,
      successRate: null,
      average: null,
    });
    expect(report.current.rows[0]).toMatchObject({
      label: '2026-03-01',
      group: null,
      gross: '0',
      startsAt: at('2026-02-28T21:00:00Z'),
      endsAt: at('2026-03-01T21:00:00Z'),
    });
  });

  it('tells gross, refunds, net, cents, rate and average, and the month before, before and after a refresh', async () => {
    const mine = await shop();
    await insertPayment(mine, { createdAt: at('2026-03-04T20:59:59.999Z'), amount: 1_000, exactAmount: '1000.75' });
    await insertPayment(mine, { createdAt: at('2026-03-04T21:00:00Z'), amount: 200, exactAmount: '200.50' });
    await insertPayment(mine, { createdAt: at('2026-02-28T20:00:00Z'), amount: 40 });
    await makePayments(mine, mine.tenant, [
      { createdAt: at('2026-03-04T10:00:00Z'), status: 'failed' },
      { createdAt: at('2026-03-04T10:00:00Z') },
    ]);
    await makeDisbursements(mine, mine.tenant, [
      { createdAt: at('2026-03-04T12:00:00Z'), kind: 'reversal', status: 'success', amount: 300 },
      { createdAt: at('2026-03-04T12:00:00Z'), kind: 'reversal', status: 'failed', amount: 7 },
      { createdAt: at('2026-03-04T12:00:00Z'), status: 'success', amount: 9_000 },
    ]);
    const before = await reportCollections(mine, mine.tenant, march);
    expect(before.current.total).toEqual({
      gross: '1201.25',
      refunded: '300',
      refundCount: 1,
      net: '901.25',
      succeeded: 2,
      failed: 1,
      pending: 1,
      successRate: 2 / 3,
      average: 600.62,
    });
    expect(before.current.rows.filter(({ succeeded }) => succeeded > 0)).toMatchObject([
      { label: '2026-03-04', gross: '1000.75', net: '700.75', failed: 1, pending: 1 },
      { label: '2026-03-05', gross: '200.50', net: '200.50' },
    ]);
    expect(before.previous?.total).toMatchObject({ gross: '40', succeeded: 1 });
    expect(before.previous?.rows.at(-1)).toMatchObject({ label: '2026-02-28', gross: '40' });
    while (!(await refreshRollups(ctx)).current);
    expect(await reportCollections(mine, mine.tenant, march)).toEqual(before);
    const alone = await reportCollections(mine, mine.tenant, { ...march, compare: false });
    expect([alone.current, alone.previous]).toEqual([before.current, null]);
  });

  it('cuts weeks from Monday, months, hours and the whole, within the period', async () => {
    const mine = await shop();
    await makePayments(mine, mine.tenant, [
      { createdAt: at('2026-03-10T22:30:00Z'), status: 'success', amount: 5 },
      { createdAt: at('2026-03-18T06:30:00Z'), status: 'success', amount: 8 },
    ]);
    const cut = async (interval: 'hour' | 'week' | 'month' | 'total', from: string, to: string) => {
      const { current } = await reportCollections(mine, mine.tenant, { from, to, interval });
      return current.rows.map(({ label, startsAt, gross }) => `${label} ${startsAt.toISOString()} ${gross}`);
    };
    expect(await cut('week', '2026-03-11', '2026-03-18')).toEqual([
      '2026-03-09 2026-03-10T21:00:00.000Z 5',
      '2026-03-16 2026-03-15T21:00:00.000Z 8',
    ]);
    expect(await cut('month', '2026-02-20', '2026-03-31')).toEqual([
      '2026-02-01 2026-02-19T21:00:00.000Z 0',
      '2026-03-01 2026-02-28T21:00:00.000Z 13',
    ]);
    expect(await cut('total', '2026-03-11', '2026-03-17')).toEqual(['2026-03-11 2026-03-10T21:00:00.000Z 5']);
    const hours = await cut('hour', '2026-03-11', '2026-03-11');
    expect([hours.length, hours[1], hours[2]]).toEqual([
      24,
      '2026-03-11T01:00 2026-03-10T22:00:00.000Z 5',
      '2026-03-11T02:00 2026-03-10T23:00:00.000Z 0',
    ]);
  });

  it('has days of 23 and 25 hours where the clocks change, even at midnight', async () => {
    const mine = await shop();
    const zones = [
      ['Europe/Berlin', '2026-03-29', 23],
      ['Europe/Berlin', '2026-10-25', 25],
      // The day begins at one o'clock.
      ['Africa/Cairo', '2026-04-24', 23],
    ] as const;
    for (const [timeZone, day, hours] of zones) {
      const input = { timeZone, from: day, to: day };
      const { current } = await reportCollections(mine, mine.tenant, input);
      expect([day, (Number(current.endsAt) - Number(current.startsAt)) / 3_600_000]).toEqual([day, hours]);
      const hourly = await reportCollections(mine, mine.tenant, { ...input, interval: 'hour' });
      expect(hourly.current.rows).toHaveLength(hours);
      await makePayments(
        mine,
        mine.tenant,
        hourly.current.rows.map(({ startsAt }) => ({ createdAt: startsAt, status: 'success' as const, amount: 1 })),
      );
      const again = await reportCollections(mine, mine.tenant, { ...input, interval: 'hour' });
      expect(again.current.rows.every(({ gross }) => gross === '1')).toBe(true);
      expect((await reportCollections(mine, mine.tenant, input)).current.rows).toMatchObject([
        { gross: String(hours) },
      ]);
    }
  });

  it('groups by source, shortcode, reason and application, and refunds by the source of their payment', async () => {
    const mine = await shop();
    const createdAt = at('2026-03-04T10:00:00Z');
    const offline = await insertPayment(mine, { createdAt, amount: 90, shortcode: '600200' });
    await makePayments(mine, mine.tenant, [
      { createdAt, status: 'success', amount: 50 },
      { createdAt, status: 'failed', resultCode: '1032' },
      { createdAt, status: 'failed', resultCode: '1032' },
      { createdAt, status: 'failed', resultCode: '1' },
    ]);
    const [own = ''] = await makeDisbursements(mine, mine.tenant, [
      { createdAt, kind: 'reversal', status: 'success', amount: 90 },
      { createdAt, kind: 'reversal', status: 'success', amount: 3 },
    ]);
    await mine.db.prisma.disbursement.update({ where: { id: own }, data: { paymentId: offline } });
    const groups = async (input: object) => {
      const { current } = await reportCollections(mine, mine.tenant, { ...march, ...input });
      return current.groups.map(({ group, gross, refunded, failed }) => [group, gross, refunded, failed]);
    };
    expect(await groups({ groupBy: 'source' })).toEqual([
      [null, '0', '3', 0],
      ['c2b', '90', '90', 0],
      ['stk', '50', '0', 3],
    ]);
    expect(await groups({ groupBy: 'shortcode' })).toEqual([
      ['174379', '50', '0', 3],
      ['600000', '0', '93', 0],
      ['600200', '90', '0', 0],
    ]);
    expect(await groups({ groupBy: 'reason' })).toEqual([
      ['1', '0', '0', 1],
      ['1032', '0', '0', 2],
    ]);
    expect(await groups({ groupBy: 'application' })).toEqual([[mine.tenant.applicationId, '140', '93', 3]]);
    expect(await groups({ groupBy: 'source', sources: ['stk'] })).toEqual([['stk', '50', '0', 3]]);
    expect(await groups({ groupBy: 'source', resultCodes: ['1032'] })).toEqual([['stk', '0', '0', 2]]);
    expect(await groups({ groupBy: 'source', shortcodes: ['600200'] })).toEqual([['c2b', '90', '0', 0]]);
    const { current } = await reportCollections(mine, mine.tenant, { ...march, groupBy: 'source' });
    expect(current.rows).toHaveLength(3 * 31);
  });

  it('loses nothing of sums that a number cannot hold', async () => {
    const mine = await shop();
    await makePayments(mine, mine.tenant, [{ createdAt: at('2026-03-04T10:00:00Z'), status: 'success', amount: 1 }]);
    while (!(await refreshRollups(ctx)).current);
    const huge = 9_007_199_254_740_993n;
    await ctx.db.prisma.rollup.updateMany({
      where: mine.tenant,
      data: { amount: huge, exactAmount: `${huge}.25` },
    });
    const { current } = await reportCollections(mine, mine.tenant, march);
    expect([current.total.gross, current.total.net]).toEqual([`${huge}.25`, `${huge}.25`]);
  });
});

describe('the scope of a report', () => {
  it('is one application and environment, or those of an organization, and never another tenant', async () => {
    const one = await merchant();
    const other = await merchant();
    const createdAt = at('2026-03-04T10:00:00Z');
    const second = uuidv7();
    const { organizationId } = one;
    await ctx.db.prisma.application.create({ data: { id: second, organizationId, name: 'Second', createdAt } });
    const pay = (applicationId: string, environment: 'sandbox' | 'production', amount: number) =>
      makePayments(ctx, { applicationId, environment }, [{ createdAt, status: 'success', amount }]);
    await pay(one.applicationId, 'sandbox', 1);
    await pay(one.applicationId, 'production', 20);
    await pay(second, 'sandbox', 300);
    await pay(other.applicationId, 'sandbox', 4_000);
    const gross = async (scope: Parameters<typeof reportCollections>[1], applicationIds?: string[]) =>
      (await reportCollections(ctx, scope, { ...march, ...(applicationIds && { applicationIds }) })).current.total
        .gross;
    expect(await gross(one.as('sandbox').tenant)).toBe('1');
    expect(await gross(one.as('production').tenant)).toBe('20');
    expect(await gross({ organizationId, environment: 'sandbox' })).toBe('301');
    expect(await gross({ organizationId, environment: 'sandbox' }, [second])).toBe('300');
    expect(await gross({ organizationId, environment: 'sandbox' }, [other.applicationId])).toBe('0');
    expect(await gross(one.as('sandbox').tenant, [second])).toBe('0');
    const grouped = await reportCollections(
      ctx,
      { organizationId, environment: 'sandbox' },
      { ...march, groupBy: 'application' },
    );
    expect(grouped.current.groups.map(({ group, net }) => [group, net]).sort()).toEqual(
      [
        [one.applicationId, '1'],
        [second, '300'],
      ].sort(),
    );
  });

  it('needs the right to read', async () => {
    const mine = await shop();
    const blind = { ...mine, authority: ownAffairs };
    await expect(reportCollections(blind, mine.tenant, march)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(reportBalances(blind, mine.tenant, march)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('what a report refuses', () => {
  it.each([
    ['a reversed period', { from: '2026-03-02', to: '2026-03-01' }, 'to must not be before `from`.'],
    ['more than two years', { from: '2024-01-01', to: '2026-01-01' }, 'to must be at most 731 days'],
    ['a day that is none', { from: '2026-02-30', to: '2026-03-01' }, 'from must be a day such as 2026-03-31.'],
    [
      'many hours',
      { from: '2026-01-01', to: '2026-06-01', interval: 'hour' as const },
      'interval must be day or longer',
    ],
    ['a zone that is none', { ...march, timeZone: 'Mars/Olympus' }, 'timeZone must be a time zone'],
    ['a zone of half hours', { ...march, timeZone: 'Asia/Kolkata' }, 'timeZone must be whole hours from UTC'],
    ['an id that is none', { ...march, applicationIds: ['x'] }, 'must be a UUID'],
    ['what no text has', { ...march, shortcodes: ['6\u0000'] }, 'must not contain broken characters'],
    ['an empty filter', { ...march, shortcodes: [] }, 'shortcodes must not be empty'],
  ])('%s', async (_, input, message) => {
    const mine = await shop();
    await expect(reportCollections(mine, mine.tenant, input)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message),
    });
  });

  it('more rows than it may have, instead of cutting them', async () => {
    const mine = await shop();
    const failed = { createdAt: at('2026-03-04T10:00:00Z'), status: 'failed' as const };
    const codes = Array.from({ length: 20 }, (_, n) => ({ ...failed, resultCode: `code-${n}` }));
    await makePayments(mine, mine.tenant, codes);
    const input = { from: '2025-01-01', to: '2026-12-31', groupBy: 'reason' as const };
    await expect(reportCollections(mine, mine.tenant, input)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('more than 20000 rows'),
    });
    expect((await reportCollections(mine, mine.tenant, { ...input, interval: 'month' })).current.total.failed).toBe(20);
  });
});

describe('reportPayouts, reportSettlement and reportBalances', () => {
  it('tell what was paid out, and what moved on which day at which shortcode', async () => {
    const mine = await shop();
    const createdAt = at('2026-03-04T10:00:00Z');
    const nextDay = at('2026-03-05T10:00:00Z');
    await makePayments(mine, mine.tenant, [{ createdAt, settledAt: nextDay, status: 'success', amount: 500 }]);
    await insertPayment(mine, { createdAt, amount: 70, exactAmount: '70.50', shortcode: '600000' });
    await makeDisbursements(mine, mine.tenant, [
      { createdAt, settledAt: nextDay, status: 'success', amount: 20 },
      { createdAt, status: 'failed', amount: 5 },
      { createdAt },
      { createdAt, settledAt: nextDay, kind: 'reversal', status: 'success', amount: 30 },
    ]);
    const payouts = await reportPayouts(mine, mine.tenant, march);
    expect(payouts.current.total).toEqual({
      amount: '20',
      succeeded: 1,
      failed: 1,
      pending: 1,
      successRate: 0.5,
      average: 20,
    });
    expect(payouts.current.rows.find(({ succeeded }) => succeeded > 0)?.label).toBe('2026-03-04');
    const settlement = await reportSettlement(mine, mine.tenant, { ...march, compare: false });
    const moved = settlement.current.rows.filter(({ collectedCount, payoutCount }) => collectedCount + payoutCount > 0);
    expect(moved).toMatchObject([
      { label: '2026-03-05', group: '174379', collected: '500', net: '500' },
      { label: '2026-03-04', group: '600000', collected: '70.50', net: '70.50' },
      {
        label: '2026-03-05',
        group: '600000',
        paidOut: '20',
        refunded: '30',
        net: '-50',
        payoutCount: 1,
        refundCount: 1,
      },
    ]);
  });

  it('tell the last balance of each day', async () => {
    const mine = await shop();
    const answer = async (endedAt: Date, available: string, shortcode = '600000') => {
      const id = uuidv7();
      const row = {
        kind: 'account_balance',
        status: 'answered',
        identifierType: '4',
        remarks: 'r',
        shortcode,
      } as const;
      const result = [
        { name: 'Utility Account', currency: 'KES', available, current: null, reserved: null, uncleared: null },
      ];
      const data = { id, ...mine.tenant, ...row, callbackToken: id.replaceAll('-', '').repeat(2), result };
      await mine.db.prisma.inquiry.create({ data: { ...data, createdAt: endedAt, endedAt } });
    };
    await answer(at('2026-03-04T10:00:00Z'), '10.00');
    await answer(at('2026-03-04T20:59:00Z'), '20.00');
    await answer(at('2026-03-04T21:00:00Z'), '30.00');
    await answer(at('2026-03-04T21:00:00Z'), '40.00', '600001');
    await answer(at('2026-04-01T00:00:00Z'), '50.00');
    const report = async (scope: Shop, interval: 'day' | 'total') => {
      const { readings } = await reportBalances(scope, scope.tenant, { ...march, interval });
      return readings.map(({ shortcode, accounts }) => `${shortcode} ${accounts[0]?.available}`);
    };
    expect(await report(mine, 'day')).toEqual(['600000 20.00', '600000 30.00', '600001 40.00']);
    expect(await report(mine, 'total')).toEqual(['600000 30.00', '600001 40.00']);
    expect(await report(await shop(), 'day')).toEqual([]);
  });
});
