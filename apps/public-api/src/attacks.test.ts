import { gzipSync } from 'node:zlib';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createApplication } from '@tillgate/domain/applications';
import { createKey, revokeKey } from '@tillgate/domain/keys';
import { attacks, type FilledTables, fillTables, type SeededMerchant, seed } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodySchemaOf, operations, type PublishedOperation } from './document.fixture.ts';
import { problemSchema } from './problem.ts';
import { type RunningApi, sandboxPasskey, startApi } from './testing.ts';

/** TILLGATE_LONG_TESTS=1 sends everything to every field; otherwise each field gets its share, another one for each. */
const attacksPerField = process.env.TILLGATE_LONG_TESTS === '1' ? Number.POSITIVE_INFINITY : 2;
const refusedByProvider = 502;

/** The table of the row that an operation reads or changes by its id. A new operation with an id needs its line. */
const tableOf: Record<string, string> = {
  getStatus: 'payments',
  getDisbursement: 'disbursements',
  getInquiry: 'inquiries',
  simulateOutcome: 'payments',
  getLink: 'payment_links',
  listLinkPayments: 'payment_links',
  changeLink: 'payment_links',
  endLink: 'payment_links',
  reopenLink: 'payment_links',
  getBatch: 'payout_batches',
  listBatchRows: 'payout_batches',
  submitBatch: 'payout_batches',
  cancelBatch: 'payout_batches',
  pauseBatch: 'payout_batches',
  resumeBatch: 'payout_batches',
};
const merchantOperations = operations.filter(({ operation }) => operation.security?.length !== 0);
const withId = merchantOperations.filter(
  ({ path, operation }) => path.includes('{id}') || bodySchemaOf(operation)?.properties?.paymentId,
);

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
let shop: SeededMerchant;
let rows: Record<'own' | 'foreign' | 'of the other environment' | 'of another application', FilledTables>;
const elsewhere = ['foreign', 'of the other environment', 'of another application'] as const;

beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ delayMs: 0 })]);
  const limits = {
    RATE_LIMIT_STORE: 'memory',
    RATE_LIMIT_COLLECT_PER_KEY: '100000/1',
    RATE_LIMIT_COLLECT_PER_PHONE: '100000/1',
  };
  api = await startApi(test, simulator.url, limits);
  const credentials = { passkey: sandboxPasskey, initiatorName: 'testapi', initiatorPassword: 'Safe123' };
  const wanted = seed(api.ctx).owner().application().credentials('sandbox', credentials);
  shop = await wanted.key('sandbox').key('production').mint();
  const stranger = await seed(api.ctx).owner().application().mint();
  const second = await createApplication(api.ctx, { name: 'Second', organizationId: shop.organizationId });
  const fill = (of: SeededMerchant, applicationId: string, environment: 'sandbox' | 'production') =>
    fillTables(test.database, {
      tenant: { applicationId, environment },
      organizationId: of.organizationId,
      userId: of.owner.userId,
      text: 'plain',
      at: api.ctx.clock.now(),
    });
  rows = {
    own: await fill(shop, shop.applicationId, 'sandbox'),
    'of the other environment': await fill(shop, shop.applicationId, 'production'),
    'of another application': await fill(shop, second.applicationId, 'sandbox'),
    foreign: await fill(stranger, stranger.applicationId, 'sandbox'),
  };
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

type Sent = {
  id?: string;
  key?: string;
  query?: string;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
};

