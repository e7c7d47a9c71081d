import { generateKeyPairSync } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { setRailAccount } from '@tillgate/domain/applications';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bodySchemaOf,
  document,
  freeMembers,
  type Operation,
  operationOf,
  operations,
  type PublishedOperation,
  validatorOf,
} from './document.fixture.ts';
import { problemSchema } from './problem.ts';
import { type RunningApi, sandboxPasskey, startApi } from './testing.ts';
import { valuesOf } from './values-of.fixture.ts';

/** TILLGATE_LONG_TESTS=1 makes forty times as many. */
const casesPerOperation = process.env.TILLGATE_LONG_TESTS === '1' ? 400 : 10;
const concurrency = 8;

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
let shop: SeededMerchant;
beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ delayMs: 0 })]);
  api = await startApi(test, simulator.url, {
    RATE_LIMIT_STORE: 'memory',
    RATE_LIMIT_COLLECT_PER_KEY: '100000/1',
    RATE_LIMIT_COLLECT_PER_PHONE: '100000/1',
    PROVIDER_TIMEOUT_MS: '3000',
  });
  const initiator = { initiatorName: 'testapi', initiatorPassword: 'Safe123' };
  const credentials = { passkey: sandboxPasskey, ...initiator };
  shop = await seed(api.ctx).owner().application().credentials('sandbox', credentials).key('sandbox').mint();
  // An account at each network, so that none is missing.
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pinKey = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const secrets = { clientId: 'client', clientSecret: 'secret', pin: '4711', pinKey };
  await setRailAccount(api.ctx, { ...shop.as('sandbox').tenant, rail: 'airtel', number: '450123', secrets });
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

/** The provider refuses or does not answer; every other status of its hundred would be ours. */
const refusedByProvider = 502;

type Given = {
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: unknown;
};

