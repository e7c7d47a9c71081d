import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, signedIn, testDeps } from '@/trpc/testing';
import { answerTable } from './answer-table.ts';
import { seedMoney } from './reports.fixture.ts';

let test: TestDatabase;
let deps: Awaited<ReturnType<typeof testDeps>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;

beforeAll(async () => {
  test = await testDatabase();
  deps = await testDeps(test);
  shop = await seed(deps.seeding).owner().application().member('support').mint();
  stranger = await seed(deps.seeding).owner().application().mint();
  await seedMoney(test, tenant(), deps.context.clock.now());
});
afterAll(() => test?.close());

const tenant = () => ({ applicationId: shop.applicationId, environment: 'sandbox' as const });
const address = (report: string) => ({ ...tenant(), report });
const ask = (report: string, params: Record<string, string>, person = signedIn(deps, shop.owner)) =>
  answerTable(deps, person, address(report), new URLSearchParams(params));
/** The rows of a file whose cells have no commas, by column. */
async function rowsOf(answer: Response): Promise<Record<string, string>[]> {
  const [head = '', ...lines] = (await answer.text()).trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
}

describe('the file of a report', () => {
  it('has the rows of the page, and adds up to its totals', async () => {
    const params = { period: 'last90', interval: 'week', compare: '1' };
    const answer = await ask('collections', params);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="tillgate-collections-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'content-type': 'text/csv; charset=utf-8',
    });
    const rows = await rowsOf(answer);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...['period', 'gross', 'refunded', 'net', 'succeeded', 'failed', 'pending', 'success_rate', 'average'],
      ...['previous_period', 'previous_net'],
    ]);
    const [from = '', to = ''] = (answer.headers.get('content-disposition') ?? '').match(/\d{4}-\d\d-\d\d/g) ?? [];
    const caller = callerOf(deps, signedIn(deps, shop.owner));
    const { current } = await caller.reports.collections({ ...tenant(), from, to, interval: 'week' });
    const sum = (name: string) => rows.reduce((total, row) => total + Number(row[name]), 0);
    expect([sum('gross'), sum('refunded'), sum('net'), sum('failed')].map(String)).toEqual(
      [current.total.gross, current.total.refunded, current.total.net, current.total.failed].map(String),
    );
    expect(rows.map(({ period }) => period)).toEqual(current.rows.map(({ label }) => label));
  });

  it.each([
    ['payouts', { group: 'reason' }, ['result_code', 'reason', 'failed']],
    ['collections', { group: 'shortcode' }, ['shortcode', 'gross']],
    ['settlement', { group: 'shortcode' }, ['period', 'shortcode', 'collected']],
  ])('of %s by %j has the columns of its groups', async (report, params, columns) => {
    const [row] = await rowsOf(await ask(report, { period: 'last90', ...params }));
    expect(Object.keys(row ?? {}).slice(0, columns.length)).toEqual(columns);
  });

  it('as a workbook adds up to the totals of the page, in the language of the page', async () => {
    const params = { period: 'last90', interval: 'week', compare: '1', format: 'xlsx', language: 'sw' };
    const answer = await ask('collections', params);
    const [people] = await readExcel(Buffer.from(await answer.arrayBuffer()));
    expect(people?.sheet).toBe('Makusanyo');
    const csv = await rowsOf(await ask('collections', { ...params, format: 'csv' }));
    const gross = csv.reduce((total, row) => total + Number(row.gross), 0);
    expect(people?.data.at(-1)?.slice(0, 2)).toEqual([csv.length, gross]);
  });

  it('of balances has a row for each account, and none without an answer', async () => {
    const answer = await ask('balances', { period: 'last90' });
    expect((await answer.text()).trim()).toBe(
      'answered_at (UTC+03:00),shortcode,account,currency,available,current,reserved,uncleared',
    );
  });

  it('keeps texts that look like formulas from being run', async () => {
    await test.database.prisma.inquiry.create({
      data: {
        id: '01990000-0000-7000-8000-0000000000aa',
        ...tenant(),
        kind: 'account_balance',
        status: 'answered',
        identifierType: '4',
        remarks: 'r',
        shortcode: '600100',
        callbackToken: 'a'.repeat(64),
        result: [{ name: '=1+1', currency: 'KES', available: '12.50', current: null, reserved: '0', uncleared: null }],
        createdAt: deps.context.clock.now(),
        endedAt: deps.context.clock.now(),
      },
    });
    const [row] = await rowsOf(await ask('balances', { period: 'today' }));
    expect(row).toMatchObject({ account: "'=1+1", available: '12.5', current: '', shortcode: '600100' });
  });

  it.each([
    ['a stranger', () => signedIn(deps, stranger.owner), 'collections', 404],
    ['nobody', () => undefined, 'collections', 401],
    ['a report that there is not', () => signedIn(deps, shop.owner), '__proto__', 404],
  ])('is not there for %s', async (_who, person, report, status) => {
    const answer = await answerTable(deps, person(), address(report), new URLSearchParams());
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'private, no-store']);
  });

  it('says what is wrong with a range', async () => {
    const answer = await ask('collections', { from: '2026-03-02', to: '2026-03-01"; x' });
    expect([answer.status, await answer.text()]).toEqual([422, 'to must be a day such as 2026-03-31.\n']);
  });
});
