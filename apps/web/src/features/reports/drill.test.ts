import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listInput } from '@/features/lists/address';
import { drillPath } from '@/features/lists/drill';
import { paymentList } from '@/features/payments/filters';
import { payoutList } from '@/features/payouts/filters';
import { callerOf, signedIn, testDeps } from '@/trpc/testing';
import { drillOf } from './drill.ts';
import { seedMoney } from './reports.fixture.ts';
import { type Grouping, groupings, inputOf, type MoneyReport, moneyReports, readState } from './state.ts';
import { type Figure, figuresOf, type TableRow, tableOf } from './table.ts';
import type { MoneyData } from './types.ts';

let test: TestDatabase;
let shop: SeededMerchant;
let caller: ReturnType<typeof callerOf>;
let now: Date;

beforeAll(async () => {
  test = await testDatabase();
  const deps = await testDeps(test);
  now = deps.context.clock.now();
  shop = await seed(deps.seeding).owner().application().mint();
  caller = callerOf(deps, signedIn(deps, shop.owner));
  await seedMoney(test, tenant(), now);
});
afterAll(() => test?.close());

const tenant = () => ({ applicationId: shop.applicationId, environment: 'sandbox' as const });

type Listed = { rows: number; amount: number };

/** Reads the list at an address from its first page to the last, as a person who turns its pages. */
async function readList(path: string): Promise<Listed> {
  const [list = '', query = ''] = path.split('?');
  const address = Object.fromEntries(new URLSearchParams(query));
  const found: Listed = { rows: 0, amount: 0 };
  let before: string | undefined;
  do {
    const page = await readPage(list, { ...address, ...(before && { before }) });
    found.rows += page.rows.length;
    found.amount += page.rows.reduce((sum, { amount }) => sum + amount, 0);
    before = page.older ?? undefined;
  } while (before !== undefined);
  return found;
}

async function readPage(list: string, address: Record<string, string>) {
  // Readers may prefer any zone: the list is the same.
  const clock = { timeZone: 'UTC' as const, now };
  if (list === 'payouts')
    return caller.payouts.list({ ...tenant(), ...listInput(payoutList, address, clock), limit: 100 });
  const { payments, older } = await caller.payments.list({
    ...tenant(),
    ...listInput(paymentList, address, clock),
    limit: 100,
  });
  return { rows: payments, older };
}

/** What a figure says about the rows behind it, next to what they are. */
async function compared(
  state: { report: MoneyReport; groupBy: Grouping },
  row: TableRow,
  figure: Figure,
  isTotal: boolean,
) {
  const drill = drillOf(state, figure.id, { ...row, isTotal });
  const value = row.figures[figure.id];
  if (!drill)
    return value === null || Number(value) === 0 || ['net', 'successRate'].includes(figure.id) ? [] : [figure.id];
  const { rows, amount } = await readList(drillPath(drill));
  const listed =
    figure.kind === 'money' ? String(amount) : figure.kind === 'count' ? rows : Math.floor((amount * 100) / rows) / 100;
  return listed === value ? [] : [{ figure: figure.id, group: row.group, says: value, listed, path: drillPath(drill) }];
}

async function readData(report: MoneyReport, groupBy: Grouping, address: Record<string, string>): Promise<MoneyData> {
  const state = readState({ ...address, report, group: groupBy }, { timeZone: 'Africa/Nairobi', now });
  if (report === 'payouts') return caller.reports.payouts({ ...tenant(), ...inputOf.payouts(state) });
  if (report === 'settlement') return caller.reports.settlement({ ...tenant(), ...inputOf.settlement(state) });
  return caller.reports.collections({ ...tenant(), ...inputOf.collections(state) });
}

const cases = moneyReports.flatMap((report) =>
  (['none', ...groupings[report]] as const).map((groupBy) => [report, groupBy] as const),
);

