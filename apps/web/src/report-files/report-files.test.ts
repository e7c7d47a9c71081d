import { createApplication } from '@tillgate/domain/applications';
import { suspendOrganization } from '@tillgate/domain/organizations';
import { exportSources } from '@tillgate/domain/reading/exports';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { parse } from 'csv-parse/sync';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayment, testGraphql } from '@/graphql/graphql.fixture';
import { answerReport } from './answer-report.ts';

const perMinute = 60;
let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let second: string;
let token: string;
const at = (text: string) => new Date(text);
const march = 'environment=sandbox&from=2026-03-01&to=2026-03-31';

beforeAll(async () => {
  api = await testGraphql({ count: perMinute, seconds: 60 });
  shop = await seed(api.deps.seeding).owner().application().mint();
  const { organizationId, applicationId } = shop;
  ({ applicationId: second } = await createApplication(api.deps.seeding, { name: 'Second shop', organizationId }));
  const insert = (row: Parameters<typeof insertPayment>[1]) => insertPayment(api.test.database, row);
  const own = { applicationId, environment: 'sandbox' as const };
  await insert({ ...own, amount: 70, exactAmount: '70.50', createdAt: at('2026-03-02T10:00:00Z') });
  await insert({ ...own, accountRef: '=HYPERLINK("x")', createdAt: at('2026-03-02T11:00:00Z') });
  await insert({ ...own, accountRef: '00042', createdAt: at('2026-03-31T20:59:59Z') });
  await insert({ ...own, accountRef: 'LATER', createdAt: at('2026-03-31T21:00:00Z') });
  await insert({ ...own, applicationId: second, amount: 5, createdAt: at('2026-03-03T10:00:00Z') });
  await api.test.database.prisma.inquiry.create({
    data: {
      ...own,
      id: crypto.randomUUID(),
      kind: 'account_balance',
      status: 'answered',
      identifierType: '4',
      remarks: 'r',
      shortcode: '600100',
      callbackToken: '1'.repeat(64),
      createdAt: at('2026-03-04T10:00:00Z'),
      endedAt: at('2026-03-04T10:00:00Z'),
      result: [{ name: '@SUM', currency: 'KES', available: '-12.30', current: null, reserved: '=1', uncleared: null }],
    },
  });
});
afterAll(() => api?.close());

beforeAll(async () => {
  token = await api.tokenOf(shop);
});