async function call(
  { path, method }: PublishedOperation,
  { path: inPath = {}, query = {}, headers = {}, body }: Given,
) {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_whole, name) => encodeURIComponent(inPath[name] ?? ''));
  const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
  const response = await fetch(`${api.baseUrl}${filled}${search}`, {
    method,
    headers: {
      authorization: `Bearer ${shop.key().key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isHtml = response.headers.get('content-type')?.startsWith('text/html');
  return { status: response.status, text, json: isHtml ? undefined : JSON.parse(text) };
}

/** Left out of what is generated: only an earlier response has a value that will do. */
const cursors = new Set(['before', 'after']);

/** Values of an operation's parameters in one place; each may be left out. */
function parametersOf(operation: Operation, place: 'path' | 'query' | 'header'): fc.Arbitrary<Record<string, string>> {
  const own = (operation.parameters ?? []).filter(({ name, in: where }) => where === place && !cursors.has(name));
  const members = own.map(({ name, schema }) => [name, valuesOf(schema) as fc.Arbitrary<string>] as const);
  const all = fc.record<Record<string, string>>(Object.fromEntries(members), { requiredKeys: [] });
  return all.map((named) => ({ ...named }) as Record<string, string>);
}

/** An application can have few batches that have not ended, and a test makes many. */
const makeRoom: Record<string, () => Promise<unknown>> = {
  createBatch: () =>
    api.ctx.db.prisma.payoutBatch.updateMany({
      where: { status: 'checking' },
      data: { status: 'cancelled', endedAt: new Date() },
    }),
};

function freeOf(operationId: string, body: unknown): unknown {
  const free = freeMembers[operationId];
  if (!free || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => free.includes(name)));
}

/** Whole requests that the document allows. The key is in the header or in the body, not in both. */
function requestsOf(operation: Operation): fc.Arbitrary<Given> {
  const schema = bodySchemaOf(operation);
  const query = parametersOf(operation, 'query');
  const path = parametersOf(operation, 'path').map((named) => ({ id: 'nobody', ...named }));
  const keyInBody = fc.record({ path, query, body: schema ? valuesOf(schema) : fc.constant(undefined) });
  const { idempotencyKey: _, ...others } = schema?.properties ?? {};
  const keyInHeader = fc.record({
    path,
    query,
    headers: parametersOf(operation, 'header'),
    body: valuesOf({ ...schema, properties: others, additionalProperties: false }),
  });
  return schema?.properties?.idempotencyKey ? fc.oneof(keyInBody, keyInHeader) : keyInBody;
}

describe.each(operations)('$method $path', (published) => {
  it('never refuses as invalid what the document allows, and returns what it describes', {
    timeout: 300_000,
  }, async () => {
    const { operation } = published;
    const sampled = fc.sample(requestsOf(operation), casesPerOperation);
    const requests = sampled.map((request) => ({ ...request, body: freeOf(operation.operationId, request.body) }));
    const send = async (request: Given) => {
      await makeRoom[operation.operationId]?.();
      const { status, text, json } = await call(published, request);
      const what = `${JSON.stringify(request)} → ${status} ${text.slice(0, 500)}`;
      expect([400, 422], what).not.toContain(status);
      expect(status < 500 || status === refusedByProvider, what).toBe(true);
      const described = Object.entries(operation.responses[status]?.content ?? {});
      expect(described, what).toHaveLength(1);
      for (const [type, { schema }] of described) {
        if (type !== 'text/html') expect(validatorOf(schema)(json), what).toBe(true);
      }
    };
    for (let from = 0; from < requests.length; from += concurrency)
      await Promise.all(requests.slice(from, from + concurrency).map(send));
  });
});

const payment = { amount: 10, phone: '254712345678' };
const batch = { name: 'Payroll', rows: [payment] };
const field = { name: 'note', label: 'Note', kind: 'text' };
const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
const pendingPayment = async () => {
  const { json } = await call(operationOf('collect'), { body: payment });
  return json as { paymentId: string };
};

/**
 * The rules that JSON Schema has no words for. Each is told in the document, by `told`, and each has its reason. Everything
 * else that validation refuses, the document refuses too.
 */
const beyondSchemas: {
  rule: string;
  reason: string;
  operationId: string;
  told: RegExp;
  given: () => Given | Promise<Given>;
}[] = [
  {
    rule: 'text is well-formed Unicode',
    reason:
      'only regular expressions with the u flag can name a lone surrogate, and other dialects reject such a pattern',
    operationId: 'payout',
    told: /lone surrogates/,
    given: () => ({ body: `{"amount":10,"phone":"254712345678","remarks":"\\ud800"}` }),
  },
  {
    rule: 'a body is nested up to 32 levels',
    reason: 'JSON Schema has no keyword for depth',
    operationId: 'askAccountBalance',
    told: /32 levels/,
    given: () => ({ body: { unknown: deep(32) } }),
  },
  {
    rule: 'metadata is nested up to 16 levels',
    reason: 'JSON Schema has no keyword for depth',
    operationId: 'collect',
    told: /up to 16 levels/,
    given: () => ({ body: { ...payment, metadata: deep(16) } }),
  },
  {
    rule: 'header and body name the same key',
    reason: 'a schema cannot compare a header with a body',
    operationId: 'collect',
    told: /when you send both, they must be equal/,
    given: () => ({ headers: { 'idempotency-key': 'a' }, body: { ...payment, idempotencyKey: 'b' } }),
  },
  {
    rule: 'a page continues after a payment of the tenant',
    reason: 'it depends on what is stored',
    operationId: 'listPayments',
    told: /one of your payments/,
    given: () => ({ query: { before: '01a1f774-020b-731b-b1d4-5c4f9e2105cf' } }),
  },
  {
    rule: 'listening continues after a cursor that was returned',
    reason: 'the cursor is opaque, so that its form may change',
    operationId: 'listenEvents',
    told: /previous response, unchanged/,
    given: () => ({ query: { after: 'nonsense' } }),
  },
  {
    rule: 'only an open prompt has an outcome to simulate',
    reason: 'it depends on what is stored',
    operationId: 'simulateOutcome',
    told: /still pending/,
    given: async () => {
      const { paymentId } = await pendingPayment();
      const body = { paymentId, outcome: 'approve' };
      await call(operationOf('simulateOutcome'), { body });
      return { body };
    },
  },
  {
    rule: 'a link without an amount has bounds',
    reason: 'a schema cannot compare members for all readers',
    operationId: 'createLink',
    told: /Only without `amount`/,
    given: () => ({ body: { title: 'Mugs', amount: 5, amountMin: 1 } }),
  },
  {
    rule: 'bounds are in order',
    reason: 'a schema cannot compare numbers',
    operationId: 'createLink',
    told: /not less than `amountMin`/,
    given: () => ({ body: { title: 'Mugs', amountMin: 5, amountMax: 4 } }),
  },
  {
    rule: 'amounts to choose from differ',
    reason: 'a schema cannot compare numbers',
    operationId: 'createLink',
    told: /different from each other and within the bounds/,
    given: () => ({ body: { title: 'Mugs', choices: [5, 5] } }),
  },
  {
    rule: 'a link for one order has no limit of payments',
    reason: 'it depends on another member',
    operationId: 'createLink',
    told: /Of kind `many`/,
    given: () => ({ body: { title: 'Mugs', paymentsMax: 5 } }),
  },
  {
    rule: 'a link expires 5 minutes to 366 days ahead',
    reason: 'it depends on the time',
    operationId: 'createLink',
    told: /5 minutes to 366 days ahead/,
    given: () => ({ body: { title: 'Mugs', expiresAt: '2020-01-01T00:00:00Z' } }),
  },
  {
    rule: 'a page leads back to hosts of a list',
    reason: 'it depends on what is stored',
    operationId: 'createLink',
    told: /on the list of return hosts/,
    given: () => ({ body: { title: 'Mugs', returnUrl: 'https://shop.example' } }),
  },
  {
    rule: 'a reference has a letter or digit',
    reason: 'not all regular expressions know the letters of all scripts',
    operationId: 'createLink',
    told: /at least one letter or digit/,
    given: () => ({ body: { title: 'Mugs', accountReference: '- -' } }),
  },
  {
    rule: 'fields have different names',
    reason: 'a schema cannot compare members of a list',
    operationId: 'createLink',
    told: /Each field has another/,
    given: () => ({ body: { title: 'Mugs', fields: [field, field] } }),
  },
  {
    rule: 'a field of kind choice has choices',
    reason: 'it depends on another member',
    operationId: 'createLink',
    told: /for a field of kind `choice` alone/,
    given: () => ({ body: { title: 'Mugs', fields: [{ ...field, kind: 'choice' }] } }),
  },
  {
    rule: 'a batch begins within 31 days',
    reason: 'a schema does not know what time it is',
    operationId: 'createBatch',
    told: /at most 31 days ahead/,
    given: () => ({ body: { ...batch, scheduledFor: '2020-01-01T00:00:00Z' } }),
  },
  {
    rule: 'a batch pays at most KES 100,000,000',
    reason: 'a schema cannot add numbers up',
    operationId: 'createBatch',
    told: /at most KES 100,000,000/,
    given: () => {
      const rows = Array.from({ length: 700 }, (_, n) => ({ phone: `0712${100_000 + n}`, amount: 150_000 }));
      return { body: { ...batch, rows } };
    },
  },
  {
    rule: 'an application has at most 20 batches that have not ended',
    reason: 'it depends on what is stored',
    operationId: 'createBatch',
    told: /20 batches that have not ended/,
    given: async () => {
      for (let made = 0; made < 20; made += 1) await call(operationOf('createBatch'), { body: batch });
      return { body: batch };
    },
  },
  {
    rule: 'a reversal has the amount of the payment',
    reason: 'it depends on what is stored',
    operationId: 'reverse',
    told: /Must equal the amount/,
    given: async () => {
      const { providerReceipt, amount } = await settledPayment();
      return { body: { transactionId: providerReceipt, amount: amount + 1 } };
    },
  },
];

async function settledPayment(): Promise<{ providerReceipt: string; amount: number }> {
  const { paymentId } = await pendingPayment();
  await call(operationOf('simulateOutcome'), { body: { paymentId, outcome: 'approve' } });
  const receipt = 'TJK1A2B3C4';
  await api.ctx.db.prisma.payment.update({ where: { id: paymentId }, data: { providerReceipt: receipt } });
  return { providerReceipt: receipt, amount: payment.amount };
}

describe('rules beyond schemas', () => {
  it.each(beyondSchemas)('$rule: $reason', async ({ operationId, told, given }) => {
    const published = operationOf(operationId);
    const { operation } = published;
    const request = await given();
    const { status, json } = await call(published, request);
    expect(status).toBe(422);
    expect(problemSchema.parse(json).code).toBe('invalid_input');
    const schema = bodySchemaOf(operation);
    const sent = typeof request.body === 'string' ? JSON.parse(request.body) : request.body;
    if (schema) expect(validatorOf(schema)(sent)).toBe(true);
    expect(`${document.info.description} ${JSON.stringify(operation)}`).toMatch(told);
  });
});

const linked = operations.flatMap((from) =>
  Object.entries(from.operation.responses).flatMap(([status, { links = {} }]) =>
    Object.values(links).map((link) => ({ id: from.operation.operationId, status: Number(status), from, link })),
  ),
);

/** What a runtime expression of OpenAPI stands for in a response. */
function evaluated(expression: string, body: Record<string, unknown>): string {
  const field = /^\$response\.body#\/([^/]+)$/.exec(expression)?.[1];
  if (field === undefined) throw new Error(`${expression} is not an expression that this test reads`);
  return String(body[field]);
}

describe('links', () => {
  const bodies: Record<string, object> = {
    collect: payment,
    payout: payment,
    reverse: { transactionId: 'TJK9A2B3C4', amount: 10 },
    askTransactionStatus: { transactionId: 'TJK1A2B3C4' },
    askAccountBalance: {},
    createLink: { title: 'Mugs' },
    createBatch: batch,
  };

  it('lead on from every operation that starts something', () => {
    expect(linked.map(({ id, link }) => `${id} → ${link.operationId}`).sort()).toEqual([
      'askAccountBalance → getInquiry',
      'askTransactionStatus → getInquiry',
      'collect → getStatus',
      'createBatch → getBatch',
      'createLink → getLink',
      'payout → getDisbursement',
      'reverse → getDisbursement',
    ]);
  });

  it.each(linked)('of $id resolve against a real response', async ({ id, status, from, link }) => {
    await makeRoom[id]?.();
    const started = await call(from, { body: bodies[id] });
    expect(started.status, started.text).toBe(status);
    const target = operationOf(link.operationId);
    const path = Object.fromEntries(
      Object.entries(link.parameters).map(([name, expression]) => [name, evaluated(expression, started.json)]),
    );
    expect((target.operation.parameters ?? []).map(({ name }) => name)).toEqual(Object.keys(path));
    const read = await call(target, { path });
    expect(read.status, read.text).toBe(200);
    expect(Object.values(read.json)[0]).toBe(Object.values(started.json)[0]);
  });
});
