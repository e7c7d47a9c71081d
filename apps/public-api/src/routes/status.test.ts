import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { SeededMerchant } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemSchema } from '../problem.ts';
import { type RunningApi, startApi } from '../testing.ts';

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
let shop: SeededMerchant;

beforeAll(async () => {
  // Callbacks are lost, so that only the live query can settle.
  [test, simulator] = await Promise.all([
    testDatabase(),
    startSimulator({ delayMs: 0, loseCallbacks: true, query4999Ms: 0 }),
  ]);
  api = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory' });
  shop = await api.merchant();
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

async function get(path: string, key = shop.key().key) {
  const response = await fetch(`${api.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function collect(phone: string, key = shop.key().key): Promise<string> {
  const response = await fetch(`${api.baseUrl}/collect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 10, phone }),
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { paymentId: string }).paymentId;
}

const keys = ['id', 'status', 'providerReceipt', 'resultCode', 'resultDesc'];

describe('200', () => {
  it('a pending payment has all five keys, null where there is nothing yet', async () => {
    const id = await collect('254700074999');
    const { status, text } = await get(`/status/${id}`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      id,
      status: 'pending',
      providerReceipt: null,
      resultCode: null,
      resultDesc: null,
    });
  });

  it('a live query settles before the answer: paid', async () => {
    const id = await collect('254712000001');
    await expect.poll(async () => JSON.parse((await get(`/status/${id}`)).text).status).toBe('success');
    const body = JSON.parse((await get(`/status/${id}`)).text);
    expect(Object.keys(body).sort()).toEqual([...keys].sort());
    expect(body).toMatchObject({ id, resultCode: 0 });
  });

  it.each([
    ['254700071032', 1032],
    ['254700071037', 1037],
    ['254700072001', 2001],
    ['254700071003', 'SFC_IC0003'],
  ])('a live query settles before the answer: %s fails with %s', async (phone, resultCode) => {
    const id = await collect(phone);
    await expect
      .poll(async () => JSON.parse((await get(`/status/${id}`)).text))
      .toMatchObject({ status: 'failed', resultCode, providerReceipt: null });
  });

  it('a cache buster is no other resource', async () => {
    const id = await collect('254700074999');
    expect((await get(`/status/${id}?_=1`)).status).toBe(200);
  });
});

describe('401', () => {
  it('is said before whether there is such a payment', async () => {
    const response = await fetch(`${api.baseUrl}/status/${crypto.randomUUID()}`);
    expect(response.status).toBe(401);
    expect(problemSchema.parse(await response.json()).code).toBe('unauthenticated');
  });
});

describe('404', () => {
  it('is the same, but for the request id, for a foreign payment, a missing one and an id that is none', async () => {
    const other = await api.merchant();
    const foreign = await collect('254712000002', other.key().key);
    const answers = [];
    for (const id of [
      foreign,
      crypto.randomUUID(),
      'no-uuid',
      '%00',
      "1'%20OR%201=1",
      '..%2f..%2fcollect',
      'x'.repeat(180),
    ]) {
      const { status, headers, text } = await get(`/status/${id}`);
      expect(status).toBe(404);
      const requestId = headers.get('x-request-id') ?? '';
      expect(problemSchema.parse(JSON.parse(text)).requestId).toBe(requestId);
      answers.push(text.replace(requestId, 'req'));
    }
    expect(new Set(answers).size).toBe(1);
  });

  it('a broken escape in the address and an unknown path', async () => {
    for (const path of ['/status/%E0%A4%A', '/nowhere', '/status/', '/status/a/b', `/status/${'x'.repeat(300)}`]) {
      const { status, text } = await get(path);
      expect(status, path).toBe(404);
      expect(problemSchema.parse(JSON.parse(text)).code).toBe('not_found');
    }
  });
});

describe('422', () => {
  it('a parameter that there is not', async () => {
    const { status, text } = await get(`/status/${crypto.randomUUID()}?verbose=1`);
    expect(status).toBe(422);
    expect(problemSchema.parse(JSON.parse(text)).issues).toMatchObject([
      { path: 'verbose', message: 'is not known here. There are none' },
    ]);
  });
});

describe('405', () => {
  it('names GET and HEAD', async () => {
    const response = await fetch(`${api.baseUrl}/status/x`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});