async function send({ path, method, operation }: PublishedOperation, { id = attacks.missingId, ...sent }: Sent) {
  const filled = path.replaceAll(/\{[^}]+\}/g, () => encodeURIComponent(id.toWellFormed()).replace(/^\.+$/, '%2e'));
  const given = bodySchemaOf(operation)?.properties ?? {};
  const needed = {
    ...(given.paymentId && { paymentId: id, outcome: 'approve' }),
    ...(given.acceptWarnings && { acceptWarnings: true }),
  };
  const body = sent.body ?? (method === 'POST' || method === 'PATCH' ? JSON.stringify(needed) : undefined);
  const response = await fetch(`${api.baseUrl}${filled}${sent.query ?? (path === '/events/listen' ? '?wait=0' : '')}`, {
    method,
    headers: {
      authorization: `Bearer ${sent.key ?? shop.key().key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    ...(body !== undefined && { body: body as string }),
  });
  const text = await response.text();
  return { status: response.status, text };
}

/** All bytes of an answer but the id of the request. */
const bytes = ({ status, text }: { status: number; text: string }) =>
  `${status} ${text.replaceAll(/req_[0-9a-f-]{36}/g, 'req')}`;

describe('every operation that takes an id', () => {
  it('is one whose table this test knows', () => {
    expect(withId.map(({ operation }) => operation.operationId).sort()).toEqual(Object.keys(tableOf).sort());
  });

  it.each(withId)('$method $path: foreign, elsewhere, missing and malformed ids get the same 404', async (one) => {
    const table = tableOf[one.operation.operationId] ?? '';
    const missing = await send(one, {});
    expect(missing.status).toBe(404);
    for (const whose of elsewhere)
      expect(bytes(await send(one, { id: rows[whose].of(table) })), whose).toBe(bytes(missing));
    const inPath = one.path.includes('{id}');
    for (const id of attacks.malformedIds) {
      // Without an id, or with one that no router takes, the address is another one.
      const answer = await send(one, { id });
      if (inPath && (id === '' || id.length > 200)) expect([404, 414], id).toContain(answer.status);
      else
        expect([bytes(missing), '422'], id).toContain(
          inPath ? bytes(answer) : answer.status === 422 ? '422' : bytes(answer),
        );
    }
    const own = await send(one, { id: rows.own.of(table) });
    expect(own.status, own.text).not.toBe(404);
  });

  it.each(withId)('$method $path: a key of the other environment finds nothing', async (one) => {
    const id = rows.own.of(tableOf[one.operation.operationId] ?? '');
    const { key } = shop.key('production');
    expect(bytes(await send(one, { id, key }))).toBe(bytes(await send(one, { key })));
  });
});

describe('every operation', () => {
  it.each(merchantOperations)('$method $path: revoked, expired and invented keys get the same 401', async (one) => {
    const { applicationId } = shop;
    const make = (more: object) =>
      createKey(api.ctx, { applicationId, environment: 'sandbox', name: 'short', scopes: ['read'], ...more });
    const revoked = await make({});
    await revokeKey(api.ctx, { keyId: revoked.keyId });
    const expired = await make({ expiresAt: new Date(Date.now() + 3_600_000) });
    await api.ctx.db.prisma.apiKey.update({ where: { id: expired.keyId }, data: { expiresAt: new Date(0) } });
    const { key } = shop.key();
    const invented = [
      `mp_test_${'A'.repeat(43)}`,
      key.slice(0, -1),
      `${key}A`,
      key.toUpperCase(),
      'null',
      '%00',
      "'--",
    ];
    const first = await send(one, { key: revoked.key });
    expect(first.status).toBe(401);
    for (const bad of [expired.key, ...invented]) expect(bytes(await send(one, { key: bad })), bad).toBe(bytes(first));
  });
});

/** How many of each list of attacks were sent. */
const sentOf = new Map<readonly unknown[], number>();

/** The next attacks of a list. There are enough fields for all of them. */
function share<Item>(items: readonly Item[]): Item[] {
  const count = Math.min(items.length, attacksPerField);
  const start = sentOf.get(items) ?? 0;
  sentOf.set(items, start + count);
  return Array.from({ length: count }, (_, place) => items[(start + place) % items.length] as Item);
}

/** What only the inside knows. */
const inside = /prisma|postgres|pg_|\bSELECT\b.*\bFROM\b|relation \\"|column \\"|duplicate key|\.ts:\d|node_modules/i;

function expectCalm({ status, text }: { status: number; text: string }, what: string): void {
  const said = `${what.slice(0, 300)} → ${status} ${text.slice(0, 500)}`;
  expect(status < 500 || status === refusedByProvider, said).toBe(true);
  expect(text, said).not.toMatch(inside);
  expect(text, said).not.toContain(shop.key().key);
  if (status >= 400) expect(problemSchema.safeParse(JSON.parse(text)).success, said).toBe(true);
}

const texts = [...attacks.injections, ...attacks.scripts, ...attacks.malformedIds];

describe.each(operations)('$method $path', (one) => {
  const { operation } = one;

  it('takes or refuses whatever comes in each parameter of the query', async () => {
    const named = (operation.parameters ?? []).filter(({ in: place }) => place === 'query');
    for (const { name } of named) {
      const wait = name === 'wait' ? '' : '&wait=0';
      for (const value of share(texts)) {
        const encoded = encodeURIComponent(value.toWellFormed());
        if (encoded.length > 10_000) continue;
        const query = `?${name}=${encoded}${operation.operationId === 'listenEvents' ? wait : ''}`;
        expectCalm(await send(one, { query }), query);
        expectCalm(await send(one, { query: `${query}&${name}[x]=1&${name}=2&__proto__[polluted]=1` }), query);
      }
    }
  });

  it('takes or refuses whatever comes in each field of the body', async () => {
    const schema = bodySchemaOf(operation);
    if (!schema) return;
    const right = { amount: 10, phone: '254712345678', transactionId: 'TJK1A2B3C4', paymentId: attacks.missingId };
    for (const name of [...Object.keys(schema.properties ?? {}), '__proto__', 'constructor', 'applicationId', 'env']) {
      for (const value of [...share(texts), ...share(attacks.numbers), ...share(attacks.shapes)]) {
        const field = `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`;
        const others = Object.entries(right).filter(([other]) => other !== name && schema.properties?.[other]);
        const body = `{${[field, ...others.map(([key, given]) => `"${key}":${JSON.stringify(given)}`)].join(',')}}`;
        expectCalm(await send(one, { body }), body);
      }
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each([
    ['nested 40,000 deep', attacks.deepJson()],
    ['nested in a field', `{"amount":${attacks.deepJson()}}`],
    ['one key twice', '{"amount":1,"amount":2,"phone":"254712345678"}'],
    ['a number of 10,000 digits', `{"amount":${'9'.repeat(10_000)}}`],
    ['a number out of range', '{"amount":1e999,"phone":"254712345678"}'],
    ['NUL', '{"phone":"\u0000"}\u0000'],
    ['a byte order mark', '\ufeff{}'],
    ['broken UTF-8', new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['20,000 keys', `{${Array.from({ length: 9_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
    ['100 kB and more', `{"metadata":{"a":"${'x'.repeat(110_000)}"}}`],
    ['a list', '[{"amount":1}]'],
    ['nothing', ''],
    ['a form', 'amount=1&phone=254712345678'],
  ])('takes or refuses a body of %s', async (_what, body) => {
    if (one.method !== 'POST') return;
    expectCalm(await send(one, { body }), `body ${_what}`);
  });

  it('refuses other encodings and types of a body', async () => {
    if (one.method !== 'POST') return;
    const bomb = gzipSync(Buffer.alloc(10_000_000, 0x20));
    const others: Record<string, string>[] = [
      { 'content-encoding': 'gzip' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/json; charset=utf-7' },
    ];
    for (const headers of others) {
      const answer = await send(one, {
        headers,
        body: 'content-encoding' in headers ? new Uint8Array(bomb) : '{"amount":1}',
      });
      expectCalm(answer, JSON.stringify(headers));
    }
  });
});
