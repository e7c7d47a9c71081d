import { suspendOrganization } from '@tillgate/domain/organizations';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '@/trpc/testing';
import { type Asking, insertPayment, testGraphql } from './graphql.fixture.ts';

let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let stranger: SeededMerchant;

beforeAll(async () => {
  api = await testGraphql();
  shop = await seed(api.deps.seeding).owner().application().member('finance').member('support').mint();
  stranger = await seed(api.deps.seeding).owner().application().mint();
  const own = { applicationId: shop.applicationId, environment: 'sandbox' as const };
  const createdAt = new Date(api.deps.seeding.clock.now().getTime() - 60_000);
  await insertPayment(api.test.database, { ...own, createdAt });
  await insertPayment(api.test.database, { ...own, createdAt, status: 'failed', source: 'stk' });
});
afterAll(() => api?.close());

const as = (role: 'owner' | 'finance' | 'support'): Asking => {
  const person = role === 'owner' ? shop.owner : shop.members.find((one) => one.role === role);
  if (!person) throw new Error(`nobody is ${role}`);
  return { person: signedIn(api.deps, person) };
};
const tenant = () => `environment: sandbox, applicationId: "${shop.applicationId}"`;
const create = (rows: string, more = '', where = tenant()) =>
  `mutation { createExport(${where}, rows: ${rows}, format: csv${more}) {
    exportId list format status columns timeZone rowCount expectedRows progress downloadPath } }`;
const cancelAll = () => api.test.database.pool.query(`UPDATE exports SET status = 'cancelled', ended_at = now()`);

const threeDays = 'since: "2026-03-01T00:00:00+03:00", until: "2026-03-03T21:00:00Z"';

