import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { SeededMerchant } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../testing.ts';

const budget = 5;
const reads = 200;

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
let shop: SeededMerchant;
beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ autoAnswer: false })]);
  api = await startApi(test, simulator.url, {
    RATE_LIMIT_STORE: 'memory',
    RATE_LIMIT_COLLECT_PER_KEY: '10000/1',
    RATE_LIMIT_COLLECT_PER_PHONE: '10000/1',
    // A window that does not end while the test runs.
    RATE_LIMIT_QUERIES_PER_ACCOUNT: `${budget}/3600`,
  });
  shop = await api.merchant();
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

const headers = () => ({ authorization: `Bearer ${shop.key().key}`, 'content-type': 'application/json' });
async function collect() {
  const body = JSON.stringify({ amount: 10, phone: '0712345678' });
  const response = await fetch(`${api.baseUrl}/collect`, { method: 'POST', headers: headers(), body });
  return { status: response.status, body: (await response.json()) as { paymentId: string } };
}
async function calls(path: string): Promise<number> {
  const { counts } = (await (await fetch(`${simulator.url}/admin/requests`)).json()) as {
    counts: Record<string, number>;
  };
  return counts[`POST ${path}`] ?? 0;
}

it('200 status reads at once cost the provider no more than the budget, and a prompt goes through', async () => {
  const ids: string[] = [];
  for (let made = 0; made < 20; made += 1) ids.push((await collect()).body.paymentId);
  const read = async (index: number) => {
    const response = await fetch(`${api.baseUrl}/status/${ids[index % ids.length]}`, { headers: headers() });
    return { status: response.status, body: (await response.json()) as { status: string } };
  };
  const [pushed, ...states] = await Promise.all([collect(), ...Array.from({ length: reads }, (_one, i) => read(i))]);
  expect(pushed?.status).toBe(202);
  expect(states.every(({ status, body }) => status === 200 && body.status === 'pending')).toBe(true);
  expect(await calls('/mpesa/stkpushquery/v1/query')).toBe(budget);
  expect(await calls('/mpesa/stkpush/v1/processrequest')).toBe(ids.length + 1);
});
