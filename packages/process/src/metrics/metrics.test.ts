import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics, exposePool } from './metrics.ts';
import { type MetricsServer, startMetricsServer } from './server.ts';

const token = 'a-token-of-some-length';
const log = pino({ level: 'silent' });
const list = {
  calls: { name: 'test_calls_total', help: 'Calls.', labels: ['outcome'] },
  seconds: { name: 'test_seconds', help: 'Time.', labels: ['outcome'], buckets: [0.1, 1] },
} as const;

let server: MetricsServer | undefined;
afterEach(() => server?.close());

async function serve(given?: { token: string }) {
  const metrics = createMetrics('test');
  const where = { host: '127.0.0.1', port: 0, variable: 'METRICS_TEST_PORT', ...given };
  server = await startMetricsServer(metrics, where, log);
  const base = `http://127.0.0.1:${server.port}`;
  const get = (path = '/metrics', init: RequestInit = {}) => fetch(base + path, init);
  return { metrics, get, text: async () => (await get()).text() };
}

describe('the metrics of a process', () => {
  it('expose what was counted, with the process as a label, and Node.js itself', async () => {
    const { metrics, get } = await serve();
    const meter = metrics.register(list);
    meter.calls({ outcome: 'ok' });
    meter.calls({ outcome: 'ok' }, 2);
    meter.seconds({ outcome: 'ok' }, 0.5);
    const response = await get();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toContain('test_calls_total{outcome="ok",process="test"} 3');
    expect(text).toMatch(/test_seconds_bucket\{le="0\.1",.*\} 0\n/);
    expect(text).toMatch(/test_seconds_bucket\{le="1",.*\} 1\n/);
    const ofNode = ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'];
    for (const name of ofNode) {
      expect(text).toContain(`\n${name}{process="test"}`);
    }
  });

  it('read gauges at each scrape, and leave out those that cannot be read', async () => {
    const { metrics, text } = await serve();
    const pool = { totalCount: 3, idleCount: 1, waitingCount: 7 };
    exposePool(metrics, pool);
    let isBroken = false;
    metrics.gauge({
      name: 'test_waiting',
      help: 'Waiting.',
      read: async () => {
        if (isBroken) throw new Error('away');
        return [{ value: 5 }];
      },
    });
    const first = await text();
    expect(first).toContain('tillgate_database_pool{state="waiting",process="test"} 7');
    expect(first).toContain('test_waiting{process="test"} 5');
    isBroken = true;
    pool.waitingCount = 0;
    const second = await text();
    expect(second).toContain('tillgate_database_pool{state="waiting",process="test"} 0');
    expect(second).not.toContain('test_waiting{');
  });
});

describe('the server of metrics', () => {
  it('has one address and takes one method', async () => {
    const { get } = await serve();
    expect((await get('/')).status).toBe(404);
    expect((await get('/metrics/x')).status).toBe(404);
    expect((await get('/metrics', { method: 'POST' })).status).toBe(405);
    expect((await get('/metrics?name=x')).status).toBe(200);
  });

  it('tells nothing without its token', async () => {
    const { get } = await serve({ token });
    const as = (authorization: string) => get('/metrics', { headers: { authorization } });
    for (const response of [await get(), await as(token), await as(`Bearer ${token}x`), await as('Bearer ')]) {
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(await response.text()).toBe('');
    }
    expect((await as(`Bearer ${token}`)).status).toBe(200);
  });
});