async function get(file: string, query: string, { by = token, headers = {} }: { by?: string; headers?: object } = {}) {
  const all = { ...(by && { authorization: `Bearer ${by}` }), ...headers };
  const request = new Request(`http://localhost:3000/api/reports/${file}?${query}`, { headers: all });
  const response = await answerReport(request, api.deps, file);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function rowsOf(file: string, query: string): Promise<Record<string, string>[]> {
  const { status, text } = await get(file, query);
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
}

const fresh = async () => {
  token = await api.tokenOf(shop);
};

describe('GET /api/reports/….csv', () => {
  it('has a row for each piece of time, with exact sums', async () => {
    const rows = await rowsOf('collections.csv', `${march}&interval=month`);
    expect(rows).toEqual([
      {
        ...{
          period: '2026-03-01',
          'starts_at (UTC+03:00)': '2026-03-01 00:00:00',
          'ends_at (UTC+03:00)': '2026-04-01 00:00:00',
          group: '',
        },
        gross: '95.50',
        exact_gross: '95.50',
        refunded: '0',
        refund_count: '0',
        net: '95.50',
        succeeded: '4',
        failed: '0',
        pending: '0',
        success_rate: '1',
      },
    ]);
    expect(await rowsOf('collections.csv', march)).toHaveLength(31);
    const grouped = await rowsOf('settlement.csv', `${march}&interval=total&groupBy=application`);
    expect(grouped.map(({ group, net }) => [group, net]).sort()).toEqual(
      [
        [shop.applicationId, '90.50'],
        [second, '5'],
      ].sort(),
    );
    const filtered = await rowsOf('collections.csv', `${march}&interval=total&shortcodes=600101,600102&sources=c2b`);
    expect(filtered[0]?.gross).toBe('0');
    expect(await rowsOf('payouts.csv', `${march}&interval=total`)).toHaveLength(1);
  });

  it('of payments has all of those days, and nothing that a spreadsheet runs', async () => {
    await fresh();
    const rows = await rowsOf('payments.csv', march);
    expect(Object.keys(rows[0] ?? {})).toEqual(
      exportSources.payments.columns
        .filter(({ isDefault }) => isDefault)
        .map(({ name, kind }) => (kind === 'moment' ? `${name} (UTC+03:00)` : name)),
    );
    expect(rows.map(({ account_reference }) => account_reference)).toEqual([
      "'00042",
      'INV-1',
      `'=HYPERLINK("x")`,
      'INV-1',
    ]);
    expect(rows.at(-1)).toMatchObject({
      amount: '70',
      exact_amount: '70.50',
      phone: '0712…678',
      net_status: 'collected',
    });
    expect(await rowsOf('payments.csv', `${march}&status=failed`)).toEqual([]);
    expect(await rowsOf('payments.csv', `${march}&applicationId=${second}`)).toHaveLength(1);
  });

  it('of balances keeps sums as numbers, and runs nothing else', async () => {
    const [row] = await rowsOf('balances.csv', march);
    expect(row).toMatchObject({ account: "'@SUM", available: '-12.30', reserved: "'=1", current: '' });
  });

  it('is a download that nobody keeps', async () => {
    const { headers } = await get('collections.csv', march);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="tillgate-collections-2026-03-01-to-2026-03-31.csv"',
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('ratelimit-policy')).toBe(`"per-token";q=${perMinute};w=60`);
  });

  it('goes on page by page when a limit is asked for, and never ends without a word', async () => {
    await fresh();
    const seen: string[] = [];
    let query = `${march}&limit=2`;
    for (let pages = 0; pages < 5; pages += 1) {
      const { headers, text } = await get('payments.csv', query);
      seen.push(
        ...(parse(text, { bom: true, columns: true }) as { payment_id: string }[]).map((row) => row.payment_id),
      );
      const [, next] = /^<\/api\/reports\/payments\.csv\?(.*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? [];
      if (!next) break;
      query = next;
    }
    expect(new Set(seen).size).toBe(4);
    expect(seen).toHaveLength(4);
    const many = await seed(api.deps.seeding).owner().application().mint();
    await api.test.database.pool.query(
      `INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, account_ref,
         description, shortcode, created_at, settled_at, settled_by)
       SELECT gen_random_uuid(), $1, 'sandbox', 'c2b', 'success', 5, 5, 'x', 'x', '600100', $2, $2, 'c2b'
       FROM generate_series(1, 10001)`,
      [many.applicationId, at('2026-03-05T10:00:00Z')],
    );
    const refused = await get('payments.csv', march, { by: await api.tokenOf(many) });
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('more than 10000 payments') });
  });
});

describe('GET /api/reports/….ndjson', () => {
  it('has a JSON object a line, with sums as text', async () => {
    const { headers, text } = await get('collections.ndjson', `${march}&interval=month`);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        period: '2026-03-01',
        starts_at: '2026-03-01T00:00:00.000+03:00',
        group: null,
        gross: '95.50',
        exact_gross: '95.50',
        succeeded: 4,
        success_rate: 1,
      }),
    ]);
  });
});

