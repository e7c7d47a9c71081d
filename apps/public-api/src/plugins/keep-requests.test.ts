import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { keepBodies } from '@tillgate/domain/applications';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../testing.ts';

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
let shop: SeededMerchant;

beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ delayMs: 0 })]);
  api = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory', RATE_LIMIT_COLLECT_PER_KEY: '3/60' });
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});
beforeEach(async () => {
  shop = await api.merchant();
});

type Sent = { method?: string; body?: unknown; raw?: string; headers?: Record<string, string>; key?: string };
async function call(path: string, { method = 'POST', body, raw, headers = {}, key = shop.key().key }: Sent = {}) {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${api.baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(text !== undefined && { 'content-type': 'application/json' }),
      'user-agent': 'till/1.0',
      ...headers,
    },
    body: text,
  });
  const answer = (await response.json()) as Record<string, string>;
  return { status: response.status, requestId: response.headers.get('x-request-id') ?? '', answer };
}

/** A call to another process; answers its request id. */
async function look(at: RunningApi, merchant: SeededMerchant): Promise<string | null> {
  const headers = { authorization: `Bearer ${merchant.key().key}` };
  const response = await fetch(`${at.baseUrl}/status/x`, { headers });
  await response.text();
  return response.headers.get('x-request-id');
}

const rowsOf = (applicationId: string) =>
  api.ctx.db.prisma.apiRequest.findMany({ where: { applicationId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });

/** The rows of the shop once as many are written as were made. */
async function kept(count: number) {
  await expect.poll(async () => (await rowsOf(shop.applicationId)).length).toBe(count);
  return rowsOf(shop.applicationId);
}

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `2547130${String(phones).padStart(5, '0')}`;
};

