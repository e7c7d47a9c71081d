import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@tillgate/process';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { serveMetrics } from './metrics.ts';

const token = 'a-token-of-some-length';
const pool = { totalCount: 3, idleCount: 2, waitingCount: 0 };
const deps = { context: { db: { pool } }, log: createLogger('web', 'silent') } as unknown as Deps;
const settings = { METRICS_HOST: '127.0.0.1', METRICS_TOKEN: token };

it('are off unless a port is given', async () => {
  expect(await serveMetrics({ ...settings, METRICS_WEB_PORT: undefined }, deps)).toBeUndefined();
});

it('count requests by group, method and status, beside those of every process', async () => {
  const metrics = await serveMetrics({ ...settings, METRICS_WEB_PORT: 0 }, deps);
  // As Next does: a server of its own.
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/no-such-page' ? 404 : 200).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method })).arrayBuffer();
  const scrape = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`http://127.0.0.1:${metrics?.port}/metrics`, { headers })).text();
  };
  await scrape();
  const id = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
  for (const path of ['/', '/sign-in', `/a/${id}/sandbox/payments?phone=0712345678`, '/no-such-page']) await ask(path);
  await ask('/api/trpc/payments.list?batch=1', 'POST');
  await ask(`/api/exports/${id}/sandbox/${id}`);
  await ask('/_next/static/chunk.js');
  await ask('/healthz', 'OPTIONS');

  const read = async () => {
    const found = (await scrape()).matchAll(/^tillgate_http_request_seconds_count\{(.*)\} (\d+)$/gm);
    return [...found].map(([, labels = '', count]) => `${labels.split(',').sort().join()} ${count}`).sort();
  };
  await expect
    .poll(read)
    .toEqual([
      'method="(any)",process="web",route="/healthz",status="2xx" 1',
      'method="GET",process="web",route="assets",status="2xx" 1',
      'method="GET",process="web",route="files",status="2xx" 1',
      'method="GET",process="web",route="pages",status="2xx" 3',
      'method="GET",process="web",route="pages",status="4xx" 1',
      'method="POST",process="web",route="/api/trpc",status="2xx" 1',
    ]);
  const text = await scrape();
  for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
    expect(text).toContain(`\n${name}{process="web"}`);
  }
  expect(text).toContain('tillgate_database_pool{state="total",process="web"} 3');
  for (const told of [id, '0712345678', 'no-such-page']) expect(text).not.toContain(told);
  metrics?.close();
  server.close();
});
