import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { suspendOrganization } from '@tillgate/domain/organizations';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemSchema } from '../problem.ts';
import { type RunningApi, startApi } from '../testing.ts';

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;

beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ autoAnswer: false })]);
  api = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory' });
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

/** Every documented path that takes a key, with its method. */
async function routes(): Promise<{ method: string; path: string }[]> {
  const response = await fetch(`${api.origin}/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, { security?: unknown[] }>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security && security.length > 0 ? [{ method: method.toUpperCase(), path }] : [],
    ),
  );
}

it('every route refuses a suspended organization, while callbacks of what already runs are taken', async () => {
  const shop = await api.merchant();
  const headers = { authorization: `Bearer ${shop.key().key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ amount: 10, phone: '0712345678' });
  await suspendOrganization(api.ctx, { organizationId: (await api.merchant()).organizationId, reason: 'another one' });
  const collected = await fetch(`${api.baseUrl}/collect`, { method: 'POST', headers, body });
  const { paymentId } = (await collected.json()) as { paymentId: string };
  await suspendOrganization(api.ctx, { organizationId: shop.organizationId, reason: 'fraud' });
  const ask = () => fetch(`${api.baseUrl}/status/${paymentId}`, { headers });
  // A key that was good a moment ago is forgotten within 5 s.
  await expect.poll(async () => (await ask()).status).toBe(403);

  const guarded = await routes();
  expect(guarded.length).toBeGreaterThan(10);
  for (const { method, path } of guarded) {
    const url = `${api.baseUrl}${path.replace(/\{[^}]+\}/g, paymentId)}`;
    const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: '{}' }) });
    expect(response.status, `${method} ${path}`).toBe(403);
    const problem = problemSchema.parse(await response.json());
    expect(problem).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('suspended') });
    expect(problem.missingScope).toBeUndefined();
  }

  const { callbackToken } = await api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const callback = JSON.stringify({ Body: { stkCallback: { ResultCode: 1032 } } });
  const posted = await fetch(`${api.baseUrl}/stk-hook/${callbackToken}`, { method: 'POST', body: callback });
  expect(posted.status).toBe(200);
  expect(await api.ctx.db.prisma.providerCallback.count({ where: { subjectId: paymentId } })).toBe(1);
});
