import { existsSync, readFileSync } from 'node:fs';
import { type Scope, scopes } from '@tillgate/domain';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { operations } from './document.fixture.ts';
import { loneApi } from './lone-api.fixture.ts';
import { problemSchema } from './problem.ts';

/** The operations of merchants; the others need no key, and read nothing that could fail. */
const merchantOperations = operations.filter(({ operation }) => operation.security?.length !== 0);

/**
 * Proven below for every operation of merchants, and 429 in `plugins/limit-requests.test.ts`. All other statuses are proven
 * in the operation's own test file.
 */
const provenHere = new Set(['401', '403', '429', '500', '503']);

/** A body that passes validation, so that the verb is reached. A new operation needs its line. */
const bodies: Record<string, object> = {
  collect: { amount: 10, phone: '254712345678' },
  payout: { amount: 10, phone: '254712345678' },
  reverse: { transactionId: 'TJK1A2B3C4', amount: 10 },
  askTransactionStatus: { transactionId: 'TJK1A2B3C4' },
  askAccountBalance: {},
  generateQr: { amount: 10 },
  registerC2b: {},
  createLink: { title: 'Mugs', amount: 100 },
  endLink: {},
  reopenLink: {},
  changeLink: { title: 'Mugs' },
  createBatch: { name: 'Payroll', rows: [{ phone: '254712345678', amount: 10 }] },
  submitBatch: { acceptWarnings: true },
  cancelBatch: {},
  pauseBatch: {},
  resumeBatch: {},
  simulateOutcome: { paymentId: '01a1f774-020b-731b-b1d4-5c4f9e2105cf', outcome: 'approve' },
};

/** The scope that a key needs for each operation. Written by hand: a new operation needs its line. */
const scopeOf: Record<string, Scope> = {
  collect: 'collect',
  simulateOutcome: 'collect',
  createLink: 'collect',
  changeLink: 'collect',
  endLink: 'collect',
  reopenLink: 'collect',
  getStatus: 'read',
  listPayments: 'read',
  getLink: 'read',
  listLinks: 'read',
  listLinkPayments: 'read',
  getBatch: 'read',
  listBatches: 'read',
  listBatchRows: 'read',
  getDisbursement: 'read',
  getInquiry: 'read',
  listenEvents: 'read',
  reverse: 'refund',
  payout: 'payout',
  createBatch: 'payout',
  submitBatch: 'payout',
  cancelBatch: 'payout',
  pauseBatch: 'payout',
  resumeBatch: 'payout',
  registerC2b: 'offline',
  generateQr: 'offline',
  askTransactionStatus: 'inquire',
  askAccountBalance: 'inquire',
};

/** Test file of an operation: named as its path. */
function testFileOf(path: string): string {
  const name = path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .join('-');
  return `routes/${name}.test.ts`;
}

describe.each(operations)('$method $path', ({ path, operation }) => {
  it('has a test for each status that the document names', () => {
    const file = new URL(testFileOf(path), import.meta.url);
    expect(existsSync(file), `${testFileOf(path)} is missing`).toBe(true);
    const text = readFileSync(file, 'utf8');
    const missing = Object.keys(operation.responses).filter(
      (status) => !provenHere.has(status) && !text.includes(`describe('${status}'`),
    );
    expect(missing, `${testFileOf(path)} has no describe for`).toEqual([]);
  });
});

it('leaves nothing but the error reference open to callers without a key', () => {
  const open = operations.filter((operation) => !merchantOperations.includes(operation));
  expect(open.map(({ operation }) => operation.operationId)).toEqual(['getErrorReference']);
});

const running = loneApi();

const hasBody = (method: string) => method === 'POST' || method === 'PATCH';
const addressOf = (path: string) =>
  `/functions/v1${path.replaceAll(/\{[^}]+\}/g, '01a1f774-020b-731b-b1d4-5c4f9e2105cf')}`;
const requestOf = ({ method, operation }: (typeof operations)[number], headers: Record<string, string> = {}) => ({
  method,
  headers: { ...headers, ...(hasBody(method) && { 'content-type': 'application/json' }) },
  ...(hasBody(method) && { body: JSON.stringify(bodies[operation.operationId]) }),
});

