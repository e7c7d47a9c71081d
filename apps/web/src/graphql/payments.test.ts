import { createApplication } from '@tillgate/domain/applications';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '@/trpc/testing';
import { insertPayment, testGraphql } from './graphql.fixture.ts';

type Rows = { edges: { cursor: string; node: { paymentId: string } }[]; pageInfo: Record<string, unknown> };

let api: Awaited<ReturnType<typeof testGraphql>>;
let shop: SeededMerchant;
let second: string;
let token: string;

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
type Changes = Partial<Parameters<typeof insertPayment>[1]>;
const tenantOf = (applicationId: string) => ({ applicationId, environment: 'sandbox' as const });
const insert = (changes: Changes = {}, applicationId = shop.applicationId) =>
  insertPayment(api.test.database, { ...tenantOf(applicationId), ...changes });

beforeAll(async () => {
  api = await testGraphql();
  shop = await seed(api.deps.seeding).owner().application().mint();
  const { organizationId } = shop;
  ({ applicationId: second } = await createApplication(api.deps.seeding, { name: 'Second shop', organizationId }));
  token = await api.tokenOf(shop);
});
afterAll(() => api?.close());

const list = `query ($applicationId: ID, $filter: PaymentFilter, $first: Int, $last: Int, $after: String, $before: String) {
  payments(environment: sandbox, applicationId: $applicationId, filter: $filter, first: $first, last: $last, after: $after, before: $before) {
    edges { cursor node { paymentId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
}`;
async function pageOf(variables: object, by = token): Promise<Rows> {
  const { data, errors } = await api.ask(list, { token: by }, variables);
  expect(errors).toEqual([]);
  return data.payments as Rows;
}
const idsOf = ({ edges }: Rows) => edges.map(({ node }) => node.paymentId);

/** The ids of all pages in one direction, newest first. */
async function walk(variables: object, by: string, direction: 'first' | 'last', between = async () => {}) {
  const pages: string[][] = [];
  let place = {};
  for (let count = 0; count < 100; count += 1) {
    const page = await pageOf({ ...variables, ...place, [direction]: 2 }, by);
    pages.push(idsOf(page));
    const { hasNextPage, hasPreviousPage, endCursor, startCursor } = page.pageInfo;
    if (!(direction === 'first' ? hasNextPage : hasPreviousPage)) break;
    place = direction === 'first' ? { after: endCursor } : { before: startCursor };
    await between();
  }
  return (direction === 'first' ? pages : pages.reverse()).flat();
}