describe('the request log', () => {
  it('keeps the calls of a moment, whatever characters one of them has', async () => {
    await keepBodies(shop.as('sandbox'), { isOn: true });
    const texts = ['\ud800', '\udfff\ud800', '\u0000', '"', '\\', '\n\u2028', '{"a":1}', 'é😀', '\\u0000'];
    const sent = texts.map((text) => ({ amount: 10, phone: text, description: text, idempotencyKey: `k${text}` }));
    const headers = { 'user-agent': 'till "quoted" \\u0000 é' };
    await Promise.all(sent.map((body) => call('/payout', { body, headers })));
    await Promise.all(
      texts.map((text) => call(`/status/${encodeURIComponent(text.toWellFormed())}`, { method: 'GET' })),
    );
    const rows = await kept(2 * texts.length);
    expect(new Set(rows.map(({ path }) => path))).toEqual(new Set(['/payout', '/status/:id']));
    expect(rows.filter(({ requestBody }) => requestBody?.includes('"amount":10'))).toHaveLength(texts.length);
  });

  it('keeps bodies without phone numbers while the application wants it, and none otherwise', async () => {
    await keepBodies(shop.as('sandbox'), { isOn: true });
    const phone = newPhone();
    const body = { amount: 10, phone, description: `call ${phone}`, metadata: { customer: 'Jane' } };
    const { answer } = await call('/collect', { body });
    await call(`/status/${answer.paymentId}`, { method: 'GET' });
    const [pushed, read] = await kept(2);
    expect(JSON.parse(pushed?.requestBody ?? '')).toEqual({
      amount: 10,
      phone: '…',
      description: 'call …',
      metadata: { customer: '…' },
    });
    expect(JSON.parse(pushed?.responseBody ?? '')).toMatchObject({ paymentId: answer.paymentId, status: 'pending' });
    expect(read?.requestBody).toBeNull();
    expect(JSON.parse(read?.responseBody ?? '')).toMatchObject({ id: answer.paymentId });
    expect(JSON.stringify([pushed, read])).not.toContain(phone.slice(3));

    shop = await api.merchant();
    await call('/collect', { body: { amount: 10, phone: newPhone() } });
    expect(await kept(1)).toMatchObject([{ requestBody: null, responseBody: null }]);
  });

  it('keeps each call with what came of it', async () => {
    const before = Date.now();
    const { requestId, answer } = await call('/collect', {
      body: { amount: 10, phone: newPhone() },
      headers: { 'idempotency-key': 'order 1' },
    });
    const [row] = await kept(1);
    expect(row).toMatchObject({
      id: requestId,
      applicationId: shop.applicationId,
      environment: 'sandbox',
      keyId: shop.key().keyId,
      method: 'POST',
      path: '/collect',
      statusCode: 202,
      errorCode: null,
      errorDetail: null,
      idempotencyKey: 'order 1',
      replayed: false,
      resourceId: answer.paymentId,
      remoteIp: '127.0.0.1',
      userAgent: 'till/1.0',
    });
    expect(row?.durationMs).toBeGreaterThanOrEqual(0);
    expect(row?.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(row?.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('says which answers were replays, with the payment of the first', async () => {
    const body = { amount: 10, phone: newPhone(), idempotencyKey: 'in the body' };
    const first = await call('/collect', { body });
    const second = await call('/collect', { body });
    const rows = await kept(2);
    expect(rows.find(({ id }) => id === second.requestId)).toMatchObject({
      replayed: true,
      idempotencyKey: 'in the body',
      resourceId: first.answer.paymentId,
    });
    expect(rows.find(({ id }) => id === first.requestId)?.replayed).toBe(false);
  });

  it('keeps the code and the sentence of a refusal, from whatever depth it comes', async () => {
    const made = [
      await call('/collect', { raw: '{' }),
      await call('/collect', { body: { amount: -1, phone: newPhone() } }),
      await call('/collect', { body: { amount: 1, phone: '254700000000' } }),
      await call('/collect', { body: { amount: 1, phone: newPhone() } }),
      await call('/status/0199c0de-0000-7000-8000-123456789012', { method: 'GET' }),
    ];
    const rows = await kept(made.length);
    const byId = made.map(({ requestId }) => rows.find(({ id }) => id === requestId));
    expect(byId.map((row) => row?.statusCode)).toEqual([400, 422, 202, 429, 404]);
    expect(byId.map((row) => row?.errorCode)).toEqual([
      'malformed_json',
      'invalid_input',
      null,
      'rate_limited',
      'not_found',
    ]);
    expect(byId[0]?.errorDetail).toBe(made[0]?.answer.detail);
    expect(byId[4]).toMatchObject({ path: '/status/0199c0de-0000-7000-8000-123456789012', resourceId: null });
  });

  it('keeps neither calls that are not authenticated nor those of other surfaces', async () => {
    await call('/collect', { body: {}, key: `mp_test_${'A'.repeat(43)}` });
    await (await fetch(`${api.baseUrl}/errors`)).text();
    await call('/status/x', { method: 'GET' });
    expect(await kept(1)).toMatchObject([{ path: '/status/:id', statusCode: 404 }]);
  });

  it('keeps nothing secret: no body, no phone, no key, no credential, wherever they were put', async () => {
    const canary = 'canary-4f1d';
    const phone = '254799887766';
    const { key } = shop.key();
    const body = { amount: 10, phone, accountReference: canary, description: canary, metadata: { note: canary } };
    await call('/collect', { body, headers: { 'user-agent': `till ${key} ${phone}`, cookie: canary } });
    await call(`/status/${phone}?token=${canary}&phone=${phone}`, { method: 'GET' });
    await call(`/status/${key}`, { method: 'GET' });
    await call('/collect', {
      body: { ...body, phone: `0799 887 76x`, [canary]: 1 },
      headers: { 'idempotency-key': key },
    });
    const rows = await kept(4);
    const text = JSON.stringify(rows);
    for (const secret of [canary, phone, '799887766', '0799 887 76', key, key.slice(8), 'passkey', 'consumer-']) {
      expect(text).not.toContain(secret);
    }
  });

  it('counts every one of many calls, once', async () => {
    const made = await Promise.all(Array.from({ length: 300 }, () => call('/status/x', { method: 'GET' })));
    const rows = await kept(300);
    expect(rows.map(({ id }) => id).sort()).toEqual(made.map(({ requestId }) => requestId).sort());
  });

  it('does not make an answer wait for the database', async () => {
    const lonely = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory' });
    const other = await seed(lonely.ctx).owner().application().key('sandbox').mint();
    const noted: string[] = [];
    lonely.deps.requestLog.note = ({ id }) => {
      noted.push(id);
    };
    const requestId = await look(lonely, other);
    await expect.poll(() => noted).toEqual([requestId]);
    await lonely.close();
    expect(await rowsOf(other.applicationId)).toEqual([]);
  });

  it('is complete when the API has stopped', async () => {
    const before = Date.now();
    const stopping = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory' });
    const other = await seed(stopping.ctx).owner().application().key('sandbox').mint();
    for (let round = 0; round < 20; round += 1) {
      await look(stopping, other);
    }
    await stopping.close();
    expect(await rowsOf(other.applicationId)).toHaveLength(20);
    const { lastUsedAt } = await api.ctx.db.prisma.apiKey.findUniqueOrThrow({ where: { id: other.key().keyId } });
    expect(lastUsedAt?.getTime()).toBeGreaterThanOrEqual(before - (before % 60_000));
    expect((lastUsedAt?.getTime() ?? 1) % 60_000).toBe(0);
  });
});
