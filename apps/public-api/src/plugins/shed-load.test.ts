import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../testing.ts';

let test: TestDatabase;
let api: RunningApi;
let isTooMuch = false;
beforeAll(async () => {
  test = await testDatabase();
  const overload = { isTooMuch: () => isTooMuch };
  api = await startApi(test, 'http://127.0.0.1:1', { RATE_LIMIT_STORE: 'memory' }, overload);
});
afterAll(async () => {
  await api.close();
  await test.close();
});

describe('an API that has more to do than it can', () => {
  it('refuses requests of merchants, does nothing for them, and says when to try again', async () => {
    const { applicationId, ...shop } = await api.merchant();
    const headers = { authorization: `Bearer ${shop.key().key}`, 'content-type': 'application/json' };
    const collect = () =>
      fetch(`${api.baseUrl}/collect`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': 'one' },
        body: JSON.stringify({ amount: 10, phone: '254712345678' }),
      });
    isTooMuch = true;
    for (const refused of [await collect(), await fetch(`${api.baseUrl}/payments`, { headers })]) {
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await refused.json()).toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    }
    const { prisma } = api.ctx.db;
    expect(await prisma.payment.count({ where: { applicationId } })).toBe(0);
    isTooMuch = false;
    // The provider cannot be reached, so this is the answer of a request that was carried out.
    expect((await collect()).status).toBe(502);
    expect(await prisma.payment.count({ where: { applicationId } })).toBe(1);
  });

  it('takes what the provider posts, and is alive', async () => {
    isTooMuch = true;
    const hook = await fetch(`${api.baseUrl}/stk-hook/${'ab'.repeat(32)}`, { method: 'POST', body: '{}' });
    expect(hook.status).toBe(404);
    expect((await fetch(`${api.origin}/healthz`)).status).toBe(200);
  });
});