describe('the list behind a number', () => {
  it.each(cases)('of %s by %s has as many rows and as much money', { timeout: 300_000 }, async (report, groupBy) => {
    const data = await readData(report, groupBy, { period: 'last90', interval: 'week', compare: '1' });
    const { rows, total } = tableOf(report, groupBy, data);
    const figures = figuresOf(report, groupBy);
    const wrong: unknown[] = [];
    for (const figure of figures) {
      wrong.push(...(await compared({ report, groupBy }, total, figure, true)));
      for (const row of rows) wrong.push(...(await compared({ report, groupBy }, row, figure, false)));
    }
    expect(wrong).toEqual([]);
    expect(rows.some((row) => figures.some(({ id }) => drillOf({ report, groupBy }, id, row)))).toBe(true);
  });

  it('of an hour and of the period before is as exact', { timeout: 300_000 }, async () => {
    const data = await readData('settlement', 'none', { period: 'yesterday', interval: 'hour', compare: '1' });
    const { rows } = tableOf('settlement', 'none', data);
    const state = { report: 'settlement', groupBy: 'none' } as const;
    const wrong: unknown[] = [];
    for (const row of rows) {
      const before = row.before && { ...row, ...row.before };
      for (const figure of figuresOf('settlement', 'none')) {
        wrong.push(...(await compared(state, row, figure, false)));
        if (before) wrong.push(...(await compared(state, before, figure, false)));
      }
    }
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(24);
  });
});

describe('a table', () => {
  it.each(cases)('of %s by %s has totals that are the sums of its rows', async (report, groupBy) => {
    const data = await readData(report, groupBy, { period: 'last90', interval: 'day', compare: '1' });
    const { rows, total, figures } = tableOf(report, groupBy, data);
    for (const { id, kind } of figures) {
      if (kind === 'share' || kind === 'average') continue;
      const sum = rows.reduce((sum, row) => sum + BigInt(row.figures[id] ?? 0), 0n);
      const before = rows.reduce((sum, row) => sum + BigInt(row.before?.figures[id] ?? 0), 0n);
      expect([id, sum, before]).toEqual([id, BigInt(total.figures[id] ?? 0), BigInt(total.before?.figures[id] ?? 0)]);
    }
  });

  it('says reasons in the words of the catalogue', async () => {
    const collections = await readData('collections', 'reason', { period: 'last90' });
    expect(collections.titles).toMatchObject({ '1032': expect.stringMatching(/cancel/i) });
    const payouts = await readData('payouts', 'reason', { period: 'last90' });
    expect(Object.values(payouts.titles).every((title) => title !== '')).toBe(true);
  });
});

describe('home', () => {
  it('says of today what the report of today says', async () => {
    const home = await caller.reports.home({ ...tenant(), timeZone: 'Africa/Nairobi' });
    const { current } = await readData('collections', 'none', { period: 'today' });
    const { amount, gross, refunded, ...ended } = home.today;
    expect({ net: String(amount), gross: String(gross), refunded: String(refunded), ...ended }).toEqual({
      net: current.total.net,
      gross: current.total.gross,
      refunded: current.total.refunded,
      succeeded: current.total.succeeded,
      failed: current.total.failed,
    });
    const payouts = await readData('payouts', 'none', { period: 'today' });
    expect([String(home.payouts.amount), home.payouts.count, home.payouts.pending]).toEqual([
      payouts.current.total.amount,
      payouts.current.total.succeeded,
      payouts.current.total.pending,
    ]);
    const days = await readData('collections', 'none', { period: 'last90', interval: 'day' });
    const grossOf = new Map(days.current.rows.map((row) => [row.label, row.gross]));
    expect(home.days.map(({ day, amount }) => [day, String(amount)])).toEqual(
      home.days.map(({ day }) => [day, grossOf.get(day)]),
    );
  });
});

describe('a range that makes no sense', () => {
  it.each([
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to must not be before `from`.'],
    [{ from: '2024-01-01', to: '2026-03-01' }, /^to must be at most 731 days after `from`/],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from must be a day such as 2026-03-31.'],
  ])('%j is refused with one clear error', async (days, message) => {
    const expected = { message: typeof message === 'string' ? message : expect.stringMatching(message) };
    for (const report of moneyReports) {
      await expect(readData(report, 'none', days)).rejects.toMatchObject({
        code: 'UNPROCESSABLE_CONTENT',
        ...expected,
      });
    }
    const balances = caller.reports.balances({ ...tenant(), ...days });
    await expect(balances).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT', ...expected });
  });
});
