import { createApplication } from '@tillgate/domain/applications';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayment, testGraphql } from './graphql.fixture.ts';

let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let second: string;
let token: string;

const march = '(environment: sandbox, from: "2026-03-01", to: "2026-03-31"';
const at = (text: string) => new Date(text);

beforeAll(async () => {
  api = await testGraphql();
  shop = await seed(api.deps.seeding).owner().application().mint();
  const { organizationId, applicationId } = shop;
  ({ applicationId: second } = await createApplication(api.deps.seeding, { name: 'Second shop', organizationId }));
  token = await api.tokenOf(shop);
  const own = { applicationId, environment: 'sandbox' as const };
  const other = { applicationId: second, environment: 'sandbox' as const };
  const insert = (row: Parameters<typeof insertPayment>[1]) => insertPayment(api.test.database, row);
  await insert({ ...own, amount: 700, createdAt: at('2026-03-02T10:00:00Z') });
  await insert({ ...own, amount: 70, exactAmount: '70.50', createdAt: at('2026-03-02T11:00:00Z') });
  await insert({ ...other, amount: 5, createdAt: at('2026-03-03T10:00:00Z') });
  await insert({ ...own, status: 'failed', source: 'stk', createdAt: at('2026-03-03T10:00:00Z') });
  await insert({ ...own, amount: 100, createdAt: at('2026-02-03T10:00:00Z') });
  const made = { createdAt: at('2026-03-04T10:00:00Z'), settledAt: at('2026-03-04T10:01:00Z') };
  const originator = { originatorConversationId: 'o-1', commandId: 'BusinessPayment' };
  for (const [kind, amount] of [
    ['payout', 30],
    ['reversal', 5],
  ] as const) {
    await api.test.database.prisma.disbursement.create({
      data: {
        ...own,
        ...made,
        id: crypto.randomUUID(),
        kind,
        amount,
        status: 'success',
        remarks: '',
        shortcode: '600100',
        callbackToken: String(amount).padStart(64, '0'),
        settledBy: 'result',
        resultCode: '0',
        ...(kind === 'reversal' ? { transactionId: 'TKR0000001' } : { phone: '254712345678', ...originator }),
      },
    });
  }
  for (const [endedAt, available] of [
    ['2026-03-04T10:00:00Z', '1000.50'],
    ['2026-03-04T12:00:00Z', '2000.75'],
  ] as const) {
    await api.test.database.prisma.inquiry.create({
      data: {
        ...own,
        id: crypto.randomUUID(),
        kind: 'account_balance',
        status: 'answered',
        identifierType: '4',
        remarks: 'r',
        shortcode: '600100',
        callbackToken: Buffer.from(endedAt).toString('hex').padEnd(64, '0'),
        result: [
          { name: 'Utility Account', currency: 'KES', available, current: null, reserved: null, uncleared: null },
        ],
        createdAt: at(endedAt),
        endedAt: at(endedAt),
      },
    });
  }
});
afterAll(() => api?.close());

const ask = (query: string, variables = {}) => api.ask(query, { token }, variables);

describe('collectionsReport', () => {
  const figures = 'gross exactGross refunded refundCount net succeeded failed pending successRate average';

  it('adds up money in exactly, as text, beside the period before', async () => {
    const { data, errors } = await ask(`{ collectionsReport${march}) {
      timeZone interval groupBy exactUntil
      current { from to startsAt endsAt total { ${figures} } groups { group } rows { label gross } }
      previous { from to total { gross } rows { label } }
    } }`);
    expect(errors).toEqual([]);
    const { current, previous, ...about } = data.collectionsReport;
    expect(about).toEqual({ timeZone: 'Africa/Nairobi', interval: 'day', groupBy: 'none', exactUntil: null });
    expect(current).toMatchObject({
      from: '2026-03-01',
      to: '2026-03-31',
      startsAt: '2026-02-28T21:00:00.000Z',
      endsAt: '2026-03-31T21:00:00.000Z',
      groups: [],
    });
    expect(current.total).toEqual({
      gross: '775.50',
      exactGross: '775.50',
      refunded: '5',
      refundCount: 1,
      net: '770.50',
      succeeded: 3,
      failed: 1,
      pending: 0,
      successRate: 0.75,
      average: '258.50',
    });
    expect(current.rows).toHaveLength(31);
    expect(current.rows[1]).toEqual({ label: '2026-03-02', gross: '770.50' });
    expect(previous).toMatchObject({ from: '2026-02-01', to: '2026-02-28', total: { gross: '100' } });
    expect(previous.rows).toHaveLength(28);
  });

  it('groups and filters, of one application or of all', async () => {
    const totals = async (args: string) => {
      const { data, errors } = await ask(
        `{ collectionsReport${march}, interval: total, compare: false${args}) {
          current { total { gross } groups { group gross succeeded failed } } previous { from } } }`,
      );
      expect(errors).toEqual([]);
      expect(data.collectionsReport.previous).toBeNull();
      return data.collectionsReport.current;
    };
    expect((await totals(', groupBy: source')).groups).toEqual([
      // The refund of a payment that is not known here.
      { group: null, gross: '0', succeeded: 0, failed: 0 },
      { group: 'c2b', gross: '775.50', succeeded: 3, failed: 0 },
      { group: 'stk', gross: '0', succeeded: 0, failed: 1 },
    ]);
    expect((await totals(', groupBy: reason')).groups).toEqual([
      { group: '1032', gross: '0', succeeded: 0, failed: 1 },
    ]);
    const byApplication = (await totals(', groupBy: application')).groups;
    expect(new Set(byApplication.map(({ group }: { group: string }) => group))).toEqual(
      new Set([shop.applicationId, second]),
    );
    expect((await totals(`, applicationId: "${second}"`)).total).toEqual({ gross: '5' });
    expect((await totals(', sources: [stk]')).total).toEqual({ gross: '0' });
    expect((await totals(', shortcodes: ["600101"]')).total).toEqual({ gross: '0' });
    expect((await totals(', resultCodes: ["1032"], shortcodes: null')).total).toEqual({ gross: '0' });
  });

  it('is no larger than a text can hold', async () => {
    const [big, applicationId] = [2_000_000_000, second];
    const createdAt = at('2026-05-05T10:00:00Z');
    for (let count = 0; count < 3; count += 1) {
      await insertPayment(api.test.database, { applicationId, environment: 'sandbox', amount: big, createdAt });
    }
    const { data } = await ask(
      `{ collectionsReport(environment: sandbox, from: "2026-05-01", to: "2026-05-31", interval: month) { current { total { gross average } } } }`,
    );
    expect(data.collectionsReport.current.total).toEqual({ gross: '6000000000', average: '2000000000.00' });
  });
});