describe('a walk over the pages', () => {
  it('of one application or of several sees each payment once, in both directions, whatever arrives meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.boolean()), { maxLength: 8 }),
        fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 3 }),
        fc.constantFrom({}, { status: 'success' }, { amountMin: 5 }, { needsReview: false }),
        async (minutes, arrivals, filter) => {
          const other = await seed(api.deps.seeding).owner().application().mint();
          const { organizationId } = other;
          const made = await createApplication(api.deps.seeding, { name: 'Other', organizationId });
          const by = await api.tokenOf(other);
          const old: string[] = [];
          for (const [minute, isSecond] of minutes) {
            const applicationId = isSecond ? made.applicationId : other.applicationId;
            old.push(await insert({ createdAt: at(minute) }, applicationId));
          }
          const seen = await walk({ filter }, by, 'first', async () => {
            const minute = arrivals.pop();
            if (minute !== undefined) await insert({ createdAt: at(minute) }, made.applicationId);
          });
          expect(new Set(seen).size).toBe(seen.length);
          expect(seen.filter((id) => old.includes(id)).sort()).toEqual([...old].sort());
          const forth = await walk({ filter }, by, 'first');
          expect(await walk({ filter }, by, 'last')).toEqual(forth);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('a filter', () => {
  const ids: Record<string, string> = {};
  const named = async (filter: object) => {
    const found = idsOf(await pageOf({ filter, applicationId: second }));
    return Object.keys(ids)
      .filter((name) => found.includes(ids[name] ?? ''))
      .sort();
  };

  beforeAll(async () => {
    const add = async (name: string, changes: Changes = {}) => {
      ids[name] = await insert({ createdAt: at(1), ...changes }, second);
    };
    await add('cancelled', { source: 'stk', status: 'failed', resultCode: '1032', createdAt: at(0) });
    await add('poor', { source: 'stk', status: 'failed', resultCode: '1', phone: '254700000009' });
    await add('waiting', { source: 'stk', status: 'pending' });
    await add('kept', { amount: 700, metadata: { order: { id: 5 } }, accountRef: 'INV-7' });
    await add('refunded', { providerReceipt: 'TKR0000001', needsReview: true });
    await add('refunding', { providerReceipt: 'TKR0000002' });
    for (const [receipt, status] of [
      ['TKR0000001', 'success'],
      ['TKR0000002', 'pending'],
    ] as const) {
      await api.test.database.prisma.disbursement.create({
        data: {
          id: crypto.randomUUID(),
          ...tenantOf(second),
          kind: 'reversal',
          status,
          amount: 10,
          transactionId: receipt,
          remarks: 'Back to 254711000999',
          shortcode: '600100',
          callbackToken: receipt.slice(3).padStart(64, '0'),
          createdAt: at(2),
          ...(status === 'success' && { settledAt: at(2), settledBy: 'result', resultCode: '0' }),
        },
      });
    }
  });

  it.each([
    [{}, ['cancelled', 'kept', 'poor', 'refunded', 'refunding', 'waiting']],
    [{ status: 'failed' }, ['cancelled', 'poor']],
    [{ netStatus: 'pending' }, ['waiting']],
    [{ netStatus: 'failed' }, ['cancelled', 'poor']],
    [{ netStatus: 'collected' }, ['kept']],
    [{ netStatus: 'refunded' }, ['refunded']],
    [{ netStatus: 'refund_pending' }, ['refunding']],
    [{ netStatus: 'collected', status: 'failed' }, []],
    [{ source: 'c2b' }, ['kept', 'refunded', 'refunding']],
    [{ reasonCode: '1032' }, ['cancelled']],
    [{ reasonCategory: 'balance' }, ['poor']],
    [{ reasonCategory: 'balance', reasonCode: '1032' }, []],
    [{ reasonCategory: 'customer', status: 'success' }, []],
    [{ amountMin: 11 }, ['kept']],
    [{ amountMin: 700, amountMax: 700 }, ['kept']],
    [{ receipt: 'tkr0000001' }, ['refunded']],
    [{ accountReference: 'INV-7' }, ['kept']],
    [{ metadata: 'order.id=5' }, ['kept']],
    [{ needsReview: true }, ['refunded']],
    [{ needsReview: false, source: 'c2b' }, ['kept', 'refunding']],
    [{ createdFrom: '2026-01-01T00:00:00Z', createdTo: '2026-01-01T00:01:00Z' }, ['cancelled']],
    [
      { status: null, phone: null, createdFrom: null },
      ['cancelled', 'kept', 'poor', 'refunded', 'refunding', 'waiting'],
    ],
  ])('%j finds %j', async (filter, expected) => {
    expect(await named(filter)).toEqual(expected);
  });

  it('is not found by a phone number for a token, which sees it masked', async () => {
    const token = await api.tokenOf(shop);
    const page = (filter: string) =>
      `{ payments(environment: sandbox, filter: {${filter}}) { edges { node { id } } } }`;
    for (const filter of [
      'phone: "254700000009"',
      'accountReference: "0711 000 999"',
      'accountReference: "254711000999"',
      'metadata: "phone=254733000555"',
      'metadata: "buyer.phone=733000555"',
      'metadata: "254733000555=true"',
    ]) {
      const { data, errors } = await api.ask(page(filter), { token });
      expect([data?.payments ?? null, errors[0]?.extensions.code], filter).toEqual([null, 'FORBIDDEN']);
    }
    expect((await api.ask(page('accountReference: "INV-7"'), { token })).errors).toEqual([]);
    const person = signedIn(api.deps, shop.owner);
    const found = await api.ask(list, { person }, { applicationId: second, filter: { phone: '0700 000 009' } });
    expect(idsOf(found.data.payments)).toEqual([ids.poor]);
  });

  it('masks a phone number that is its reference or stands in its description or metadata', async () => {
    const metadata = { phone: '254711000999', buyer: { to: 254_711_000_999 } };
    const third = await insert({ accountRef: '0711000999', description: 'Rent of 254711000999', metadata }, second);
    const { data } = await api.ask(
      `{ payments(environment: sandbox, applicationId: "${second}") { edges { node { paymentId accountReference description metadata } } } }`,
      { person: signedIn(api.deps, shop.owner) },
    );
    const nodes = data.payments.edges.map(({ node }: { node: { paymentId: string } }) => node);
    expect(nodes).toContainEqual(
      expect.objectContaining({
        accountReference: '0711…999',
        description: 'Rent of 0711…999',
        metadata: { phone: '0711…999', buyer: { to: '0711…999' } },
      }),
    );
    await api.test.database.prisma.payment.delete({ where: { id: third } });
  });

  it('masks a phone number in the remarks of a refund', async () => {
    const query = '{ disbursements(environment: sandbox) { edges { node { remarks } } } }';
    const { data } = await api.ask(query, { token });
    const remarks = data.disbursements.edges.map(({ node }: { node: { remarks: string } }) => node.remarks);
    expect(new Set(remarks)).toEqual(new Set(['Back to 0711…999']));
  });

  it('finds the same over all applications of a token, but for metadata', async () => {
    const { errors } = await api.ask(list, { token }, { filter: { metadata: 'order.id=5' } });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_FILTER', issues: [{ path: 'metadata' }] } }]);
    expect(idsOf(await pageOf({ filter: { reasonCategory: 'balance' } }))).toEqual([ids.poor]);
    expect(idsOf(await pageOf({ filter: { netStatus: 'refunded' } }))).toEqual([ids.refunded]);
  });

  const count = `query ($applicationId: ID, $filter: PaymentFilter) {
    payments(environment: sandbox, applicationId: $applicationId, filter: $filter, first: 1) { totalCount { value isCapped } }
  }`;
  it('counts what it finds', async () => {
    for (const [filter, value] of [
      [{}, 6],
      [{ amountMin: 11 }, 1],
      [{ reasonCategory: 'limit' }, 0],
    ] as const) {
      const { data } = await api.ask(count, { token }, { applicationId: second, filter });
      expect(data.payments.totalCount).toEqual({ value, isCapped: false });
    }
  });

  it('says when it stopped counting', async () => {
    const many = await seed(api.deps.seeding).owner().application().mint();
    await api.test.database.pool.query(
      `INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, account_ref,
         description, shortcode, created_at, settled_at, settled_by)
       SELECT gen_random_uuid(), $1, 'sandbox', 'c2b', 'success', 5, 5, 'x', 'x', '600100', now(), now(), 'c2b'
       FROM generate_series(1, 10001)`,
      [many.applicationId],
    );
    const by = await api.tokenOf(many);
    for (const filter of [{}, { amountMin: 5 }]) {
      const { data } = await api.ask(count, { token: by }, { filter });
      expect(data.payments.totalCount).toEqual({ value: 10_000, isCapped: true });
    }
  });
});

const whole = `query ($first: Int) { payments(environment: sandbox, first: $first) { edges { node {
  paymentId amount netAmount refundedAmount netStatus decodedError { title } application { name }
  refunds { amount refundedReceipt payment { paymentId } } deliveries { status endpointUrl } timeline { at kind by outcome }
  statementLines { receipt paidIn payment { paymentId } } paymentLink { title }
} } } }`;

/** Has every payment of the merchant count towards a link of its own. */
const payOnLinks = () =>
  api.test.database.pool.query(
    `
    WITH made AS (
      INSERT INTO payment_links (id, application_id, environment, token_hash, kind, status, title, reference_prefix, language,
        offline, created_by, created_at)
      SELECT id, application_id, environment, md5(id::text) || md5(id::text), 'many', 'open', 'Choir', 'CHO', 'en', false,
        'operator', created_at
      FROM payments WHERE application_id = ANY($1::uuid[]) RETURNING id)
    INSERT INTO link_credits (payment_id, link_id, application_id, environment, amount, credited_at)
    SELECT id, id, application_id, environment, 10, created_at FROM payments WHERE application_id = ANY($1::uuid[])`,
    [[shop.applicationId, second]],
  );

/** The statements of an answer, and the answer. */
async function stated(query: string, variables: object) {
  const { pool } = api.deps.reporting.db;
  const texts: string[] = [];
  const original = pool.query;
  pool.query = ((...given: unknown[]) => {
    const [first] = given as [string | { text: string }];
    texts.push(typeof first === 'string' ? first : first.text);
    return Reflect.apply(original, pool, given);
  }) as typeof pool.query;
  const answer = await api.ask(query, { token }, variables).finally(() => {
    pool.query = original;
  });
  return { texts, ...answer };
}

/** How many statements an answer takes, and the answer. */
async function counted(first: number) {
  const { texts, ...answer } = await stated(whole, { first });
  return { statements: texts.length, ...answer };
}

describe('a payment', () => {
  it('shows what belongs to it, in as many statements for a hundred payments as for one', async () => {
    for (let minute = 0; minute < 30; minute += 1) await insert({ createdAt: at(100 + minute) });
    await payOnLinks();
    const one = await counted(1);
    const many = await counted(36);
    expect([one.errors, many.errors]).toEqual([[], []]);
    expect(many.data.payments.edges).toHaveLength(36);
    expect(many.statements).toBeLessThanOrEqual(one.statements + 2);
    expect(many.statements).toBeLessThan(22);
    const nodes = many.data.payments.edges.map(({ node }: { node: Record<string, unknown> }) => node);
    const refunded = nodes.find(({ netStatus }: { netStatus: string }) => netStatus === 'refunded');
    expect(refunded).toMatchObject({
      amount: 10,
      netAmount: 0,
      refundedAmount: 10,
      decodedError: null,
      refunds: [{ amount: 10, refundedReceipt: 'TKR0000001' }],
      paymentLink: { title: 'Choir' },
    });
    const failed = nodes.find(({ netStatus }: { netStatus: string }) => netStatus === 'failed');
    expect(failed.decodedError.title).toEqual(expect.any(String));
    expect(failed.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(['requested', 'settled']);
  });

  it('is read once, with the columns that the query selects and no others', async () => {
    await insert({ accountRef: 'INV-1', description: 'Rent' });
    const page = 'query ($first: Int) { payments(environment: sandbox, first: $first) { edges { node { amount } } } }';
    const { texts, data } = await stated(page, { first: 5 });
    expect(data.payments.edges).toHaveLength(5);
    // The first one reads what the token may read.
    const [, ids, rows] = texts;
    expect(texts).toHaveLength(3);
    expect(ids).not.toMatch(/amount|account_ref|disbursements/);
    expect(rows).toMatch(/"amount"/);
    expect(rows).not.toMatch(/account_ref|description|provider_receipt|callback_token|metadata/);
    const cursors = await stated('{ payments(environment: sandbox) { pageInfo { endCursor } edges { cursor } } }', {});
    expect(cursors.texts).toHaveLength(2);
    expect(cursors.data.payments.edges.length).toBeGreaterThan(5);
  });

  it('and others are read by their ids in one statement for each type', async () => {
    const paymentIds = await Promise.all(Array.from({ length: 20 }, () => insert()));
    const missing = crypto.randomUUID();
    const idOf = (type: string) => (id: string) => Buffer.from(`${type}:${id}`).toString('base64url');
    const ids = [...paymentIds.map(idOf('Payment')), idOf('Payment')(missing), idOf('Event')(missing)];
    const nodes =
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Payment { paymentId netStatus } ... on Event { type } } }';
    const { texts, data, errors } = await stated(nodes, { ids });
    expect(errors).toEqual([]);
    expect(data.nodes).toEqual([
      ...paymentIds.map((paymentId) => ({ id: idOf('Payment')(paymentId), paymentId, netStatus: 'collected' })),
      ...[null, null],
    ]);
    // The reach of the token, payments, what was refunded of them, and events.
    expect(texts).toHaveLength(4);
  });

  it('is read again by its id', async () => {
    const paymentId = await insert();
    const { data } = await api.ask('{ payments(environment: sandbox, first: 1) { edges { node { id paymentId } } } }', {
      token,
    });
    const [{ node }] = data.payments.edges;
    expect(node.paymentId).toBe(paymentId);
    const again = await api.ask(
      'query ($id: ID!) { node(id: $id) { id ... on Payment { paymentId } } nodes(ids: [$id, $id]) { id } }',
      { token },
      { id: node.id },
    );
    expect(again.errors).toEqual([]);
    expect(again.data).toEqual({ node, nodes: [{ id: node.id }, { id: node.id }] });
  });
});