describe.each(merchantOperations)('401: $method $path', (one) => {
  it('refuses a caller without a key before it looks at anything', async () => {
    const response = await fetch(`${running.api.origin}${addressOf(one.path)}`, requestOf(one));
    expect(response.status).toBe(401);
    expect(problemSchema.parse(await response.json()).code).toBe('unauthenticated');
  });
});

/** Starts an API in which whatever is touched after authentication breaks, for callers with these scopes. */
async function startBroken(scopes: ReadonlySet<Scope>) {
  const broken = () => {
    throw new Error('canary: a secret of the inside');
  };
  const ids = { keyId: 'k', applicationId: 'a', organizationId: 'o', environment: 'sandbox' as const };
  const db = { pool: { query: broken, connect: broken }, prisma: new Proxy({}, { get: broken }) };
  const context = { ...running.api.deps.context, db: db as never, accounts: broken };
  const authority = { of: 'key' as const, scopes };
  const caller = { ...ids, authority, isSuspended: false, keepsBodies: false, isAllowedFrom: () => true };
  const keyLimit = { consume: broken, refund: broken };
  const app = await createApp({ ...running.api.deps, authenticate: async () => caller, context, keyLimit });
  return { app, origin: await app.listen({ host: '127.0.0.1', port: 0 }) };
}

describe.each([...scopes])('403: a key with all scopes but %s', (missing) => {
  it('is refused by the operations that need it, before they look at anything, and by no other', async () => {
    const { app, origin } = await startBroken(new Set([...scopes].filter((scope) => scope !== missing)));
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    try {
      for (const one of merchantOperations) {
        const request = requestOf(one, { authorization: 'Bearer x' });
        const body = one.method === 'POST' ? '{"amount": 1' : undefined;
        const response = await fetch(`${origin}${addressOf(one.path)}`, { ...request, body });
        const { code, missingScope } = problemSchema.parse(await response.json());
        const name = one.operation.operationId;
        answers[name] = response.status === 403 ? { code, missingScope } : 'let in';
        expected[name] = scopeOf[name] === missing ? { code: 'forbidden', missingScope: missing } : 'let in';
      }
    } finally {
      await app.close();
    }
    expect(answers).toEqual(expected);
  });

  it('is told so by the document', () => {
    const needing = merchantOperations.filter(({ operation }) => scopeOf[operation.operationId] === missing);
    expect(needing).not.toEqual([]);
    for (const { operation } of needing) {
      expect(operation.security, operation.operationId).toEqual([{ apiKey: [missing] }]);
      expect(operation.responses['403']).toBeDefined();
    }
  });
});

describe.each(merchantOperations)('403: $method $path', ({ operation }) => {
  it('is an operation whose scope is known', () => {
    expect(scopeOf[operation.operationId]).toBeDefined();
  });
});

describe.each(merchantOperations)('500: $method $path', (one) => {
  it('says nothing of what is inside when something breaks', async () => {
    const { app, origin } = await startBroken(new Set(scopes));
    try {
      const response = await fetch(`${origin}${addressOf(one.path)}`, requestOf(one, { authorization: 'Bearer x' }));
      const text = await response.text();
      expect(response.status, text).toBe(500);
      expect(text).not.toContain('canary');
      expect(problemSchema.parse(JSON.parse(text)).code).toBe('internal');
    } finally {
      await app.close();
    }
  });
});

describe.each(merchantOperations)('503: $method $path', (one) => {
  it('is temporarily unavailable while the database is unavailable', async () => {
    const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none';
    const lonely = await running.startAnother({ DATABASE_URL });
    try {
      const headers = { authorization: `Bearer mp_test_${'A'.repeat(43)}` };
      const response = await fetch(`${lonely.origin}${addressOf(one.path)}`, requestOf(one, headers));
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(problemSchema.parse(await response.json()).code).toBe('unavailable');
    } finally {
      await lonely.close();
    }
  });
});