describe('the other reports', () => {
  it('tell payouts, what settled at each shortcode, and the last balances of each day', async () => {
    const { data, errors } = await ask(`{
      payoutsReport${march}, interval: month, groupBy: shortcode) {
        current { total { amount succeeded failed pending successRate average } groups { group amount } } }
      settlementReport${march}, interval: week) {
        current { total { collected exactCollected collectedCount refunded refundCount paidOut payoutCount net }
          rows { label group startsAt endsAt net } } }
      balancesReport${march}) { timeZone readings { applicationId shortcode answeredAt inquiryId
        accounts { name currency available current } } }
    }`);
    expect(errors).toEqual([]);
    expect(data.payoutsReport.current).toEqual({
      total: { amount: '30', succeeded: 1, failed: 0, pending: 0, successRate: 1, average: '30.00' },
      groups: [{ group: '600100', amount: '30' }],
    });
    expect(data.settlementReport.current.total).toEqual({
      collected: '775.50',
      exactCollected: '775.50',
      collectedCount: 3,
      refunded: '5',
      refundCount: 1,
      paidOut: '30',
      payoutCount: 1,
      net: '740.50',
    });
    expect(data.settlementReport.current.rows[0]).toMatchObject({ label: '2026-02-23', group: '600100', net: '0' });
    expect(data.balancesReport.readings).toEqual([
      {
        applicationId: shop.applicationId,
        shortcode: '600100',
        answeredAt: '2026-03-04T12:00:00.000Z',
        inquiryId: expect.any(String),
        accounts: [{ name: 'Utility Account', currency: 'KES', available: '2000.75', current: null }],
      },
    ]);
  });
});

describe('a report', () => {
  const report = (args: string) => `{ collectionsReport(environment: sandbox, ${args}) { current { from } } }`;

  it.each([
    [report('from: "2026-03-02", to: "2026-03-01"'), 'BAD_FILTER', 'to must not be before'],
    [report('from: "2024-01-01", to: "2026-01-02"'), 'BAD_FILTER', 'two years'],
    [report('from: "2026-02-30", to: "2026-03-01"'), 'BAD_FILTER', 'from must be a day'],
    [report('from: "", to: "x"'), 'BAD_FILTER', 'must be a day'],
    [report('from: "2026-01-01", to: "2026-06-01", interval: hour'), 'BAD_FILTER', 'interval must be day or longer'],
    [report('from: "2026-01-01", to: "2026-06-01", timeZone: "Mars/Olympus"'), 'BAD_FILTER', 'timeZone must be'],
    [report('from: "2026-01-01", to: "2026-06-01", shortcodes: []'), 'BAD_FILTER', 'shortcodes must not be empty'],
    [report('from: "2026-01-01", to: "2026-06-01", shortcodes: ["\\u0000"]'), 'BAD_FILTER', 'broken characters'],
    [report('from: "2026-01-01", to: "2026-06-01", groupBy: colour'), 'GRAPHQL_VALIDATION_FAILED', 'colour'],
    [report('from: "2026-01-01", to: "2026-06-01", sources: [bank]'), 'GRAPHQL_VALIDATION_FAILED', 'bank'],
    [report('from: 20260101, to: "2026-06-01"'), 'GRAPHQL_VALIDATION_FAILED', 'A day is a text'],
    [report('to: "2026-06-01"'), 'GRAPHQL_VALIDATION_FAILED', 'from'],
    [report('from: "2026-01-01", to: "2026-01-02", applicationId: "x"'), 'NOT_FOUND', 'no such application'],
  ])('%s is refused once, with %s', async (query, code, message) => {
    const { errors } = await ask(query);
    expect(errors).toMatchObject([{ message: expect.stringContaining(message), extensions: { code } }]);
  });

  it('costs as much as it has rows, and is refused before it runs when there are too many', async () => {
    const costOf = async (args: string) => {
      const { extensions, errors } = await ask(report(args));
      return { requested: extensions.cost?.requested, codes: errors.map((error) => error.extensions.code) };
    };
    const year = 'from: "2026-01-01", to: "2026-12-31"';
    expect(await costOf(`${year}, interval: month, compare: false`)).toEqual({ requested: 33, codes: [] });
    expect(await costOf(`${year}, compare: false`)).toEqual({ requested: 386, codes: [] });
    expect(await costOf(`${year}, groupBy: source`)).toEqual({ requested: 1481, codes: [] });
    const hours = 'from: "2026-01-01", to: "2026-03-31", interval: hour';
    expect((await costOf(hours)).codes).toEqual([]);
    expect((await costOf(`${hours}, groupBy: reason`)).codes).toEqual(['COST_EXCEEDED']);
  });
});
