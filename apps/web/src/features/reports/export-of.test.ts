import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { downloadExport, workExport } from '@tillgate/domain/exports';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, signedIn, testDeps } from '@/trpc/testing';
import { seedMoney } from './reports.fixture.ts';
import { exportOf, inputOf, readState } from './state.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().mint();
  await seedMoney(test, tenant(), deps.context.clock.now());
});
afterAll(() => test?.close());

const tenant = () => ({ applicationId: shop.applicationId, environment: 'sandbox' as const });
const caller = () => callerOf(deps, signedIn(deps, shop.owner));
const stateOf = (address: Parameters<typeof readState>[0]) =>
  readState(address, { timeZone: 'Africa/Nairobi', now: deps.context.clock.now() });

/** The rows of a file, as programs read them. */
async function exported(state: ReturnType<typeof stateOf>): Promise<Record<string, unknown>[]> {
  const { list, input: filter, timeZone } = exportOf(state);
  const wish = { ...tenant(), list, filter, timeZone };
  const { rows } = await caller().exports.count(wish);
  const { exportId } = await caller().exports.create({ ...wish, format: 'ndjson' });
  const worker = { ...deps.seeding, db: test.databaseAs('worker') };
  while (!(await workExport(worker, { exportId })).ended);
  const parts: Buffer[] = [];
  for await (const part of (await downloadExport(shop.as('sandbox'), { exportId })).parts()) parts.push(part);
  const lines = Buffer.concat(parts).toString().trimEnd().split('\n').slice(0, -1);
  expect(lines).toHaveLength(rows);
  return lines.map((line) => JSON.parse(line));
}

type State = ReturnType<typeof stateOf>;
/** Label, group and main figure of each row, as the page reads them. */
const shown = {
  async collections(state: State) {
    const { current } = await caller().reports.collections({ ...tenant(), ...inputOf.collections(state) });
    return current.rows.map(({ label, group, net }) => [label, group, Number(net)]);
  },
  async payouts(state: State) {
    const { current } = await caller().reports.payouts({ ...tenant(), ...inputOf.payouts(state) });
    return current.rows.map(({ label, group, amount }) => [label, group, Number(amount)]);
  },
  async settlement(state: State) {
    const { current } = await caller().reports.settlement({ ...tenant(), ...inputOf.settlement(state) });
    return current.rows.map(({ label, group, net }) => [label, group, Number(net)]);
  },
};

describe('the file of the page', () => {
  it.each([
    { report: 'collections' },
    { report: 'collections', period: 'lastMonth', group: 'reason' },
    { report: 'payouts', period: 'last90', interval: 'month', zone: 'UTC' },
    { report: 'settlement', period: 'week', group: 'shortcode', compare: '1' },
  ] as const)('%j has the figures that the page shows', async (address) => {
    const state = stateOf(address);
    const expected = await shown[address.report](state);
    const rows = await exported(state);
    expect(rows.map(({ period, group, net, amount }) => [period, group, Number(net ?? amount)])).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });

  it('has the balances of the page', async () => {
    expect(await exported(stateOf({ report: 'balances' }))).toEqual([]);
  });

  it.each(['collections', 'payouts', 'settlement', 'balances'])(
    '%s can be scheduled with the same rows',
    async (report) => {
      const { list, input, timeZone } = exportOf(stateOf({ report, zone: 'UTC' }));
      const { since: _since, until: _until, ...filter } = input;
      const plan = { format: 'xlsx', cadence: 'monthly', hour: 6, name: report } as const;
      await caller().exports.schedule({ ...tenant(), list, filter, timeZone, ...plan });
      expect(await caller().exports.schedules(tenant())).toContainEqual(
        expect.objectContaining({ list, filter, timeZone }),
      );
    },
  );

  it('of days that are none is refused', async () => {
    const { list, input: filter } = exportOf(stateOf({ from: 'x', to: 'y' }));
    await expect(caller().exports.count({ ...tenant(), list, filter })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    });
  });
});