describe('createExport', () => {
  it('asks for a file of a list with the filter of that list, and the audit has who asked', async () => {
    const rows = '{ payments: { netStatus: collected, source: c2b, needsReview: false } }';
    const { data, errors } = await api.ask(create(rows, ', columns: ["payment_id"], timeZone: "UTC"'), as('finance'));
    expect(errors).toEqual([]);
    expect(data.createExport).toEqual({
      exportId: expect.any(String),
      list: 'payments',
      format: 'csv',
      status: 'queued',
      columns: ['payment_id'],
      timeZone: 'UTC',
      rowCount: 0,
      expectedRows: 1,
      progress: 0,
      downloadPath: null,
    });
    const entry = await api.test.database.prisma.auditEntry.findFirst({ where: { action: 'export.created' } });
    expect(entry?.actor).toBe(`user:${shop.members.find(({ role }) => role === 'finance')?.userId}`);
    await cancelAll();
  });

  it.each([
    ['{ disbursements: { kind: payout, status: null } }', 0],
    ['{ inquiries: {} }', 0],
    ['{ events: { createdFrom: "2026-01-01T00:00:00Z" } }', 0],
    ['{ paymentLinks: { kind: once, text: "mugs" } }', 0],
    ['{ payments: { reasonCode: "1032" } }', 1],
    ['{ payments: {} }', 2],
    [`{ collectionsReport: { ${threeDays}, interval: day, groupBy: none, sources: [c2b] } }`, 3],
    [`{ payoutsReport: { ${threeDays}, interval: hour, resultCodes: ["1"] } }`, 72],
    [`{ settlementReport: { ${threeDays}, interval: total, groupBy: none, rail: null } }`, 1],
    [`{ balancesReport: { ${threeDays}, shortcodes: ["600100"] } }`, 0],
  ])('of %s has %i rows', async (rows, expected) => {
    const { data, errors } = await api.ask(create(rows), as('owner'));
    expect(errors).toEqual([]);
    expect(data.createExport.expectedRows).toBe(expected);
    await cancelAll();
  });

  it.each([
    ['{ payments: { amountMin: -1 } }', '', 'BAD_FILTER'],
    ['{ payments: {} }', ', columns: ["secret"]', 'BAD_FILTER'],
    ['{ payments: {} }', ', timeZone: "Mars"', 'BAD_FILTER'],
    ['{ payments: {}, events: {} }', '', 'GRAPHQL_VALIDATION_FAILED'],
    ['{}', '', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ keys: {} }', '', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ deliveries: { endpointId: "x" } }', '', 'BAD_FILTER'],
  ] as const)('of %s%s is refused once, with %s', async (rows, more, code) => {
    const { errors } = await api.ask(create(rows, more), as('owner'));
    expect(errors).toMatchObject([{ extensions: { code } }]);
  });

  it('is of the people of the application in a session of a page of ours', async () => {
    const query = create('{ payments: {} }');
    const refused = async (by: Asking) => (await api.ask(query, by)).errors.map(({ extensions }) => extensions);
    expect(await refused({ token: await api.tokenOf(shop) })).toEqual([
      { code: 'FORBIDDEN', permission: 'exports.use' },
    ]);
    expect(await refused(as('support'))).toEqual([{ code: 'FORBIDDEN', permission: 'exports.use' }]);
    expect(await refused({ person: signedIn(api.deps, stranger.owner) })).toMatchObject([{ code: 'NOT_FOUND' }]);
    const crossSite = { ...as('owner'), headers: { 'sec-fetch-site': 'cross-site' } };
    expect(await refused(crossSite)).toMatchObject([{ code: 'UNAUTHENTICATED' }]);
    expect(await api.test.database.prisma.export.count({ where: { status: 'queued' } })).toBe(0);
  });

  it('is refused when too many are under way, and while the organization is suspended', async () => {
    for (let count = 0; count < 3; count += 1) await api.ask(create('{ payments: {} }'), as('owner'));
    const { errors } = await api.ask(create('{ payments: {} }'), as('owner'));
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    await cancelAll();
    await suspendOrganization(api.deps.seeding, { organizationId: stranger.organizationId, reason: 'unpaid' });
    const where = `environment: sandbox, applicationId: "${stranger.applicationId}"`;
    const suspended = await api.ask(create('{ payments: {} }', '', where), {
      person: signedIn(api.deps, stranger.owner),
    });
    expect(suspended.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('exports', () => {
  const list = (args = '') =>
    `{ exports(${tenant()}${args}) { totalCount { value } edges { cursor node { exportId } } pageInfo { hasNextPage endCursor } } }`;

  it('are read page by page, and one by its id', async () => {
    await api.test.database.prisma.export.deleteMany();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { data } = await api.ask(create('{ payments: {} }'), as('owner'));
      made.unshift(data.createExport.exportId);
      api.deps.seeding.clock.advance(1);
    }
    const seen: string[] = [];
    let after = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const { data, errors } = await api.ask(list(`, first: 2${after}`), as('finance'));
      expect(errors).toEqual([]);
      expect(data.exports.totalCount).toEqual({ value: 3 });
      seen.push(...data.exports.edges.map(({ node }: { node: { exportId: string } }) => node.exportId));
      if (!data.exports.pageInfo.hasNextPage) break;
      after = `, after: "${data.exports.pageInfo.endCursor}"`;
    }
    expect(seen).toEqual(made);
    const one = await api.ask(`{ export(${tenant()}, exportId: "${made[0]}") { exportId status } }`, as('owner'));
    expect(one.data.export).toEqual({ exportId: made[0], status: 'queued' });
  });

  it.each([
    [', last: 1', 'BAD_PAGE'],
    [', first: 0', 'BAD_PAGE'],
    [', after: "nowhere"', 'BAD_CURSOR'],
  ])('with %s are refused with %s', async (args, code) => {
    expect((await api.ask(list(args), as('owner'))).errors).toMatchObject([{ extensions: { code } }]);
  });

  it('are of nobody else', async () => {
    const others: Asking[] = [
      { token: await api.tokenOf(shop) },
      as('support'),
      { person: signedIn(api.deps, stranger.owner) },
    ];
    const id = (await api.test.database.prisma.export.findFirstOrThrow()).id;
    for (const by of others) {
      const { data, errors } = await api.ask(list(), by);
      expect(data).toEqual({ exports: null });
      expect(errors).toHaveLength(1);
      const one = await api.ask(`{ export(${tenant()}, exportId: "${id}") { status } }`, by);
      expect(one.data).toEqual({ export: null });
    }
    const foreign = `environment: sandbox, applicationId: "${stranger.applicationId}"`;
    const theirs = await api.ask(`{ export(${foreign}, exportId: "${id}") { status } }`, {
      person: signedIn(api.deps, stranger.owner),
    });
    expect(theirs.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
});
