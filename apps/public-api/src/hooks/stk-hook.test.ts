import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { publishedAddresses } from '@tillgate/domain/inbox';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../testing.ts';

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
let hook: string;
let paymentId: string;

beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ autoAnswer: false })]);
  api = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory' });
  const { key } = (await api.merchant()).key();
  const response = await fetch(`${api.baseUrl}/collect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 10, phone: '0712345678' }),
  });
  paymentId = ((await response.json()) as { paymentId: string }).paymentId;
  const { callbackToken } = await api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  hook = `${api.baseUrl}/stk-hook/${callbackToken}`;
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

const stored = () =>
  api.ctx.db.prisma.providerCallback.findMany({ where: { subjectId: paymentId }, orderBy: { receivedAt: 'asc' } });
const post = (body: string | Uint8Array, contentType = 'application/json;charset=UTF-8', url = hook) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType, businessshortcode: '174379' },
    body: body as string,
  });

it('stores the bytes as they came before it acknowledges, and publishes the work', async () => {
  const body = '{ "Body" : {"stkCallback": {"ResultCode": 1032}} }';
  const response = await post(body);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
  const [row] = await stored();
  expect(Buffer.from(row?.body ?? []).toString()).toBe(body);
  const wakeUps = () => api.ctx.db.prisma.engineEvent.count({ where: { name: 'callbacks.waiting' } });
  await expect.poll(wakeUps).toBe(1);
});

it('acknowledges whatever the right hook gets: what cannot be read is evidence too', async () => {
  const before = (await stored()).length;
  for (const [body, type] of [
    ['not json', 'text/plain'],
    [new Uint8Array([0, 0xff]), 'application/octet-stream'],
    ['<x/>', 'application/xml'],
  ] as const) {
    expect((await post(body, type)).status).toBe(200);
  }
  expect(await stored()).toHaveLength(before + 3);
});

it('acknowledges a repeat and stores it once', async () => {
  await post('{"same":1}');
  const before = (await stored()).length;
  expect((await post('{"same":1}')).status).toBe(200);
  expect(await stored()).toHaveLength(before);
});

it('does not know a hook that is not there, nor one that is no token', async () => {
  for (const token of ['0'.repeat(64), 'x', '%00', 'A'.repeat(64)]) {
    expect((await post('{}', 'application/json', `${api.baseUrl}/stk-hook/${token}`)).status).toBe(404);
  }
  expect((await fetch(hook)).status).toBe(405);
});

it('refuses a body over 100 kB', async () => {
  const before = (await stored()).length;
  expect((await post(`"${'x'.repeat(100_000)}"`)).status).toBe(413);
  expect(await stored()).toHaveLength(before);
});

describe('the hook of a production payment', () => {
  const asPosted = async (environment: Record<string, string>, headers: Record<string, string> = {}) => {
    const other = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory', ...environment });
    try {
      const url = other.origin + new URL(hook).pathname;
      const body = JSON.stringify([environment, headers]);
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'text/plain' },
        body,
      });
      await response.body?.cancel();
      return response.status;
    } finally {
      await other.close();
    }
  };
  const [published = ''] = publishedAddresses;
  const proxied = { TRUSTED_PROXIES: '127.0.0.0/8' };
  beforeAll(async () => {
    await api.ctx.db.prisma.payment.update({ where: { id: paymentId }, data: { environment: 'production' } });
  });
  afterAll(async () => {
    await api.ctx.db.prisma.payment.update({ where: { id: paymentId }, data: { environment: 'sandbox' } });
  });

  it.each([
    ['takes only the provider’s addresses by default', {}, {}, 404],
    ['takes the addresses and networks of the setting', { CALLBACK_ALLOWED_IPS: '10.0.0.1, 127.0.0.0/8' }, {}, 200],
    ['takes no others', { CALLBACK_ALLOWED_IPS: '196.201.214.0/24,10.0.0.1' }, {}, 404],
    ['takes every address when that is said', { CALLBACK_ALLOWED_IPS: 'any' }, {}, 200],
    ['looks at the address that a trusted proxy names', proxied, { 'x-forwarded-for': published }, 200],
    ['reads the port that a proxy writes', proxied, { 'x-forwarded-for': `${published}:51234` }, 200],
    ['reads an address in IPv6 with a port', proxied, { 'x-forwarded-for': `[::ffff:${published}]:51234` }, 200],
    ['refuses a stranger with a port', proxied, { 'x-forwarded-for': `${published}:1, 203.0.113.9:51234` }, 404],
    ['refuses a sender that cannot be read', proxied, { 'x-forwarded-for': `${published}, unknown` }, 404],
    ['believes no header without a trusted proxy', {}, { 'x-forwarded-for': published }, 404],
    ['refuses a stranger behind a trusted proxy', proxied, { 'x-forwarded-for': `${published}, 203.0.113.9` }, 404],
  ])('%s', async (_what, environment, headers, status) => {
    expect(await asPosted(environment, headers as Record<string, string>)).toBe(status);
  });
});