describe('GET /api/reports/….xlsx', () => {
  const sheetsOf = async (query: string, file = 'collections.xlsx') => {
    await fresh();
    const request = new Request(`http://localhost:3000/api/reports/${file}?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const response = await answerReport(request, api.deps, file);
    expect(response.status).toBe(200);
    return readExcel(Buffer.from(await response.arrayBuffer()), { trim: false });
  };

  it('opens with its title, days, zone and exact totals, in words', async () => {
    const [people, data] = await sheetsOf(march);
    expect([people?.sheet, data?.sheet]).toEqual(['Collections', 'Data']);
    const rows = people?.data ?? [];
    expect(rows.slice(0, 3).map(([first]) => first)).toEqual([
      ...['Collections', '2026-03-01 to 2026-03-31', 'Times: Africa/Nairobi'],
    ]);
    expect(rows).toContainEqual([
      ...['Period', 'Gross', 'Refunded', 'Refunds', 'Net', 'Succeeded', 'Failed', 'Pending', 'Success rate'],
    ]);
    expect(rows.at(-1)).toEqual([31, 95.5, 0, 0, 95.5, 4, 0, 0, null]);
    expect(data?.data[0]?.slice(0, 4)).toEqual(['period', 'starts_at', 'ends_at', 'group']);
  });

  it('speaks Swahili, and runs nothing', async () => {
    const [people] = await sheetsOf(`${march}&language=sw`, 'payments.xlsx');
    expect(people?.sheet).toBe('Malipo');
    expect(people?.data.flat()).toEqual(expect.arrayContaining(['Kiasi', 'Imelipwa', '=HYPERLINK("x")', '00042']));
  });
});

describe('a request', () => {
  beforeAll(fresh);

  it.each([
    ['profits.csv', march, 404, 'NOT_FOUND', 'There are collections'],
    ['collections.pdf', march, 404, 'NOT_FOUND', '.csv'],
    ['collections.xlsx', `${march}&language=fr`, 422, 'BAD_FILTER', 'language must be'],
    ['constructor.csv', march, 404, 'NOT_FOUND', 'no such report'],
    ['collections.csv', 'from=2026-03-01&to=2026-03-31', 422, 'BAD_FILTER', 'environment must be'],
    ['collections.csv', 'environment=sandbox', 422, 'BAD_FILTER', 'from must be a day'],
    ['collections.csv', 'environment=sandbox&from=2026-03-02&to=2026-03-01', 422, 'BAD_FILTER', 'must not be before'],
    ['payments.csv', 'environment=sandbox&from=2026-03-02&to=2026-03-01', 422, 'BAD_FILTER', 'must not be before'],
    ['payments.csv', 'environment=sandbox&from=2020-03-02&to=2026-03-01', 422, 'BAD_FILTER', 'two years'],
    ['payments.csv', `${march}&status=maybe`, 422, 'BAD_FILTER', 'status'],
    ['payments.csv', `${march}&limit=x`, 422, 'BAD_FILTER', 'limit must be'],
    ['payments.csv', `${march}&limit=10001`, 422, 'BAD_FILTER', 'limit must be'],
    ['payments.csv', `${march}&after=nowhere`, 422, 'BAD_CURSOR', 'after is not a place'],
    ['collections.csv', `${march}&colour=red`, 422, 'BAD_FILTER', 'colour is not known here. There are environment'],
    ['payments.csv', `${march}&staus=success`, 422, 'BAD_FILTER', 'did you mean status?'],
    ['collections.csv', `${march}&interval=year`, 422, 'BAD_FILTER', 'interval must be one of'],
    ['collections.csv', `${march}&from=2026-01-01`, 422, 'BAD_FILTER', 'Given twice: from'],
    ['settlement.csv', `${march}&groupBy=source`, 422, 'BAD_FILTER', 'groupBy must be one of'],
    ['collections.csv', `${march}&applicationId=x`, 404, 'NOT_FOUND', 'no such application'],
  ])('for %s?%s is refused with %i %s', async (file, query, status, code, message) => {
    const answer = await get(file, query);
    expect(answer.status).toBe(status);
    const { errors } = JSON.parse(answer.text);
    expect(errors).toMatchObject([{ message: expect.stringContaining(message), extensions: { code } }]);
  });

  it('without a token, or with one in the address, is refused', async () => {
    expect(await get('collections.csv', march, { by: '' })).toMatchObject({ status: 401 });
    expect(await get('collections.csv', march, { by: `${token}x` })).toMatchObject({ status: 401 });
    for (const name of ['token', 'access_token', 'group']) {
      const refused = await get('collections.csv', `${march}&${name}=${token}`, { by: '' });
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('Authorization: Bearer') });
      expect(refused.text).not.toContain(token);
    }
    expect((await get('collections.csv', `${march}&token=x`)).status).toBe(400);
  });

  it('reads the applications of its token alone', async () => {
    const stranger = await seed(api.deps.seeding).owner().application().mint();
    const by = await api.tokenOf(stranger);
    const { text } = await get('payments.csv', march, { by });
    expect(parse(text, { bom: true, columns: true })).toEqual([]);
    expect((await get('payments.csv', `${march}&applicationId=${shop.applicationId}`, { by })).status).toBe(404);
    const one = await get('payments.ndjson', march, { by: await api.tokenOf(shop, second) });
    expect(one.text.trim().split('\n')).toHaveLength(1);
    expect(one.text).toContain(second);
  });

  it('that comes too often waits, and one of a suspended organization reads nothing', async () => {
    const other = await seed(api.deps.seeding).owner().application().mint();
    const by = await api.tokenOf(other);
    const total = `${march}&interval=total`;
    for (let count = 0; count < perMinute; count += 1) await get('collections.csv', total, { by });
    const refused = await get('collections.csv', total, { by });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { organizationId } = other;
    const another = await api.tokenOf(other);
    await suspendOrganization(api.deps.seeding, { organizationId, reason: 'unpaid' });
    expect((await get('collections.csv', total, { by: another })).status).toBe(403);
  });
});
