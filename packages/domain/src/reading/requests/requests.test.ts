import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { createRequestLog, type LoggedRequest } from '../../requests/index.ts';
import { type SeededMerchant, seed, type TestContext, testContext } from '../../testing/index.ts';
import { browseRequests } from './browse-requests.ts';
import { getRequest } from './get-request.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: SeededMerchant;
let as: TenantContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
  shop = await seed(ctx).owner().application().key('sandbox').key('production').mint();
  as = shop.as();
});

const requestOf = (more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: `req_${randomUUID()}`,
  applicationId: shop.applicationId,
  environment: 'sandbox',
  keyId: shop.key().keyId,
  method: 'POST',
  path: '/collect',
  statusCode: 202,
  errorCode: null,
  errorDetail: null,
  durationMs: 12,
  idempotencyKey: null,
  replayed: false,
  resourceId: null,
  remoteIp: '127.0.0.1',
  userAgent: 'curl/8.5.0',
  createdAt: ctx.clock.now(),
  requestBody: null,
  responseBody: null,
  ...more,
});

async function keep(...requests: Partial<LoggedRequest>[]): Promise<LoggedRequest[]> {
  const log = createRequestLog(ctx);
  const kept = requests.map((more) => requestOf(more));
  for (const request of kept) log.note(request);
  await log.close();
  return kept;
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const secondsAgo = (seconds: number) => new Date(ctx.clock.now().getTime() - seconds * 1000);

describe('the request log', () => {
  it('keeps everything that was noted, in batches, also what waits when it stops', async () => {
    const log = createRequestLog(ctx, { waitingMax: 1000, batchMax: 7, writeEveryMs: 1 });
    const noted = Array.from({ length: 100 }, (_, index) => requestOf({ durationMs: index }));
    for (const request of noted) log.note(request);
    await log.close();
    const rows = await test.database.prisma.apiRequest.findMany({ where: { applicationId: shop.applicationId } });
    expect(rows).toHaveLength(100);
    expect(rows.find(({ durationMs }) => durationMs === 40)).toEqual(noted[40]);
  });

  it('writes by itself soon after', async () => {
    const log = createRequestLog(ctx);
    const request = requestOf();
    log.note(request);
    await expect.poll(() => test.database.prisma.apiRequest.count({ where: { id: request.id } })).toBe(1);
    await log.close();
  });

  it('drops the oldest that wait when there are too many, and says how many', async () => {
    const said: object[] = [];
    const warn = (fields: object) => {
      said.push(fields);
    };
    const limits = { waitingMax: 10, batchMax: 5, writeEveryMs: 60_000 };
    const log = createRequestLog({ ...ctx, log: { ...ctx.log, warn } }, limits);
    const noted = Array.from({ length: 25 }, () => requestOf());
    for (const request of noted) log.note(request);
    await log.close();
    const rows = await test.database.prisma.apiRequest.findMany({ where: { applicationId: shop.applicationId } });
    expect(ids(rows).sort()).toEqual(ids(noted.slice(15)).sort());
    expect(said).toEqual([{ dropped: 15 }]);
  });

  it('keeps what could not be written for the next time, and writes nothing twice', async () => {
    let failures = 1;
    const pool = new Proxy(test.database.pool, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return async (...given: unknown[]) => {
          const answer = await Reflect.apply(value, target, given);
          failures -= 1;
          // Written, but the answer was lost.
          if (failures >= 0) throw new Error('the connection broke');
          return answer;
        };
      },
    });
    const log = createRequestLog(
      { ...ctx, db: { ...test.database, pool } },
      {
        waitingMax: 10,
        batchMax: 5,
        writeEveryMs: 1,
      },
    );
    for (let round = 0; round < 8; round += 1) log.note(requestOf());
    await expect
      .poll(() => test.database.prisma.apiRequest.count({ where: { applicationId: shop.applicationId } }))
      .toBe(8);
    await log.close();
    expect(failures).toBeLessThan(0);
  });
});

