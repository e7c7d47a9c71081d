import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayment } from '../payments/payments.fixture.ts';
import { listExports } from '../reading/exports/index.ts';
import { makeDisbursements } from '../reading/home/reports.fixture.ts';
import {
  reportBalances,
  reportCollections,
  reportPayouts,
  reportSettlement,
  reportTables,
} from '../reading/reports/index.ts';
import { countExport, createExport } from './create-export.ts';
import { rowsMax } from './export.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';
import { listSchedules } from './list-schedules.ts';
import { scheduleExport } from './schedule-export.ts';
import { sweepSchedules } from './sweep-schedules.ts';
import { writeTable } from './write-table.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

type Input = Parameters<typeof createExport>[1];
type Who = ReturnType<ExportWorld['as']>;
type Reports = Extract<Input['list'], `report_${string}`>;

const lists: Reports[] = ['report_collections', 'report_payouts', 'report_settlement', 'report_balances'];
/** Three days of Nairobi; the report is read at noon of the last one. */
const days = { from: '2026-03-03', to: '2026-03-05' };
const period = { since: '2026-03-02T21:00:00Z', until: '2026-03-05T21:00:00.000Z' };
const small = { partRows: 5, rowsMax };

async function shopWithMoney() {
  const shop = await world.shop();
  const own = { ...shop.as('sandbox'), db: world.ctx.db };
  world.ctx.clock.set(new Date('2026-03-05T09:00:00Z'));
  const paid = (createdAt: string, exactAmount: string, shortcode = '600100') =>
    insertPayment(own, { createdAt: new Date(createdAt), amount: 7, requestedAmount: 7, exactAmount, shortcode });
  // Cents that binary fractions cannot hold, and the first and the last moment of the period.
  await paid('2026-03-02T20:59:59.999Z', '7.90');
  await paid('2026-03-02T21:00:00Z', '7.70');
  await paid('2026-03-04T10:00:00Z', '7.10', '600200');
  await paid('2026-03-05T08:00:00Z', '7.10', '600200');
  await insertPayment(own, { createdAt: new Date('2026-03-04T10:00:00Z'), status: 'failed', amount: 9 });
  await makeDisbursements(world.ctx, own.tenant, [
    { createdAt: new Date('2026-03-04T11:00:00Z'), kind: 'reversal', status: 'success', amount: 3 },
    { createdAt: new Date('2026-03-04T11:00:00Z'), status: 'success', amount: 500 },
  ]);
  const account = { name: '@Utility', currency: 'KES', available: '-12.30', current: '4', reserved: null };
  await world.database.prisma.inquiry.create({
    data: {
      ...own.tenant,
      ...{ id: crypto.randomUUID(), kind: 'account_balance', status: 'answered', identifierType: '4', remarks: 'r' },
      ...{ shortcode: '600100', callbackToken: own.tenant.applicationId.replaceAll('-', '').padEnd(64, '1') },
      ...{ createdAt: new Date('2026-03-04T10:00:00Z'), endedAt: new Date('2026-03-04T10:00:00Z') },
      result: [{ ...account, uncleared: null }],
    },
  });
  return { shop, finance: world.as(shop, 'finance') };
}

async function fileOf(who: Who, input: Pick<Input, 'list' | 'format'> & Partial<Input>) {
  const { exportId, rows } = await createExport(who, { filter: period, ...input });
  await world.finish(exportId, small);
  return { ...(await world.download(who, exportId)), rows };
}

/** The table of a report as the page and the files by token have it. */
async function tableOf(who: Who, list: Reports, input: object) {
  const asked = { ...days, compare: false, ...input };
  switch (list) {
    case 'report_collections':
      return reportTables.collections(await reportCollections(who, who.tenant, asked));
    case 'report_payouts':
      return reportTables.payouts(await reportPayouts(who, who.tenant, asked));
    case 'report_settlement':
      return reportTables.settlement(await reportSettlement(who, who.tenant, asked));
    case 'report_balances':
      return reportTables.balances(await reportBalances(who, who.tenant, { ...days, ...input }));
  }
}

const nairobi = { timeZone: 'Africa/Nairobi' };