describe('browseRequests', () => {
  it('pages through in both directions without gap or repetition, also among requests of the same moment', async () => {
    const kept = await keep(
      ...Array.from({ length: 10 }, (_, index) => ({ createdAt: secondsAgo(Math.floor(index / 4)) })),
    );
    const first = await browseRequests(as, { limit: 4 });
    expect(first.newer).toBeNull();
    const second = await browseRequests(as, { limit: 4, before: first.older ?? '' });
    const third = await browseRequests(as, { limit: 4, before: second.older ?? '' });
    expect(third.older).toBeNull();
    const all = [...first.rows, ...second.rows, ...third.rows];
    expect(ids(all).sort()).toEqual(ids(kept).sort());
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      [...all].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()).map(({ createdAt }) => createdAt),
    );
    const back = await browseRequests(as, { limit: 4, after: third.newer ?? '' });
    expect(ids(back.rows)).toEqual(ids(second.rows));
    const start = await browseRequests(as, { limit: 4, after: back.newer ?? '' });
    expect(ids(start.rows)).toEqual(ids(first.rows));
    expect(start.newer).toBeNull();
  });

  it('shows requests of its own application and environment only', async () => {
    const other = await seed(ctx).owner().application().key('sandbox').mint();
    const [own] = await keep(
      {},
      { environment: 'production', keyId: shop.key('production').keyId },
      { applicationId: other.applicationId, keyId: other.key().keyId },
    );
    expect(ids((await browseRequests(as, {})).rows)).toEqual([own?.id]);
  });

  it.each([
    [{ statusClass: '4xx' }, { statusCode: 422, errorCode: 'invalid_input' }],
    [{ statusCode: 409 }, { statusCode: 409 }],
    [{ method: 'GET' }, { method: 'GET' }],
    [{ path: '/status' }, { path: '/status/0199c0de-0000-7000-8000-123456789012' }],
    [{ errorCode: 'rate_limited' }, { statusCode: 429, errorCode: 'rate_limited' }],
    [{ idempotencyKey: 'order 1' }, { idempotencyKey: 'order 1' }],
    [{ resourceId: '0199c0de-0000-7000-8000-123456789012' }, { resourceId: '0199c0de-0000-7000-8000-123456789012' }],
  ] as const)('filters by %o', async (filter, more) => {
    const [, fitting] = await keep({}, more, {});
    expect(ids((await browseRequests(as, filter)).rows)).toEqual([fitting?.id]);
  });

  it('filters by key and time, and names the key', async () => {
    const [, fitting] = await keep({ createdAt: secondsAgo(10) }, { createdAt: secondsAgo(5) }, {});
    const { keyId } = shop.key();
    const { rows } = await browseRequests(as, { keyId, since: secondsAgo(7), until: secondsAgo(1) });
    expect(rows).toMatchObject([{ id: fitting?.id, keyName: 'test', keyLastFour: shop.key().key.slice(-4) }]);
  });

  it.each([
    { before: 'x' },
    { after: '1.0199c0de-0000-7000-8000-123456789012' },
    { limit: 101 },
    { statusClass: '9xx' as '2xx' },
    { path: 'a\u0000' },
  ])('refuses %o', async (input) => {
    await expect(browseRequests(as, input)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('getRequest', () => {
  it('answers one with what it was about', async () => {
    const [kept] = await keep({ statusCode: 422, errorCode: 'invalid_input', errorDetail: 'amount: must be positive' });
    expect(await getRequest(as, { requestId: kept?.id ?? '' })).toMatchObject({
      id: kept?.id,
      errorDetail: 'amount: must be positive',
      userAgent: 'curl/8.5.0',
      keyName: 'test',
      resourceKind: null,
    });
  });

  it('does not know requests of others, of the other environment, nor what is none', async () => {
    const other = await seed(ctx).owner().application().mint();
    const [kept] = await keep({});
    const requestId = kept?.id ?? '';
    for (const [who, id] of [
      [other.as(), requestId],
      [shop.as('production'), requestId],
      [as, 'x'],
      [as, `req_${randomUUID()}`],
    ] as const) {
      await expect(getRequest(who, { requestId: id })).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no such request.',
      });
    }
  });
});