describe('a file of a report', () => {
  it.each<[Reports, object]>([
    ...lists.map((list): [Reports, object] => [list, {}]),
    ['report_collections', { groupBy: 'shortcode', interval: 'hour' }],
    ['report_collections', { groupBy: 'reason', interval: 'total' }],
    ['report_collections', { sources: ['c2b'], shortcodes: ['600200'] }],
    ['report_payouts', { groupBy: 'shortcode', interval: 'week' }],
    ['report_settlement', { groupBy: 'none', interval: 'month' }],
    ['report_balances', { interval: 'hour' }],
  ])('%s has the rows of the report with %j, in its order and all of one moment', async (list, input) => {
    const { finance } = await shopWithMoney();
    const table = await tableOf(finance, list, input);
    expect(table.rows.length).toBeGreaterThan(0);
    const filter = { ...period, ...input };
    const lines = await fileOf(finance, { list, format: 'ndjson', filter });
    const [manifest = '', ...rows] = lines.file.toString().trimEnd().split('\n').reverse();
    expect(`${rows.reverse().join('\n')}\n`).toBe(writeTable(table, { format: 'ndjson', ...nairobi }).text);
    expect(JSON.parse(manifest).manifest).toMatchObject({ list, rows: table.rows.length, filter });
    const csv = await fileOf(finance, { list, format: 'csv', filter });
    expect(csv.file.toString()).toBe(writeTable(table, { format: 'csv', ...nairobi }).text);
    expect(csv.rows).toBe(table.rows.length);
    expect(csv.name).toBe(`tillgate-${list.replaceAll('_', '-')}-2026-03-03-to-2026-03-05.csv`);
  });

  it('of another zone has the days of that zone', async () => {
    const { finance } = await shopWithMoney();
    const filter = { since: '2026-03-03T00:00:00+00:00', until: '2026-03-06T00:00:00Z' };
    const { file } = await fileOf(finance, { list: 'report_collections', format: 'csv', filter, timeZone: 'UTC' });
    const table = await tableOf(finance, 'report_collections', { timeZone: 'UTC' });
    expect(file.toString()).toBe(writeTable(table, { format: 'csv', timeZone: 'UTC' }).text);
  });

  it.each([
    [
      'en',
      'Collections',
      ['Period', 'Gross', 'Refunded', 'Refunds', 'Net', 'Succeeded', 'Failed', 'Pending', 'Success rate'],
    ],
    [
      'sw',
      'Makusanyo',
      [
        ...['Kipindi', 'Kabla ya marejesho', 'Kilichorejeshwa', 'Marejesho', 'Baada ya marejesho', 'Zilizofaulu'],
        ...['Zilizoshindikana', 'Zinazosubiri', 'Kiwango cha kufaulu'],
      ],
    ],
  ] as const)('has a sheet for people in %s that adds up money and never rates', async (language, name, titles) => {
    const { finance } = await shopWithMoney();
    const { file } = await fileOf(finance, { list: 'report_collections', format: 'xlsx', language });
    const [people, data] = await readExcel(file, { trim: false });
    expect([people?.sheet, data?.sheet]).toEqual([name, 'Data']);
    expect(people?.data[0]).toEqual(titles);
    expect(people?.data.at(-1)).toEqual([3, 21.9, 3, 1, 18.9, 3, 1, 0, null]);
    expect(data?.data[0]?.slice(0, 6)).toEqual([
      ...['period', 'starts_at', 'ends_at', 'group', 'gross', 'exact_gross'],
    ]);
  });

  it('by group has its rows in the sheet for people, and the sum of all groups once', async () => {
    const { finance } = await shopWithMoney();
    const input = { list: 'report_settlement', format: 'xlsx', filter: { ...period, interval: 'total' } } as const;
    const [people] = await readExcel((await fileOf(finance, input)).file, { trim: false });
    const collected = people?.data[0]?.indexOf('Collected') ?? -1;
    const sums = people?.data.slice(1, -2).map((row) => [row[people.data[0]?.indexOf('Group') ?? -1], row[collected]]);
    expect(sums).toEqual(
      expect.arrayContaining([
        ['600100', 7.7],
        ['600200', 14.2],
      ]),
    );
    expect(people?.data.at(-1)?.[collected]).toBe(21.9);
  });

  it('of balances adds up no balance', async () => {
    const { finance } = await shopWithMoney();
    const { file } = await fileOf(finance, { list: 'report_balances', format: 'xlsx' });
    const [people] = await readExcel(file, { trim: false });
    expect(people?.data[1]?.slice(1, 8)).toEqual(['600100', '@Utility', 'KES', -12.3, 4, null, null]);
    expect(people?.data.at(-1)?.filter((cell) => cell !== null)).toEqual([1]);
  });

  it.each<[string, object, string, string?]>([
    ['without its first day', { until: period.until }, 'filter.since'],
    ['without its last day', { since: period.since }, 'filter.until'],
    ['from the middle of a day', { ...period, since: '2026-03-02T21:00:00.001Z' }, 'filter.since'],
    ['until the middle of a day', { ...period, until: '2026-03-05T00:00:00Z' }, 'filter.until'],
    ['reversed', { since: period.until, until: period.since }, 'filter.since'],
    ['of too many days', { ...period, since: '2023-03-02T21:00:00Z' }, 'filter.until'],
    ['by the hour of too many days', { ...period, since: '2025-03-02T21:00:00Z', interval: 'hour' }, 'filter.interval'],
    ['with days in words of the report', { ...period, from: '2026-03-03' }, 'filter'],
    ['of several applications', { ...period, applicationIds: [] }, 'filter'],
    ['by a group that it does not have', { ...period, groupBy: 'colour' }, 'filter.groupBy'],
    [
      'in a zone of half hours',
      { since: '2026-03-02T18:30:00Z', until: '2026-03-03T18:30:00Z' },
      'timeZone',
      'Asia/Kolkata',
    ],
  ])('%s is refused', async (_what, filter, path, timeZone) => {
    const { finance } = await shopWithMoney();
    const refused = { code: 'invalid_input', extras: { issues: [{ path }] } };
    const input = { list: 'report_collections', filter: { ...filter }, ...(timeZone && { timeZone }) } as const;
    await expect(createExport(finance, { ...input, format: 'csv' })).rejects.toMatchObject(refused);
    await expect(countExport(finance, input)).rejects.toMatchObject(refused);
  });

  it.each(lists)('%s is for those alone who may read reports', async (list) => {
    const { shop, finance } = await shopWithMoney();
    const support = world.as(shop, 'support');
    await expect(createExport(support, { list, format: 'csv', filter: period })).rejects.toMatchObject({
      code: 'forbidden',
    });
    const { exportId } = await createExport(finance, { list, format: 'csv', filter: period });
    await world.finish(exportId);
    await expect(world.download(support, exportId)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

const goTo = (time: string) => world.ctx.clock.set(new Date(time));

describe('a schedule of a report', () => {
  // The clock, the whole period before it, and the first and last rows of the report by the day.
  it.each([
    ['daily', 'Africa/Nairobi', '2027-03-01T05:00:00Z', '2027-02-27T21:00', '2027-02-28T21:00', '02-28', '02-28'],
    ['daily', 'UTC', '2028-03-01T09:00:00Z', '2028-02-29T00:00', '2028-03-01T00:00', '02-29', '02-29'],
    ['weekly', 'Africa/Nairobi', '2027-03-01T05:00:00Z', '2027-02-21T21:00', '2027-02-28T21:00', '02-22', '02-28'],
    ['weekly', 'UTC', '2027-02-01T09:00:00Z', '2027-01-25T00:00', '2027-02-01T00:00', '01-25', '01-31'],
    ['monthly', 'Africa/Nairobi', '2027-03-01T05:00:00Z', '2027-01-31T21:00', '2027-02-28T21:00', '02-01', '02-28'],
    ['monthly', 'UTC', '2028-03-01T09:00:00Z', '2028-02-01T00:00', '2028-03-01T00:00', '02-01', '02-29'],
  ] as const)('%s in %s makes whole days', async (cadence, timeZone, now, since, until, first, last) => {
    const shop = await world.shop();
    const who = world.as(shop, 'finance');
    goTo(new Date(Date.parse(now) - 86_400_000).toISOString());
    const plan = { name: 'Figures', format: 'csv', cadence, hour: 6, timeZone, filter: { groupBy: 'none' } } as const;
    await scheduleExport(who, { ...plan, list: 'report_settlement' });
    goTo(now);
    await sweepSchedules(world.worker);
    const [made] = (await listExports(who, {})).exports;
    expect(made).toMatchObject({ status: 'queued', list: 'report_settlement' });
    expect(made?.filter).toEqual({ groupBy: 'none', since: `${since}:00.000Z`, until: `${until}:00.000Z` });
    await world.finish(made?.exportId ?? '');
    const { file } = await world.download(who, made?.exportId ?? '');
    const periods = file.toString().trimEnd().split('\r\n').slice(1);
    const year = until.slice(0, 4);
    expect([periods[0]?.slice(0, 10), periods.at(-1)?.slice(0, 10)]).toEqual([`${year}-${first}`, `${year}-${last}`]);
  });

  it('cannot have days of its own, nor a filter that the report does not take', async () => {
    const { finance } = await shopWithMoney();
    const plan = { name: 'Figures', list: 'report_payouts', format: 'csv', cadence: 'monthly', hour: 6 } as const;
    for (const [filter, path] of [
      [period, 'filter.since'],
      [{ colour: 'red' }, 'filter'],
      [{ groupBy: 'source' }, 'filter.groupBy'],
    ] as const) {
      const refused = { code: 'invalid_input', extras: { issues: [{ path }] } };
      await expect(scheduleExport(finance, { ...plan, filter })).rejects.toMatchObject(refused);
    }
  });

  it('ends when the person who made it may no longer read reports', async () => {
    const { shop, finance } = await shopWithMoney();
    const plan = { name: 'Figures', list: 'report_payouts', format: 'csv', cadence: 'daily', hour: 6 } as const;
    await scheduleExport(finance, plan);
    await world.database.prisma.membership.updateMany({ where: { userId: finance.userId }, data: { role: 'support' } });
    world.ctx.clock.advance(2 * 86_400);
    await sweepSchedules(world.worker);
    const owner = world.as(shop, 'owner');
    expect([await listSchedules(owner), (await listExports(owner, {})).exports]).toEqual([[], []]);
  });
});
