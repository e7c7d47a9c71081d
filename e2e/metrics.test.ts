import { readFileSync } from 'node:fs';
import { queues } from '@tillgate/domain/reading/backlog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { call, collectUntilAnswered } from './support/client.ts';
import { type Collector, startCollector } from './support/collector.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const token = 'metrics-token-of-a-test';
const phone = '254712345678';
const metrics = { METRICS_HOST: '127.0.0.1', METRICS_TOKEN: token };

const file = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
type Rule = {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { runbook: string };
};
const rules = (parse(file('ops/prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
type Panel = { title: string; targets?: { expr: string }[] };
const panels = (JSON.parse(file('ops/grafana/tillgate.json')) as { panels: Panel[] }).panels;

let stack: Stack;
let hook: MerchantHook;
let collector: Collector;
let key: string;
let apiPort: number;
let ports: { api: number; worker: number };

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 50 } });
  [hook, collector] = await Promise.all([startMerchantHook(), startCollector()]);
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
  const merchant = await stack.merchant();
  key = merchant.key().key;
  await stack.endpoint(merchant, hook.url);
  const api = await stack.startApi({ ...metrics, ...traced, METRICS_API_PORT: '0' });
  apiPort = api.port;
  ports = { api: await metricsPort('api'), worker: 0 };
  await stack.startWorker({ ...metrics, ...traced, METRICS_WORKER_PORT: '0' });
  ports.worker = await metricsPort('worker');
});
afterAll(async () => {
  await stack?.close();
  await hook?.close();
  await collector?.close();
});

/** The port that the process has told in its log. */
const metricsPort = (name: string) =>
  until(`the metrics port of the ${name}`, () => {
    const line = stack.lines.find((one) => one.includes('"metricsPort"') && one.includes(`"name":"${name}"`));
    return line === undefined ? undefined : (JSON.parse(line) as { metricsPort: number }).metricsPort;
  });

async function scrape(name: 'api' | 'worker'): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${ports[name]}/metrics`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}

/** Whether the text has a series with these labels and a value above 0. */
function has(text: string, name: string, labels: Record<string, string>): boolean {
  return text.split('\n').some((line) => {
    const [, series = '', of = '', value = ''] = /^(\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
    const isSame = Object.entries(labels).every(([label, wanted]) => of.includes(`${label}="${wanted}"`));
    return series === name && isSame && Number(value) > 0;
  });
}

/** Every name that the text describes, and those of the parts of histograms. */
function namesIn(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
    ),
  );
}

const namesOf = (expr: string) => expr.match(/\b(?:tillgate|process|nodejs)_\w+/g) ?? [];

describe('the trace of a payment', () => {
  it('has the id of the payment, goes through both processes and names nobody', async () => {
    const body = { amount: 100, phone, accountReference: 'TRACED' };
    const { paymentId } = (await collectUntilAnswered(stack.baseUrl, key, body, 'TRACED')).body as {
      paymentId: string;
    };
    const traceId = paymentId.replaceAll('-', '');
    const whole = await until('the whole trace', () => {
      const parts = collector.spans.filter((span) => span.traceId === traceId);
      return parts.some(({ name }) => name === 'webhook') && parts.length >= 4 ? parts : undefined;
    });
    expect(whole.map(({ service, name }) => `${service}: ${name}`).sort()).toEqual([
      'tillgate-api: POST /collect',
      'tillgate-api: provider push_prompt',
      'tillgate-worker: callback stk_callback',
      'tillgate-worker: webhook',
    ]);
    const root = whole.find(({ parentSpanId }) => !parentSpanId);
    expect(root?.name).toBe('POST /collect');
    expect(new Set(whole.filter((span) => span !== root).map((span) => span.parentSpanId))).toEqual(
      new Set([root?.spanId]),
    );
    for (const told of ['712345678', 'TRACED', key, hook.url]) expect(collector.texts.join()).not.toContain(told);
  });
});

describe.sequential('the metrics of real processes', () => {
  it('follow a payment from its request to its webhook', async () => {
    const body = { amount: 100, phone, accountReference: 'METERED' };
    expect((await collectUntilAnswered(stack.baseUrl, key, body, 'METERED')).status).toBe(202);
    await until('the webhook', () => hook.received.find((one) => one.body.data.accountRef === 'METERED'));
    const missing = await call(`${stack.baseUrl}/status/no-such-payment`, key);
    expect(missing.status).toBe(404);

    const api = await scrape('api');
    const environment = 'sandbox';
    const route = '/functions/v1/collect';
    expect(has(api, 'tillgate_http_request_seconds_count', { method: 'POST', route, status: '2xx' })).toBe(true);
    expect(has(api, 'tillgate_http_errors_total', { code: 'not_found' })).toBe(true);
    const push = { operation: 'push_prompt', environment };
    expect(has(api, 'tillgate_provider_calls_total', { ...push, outcome: 'accepted' })).toBe(true);
    expect(has(api, 'tillgate_provider_call_seconds_count', push)).toBe(true);
    expect(has(api, 'tillgate_provider_token_fetches_total', { environment, outcome: 'fetched' })).toBe(true);
    expect(has(api, 'tillgate_callbacks_received_total', { kind: 'stk_callback', outcome: 'stored' })).toBe(true);
    expect(has(api, 'tillgate_database_pool', { state: 'total' })).toBe(true);

    const worker = await until('the record of the delivery', async () => {
      const text = await scrape('worker');
      return has(text, 'tillgate_delivery_attempts_total', { outcome: 'delivered', answer: '2xx' }) ? text : undefined;
    });
    const settled = { subject: 'payment', environment, status: 'success', by: 'callback' };
    expect(has(worker, 'tillgate_settlements_total', settled)).toBe(true);
    expect(has(worker, 'tillgate_callbacks_applied_total', { kind: 'stk_callback', outcome: 'applied' })).toBe(true);
    expect(has(worker, 'tillgate_callback_apply_seconds_count', { kind: 'stk_callback' })).toBe(true);
    expect(has(worker, 'tillgate_engine_active', {})).toBe(true);
    for (const queue of Object.keys(queues)) expect(worker).toContain(`tillgate_backlog_rows{queue="${queue}"`);
  });

  it('are on no address of the API, and tell nothing without the token', async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/metrics', '/functions/v1/metrics']) {
      expect((await fetch(`http://127.0.0.1:${apiPort}${path}`, { headers })).status).toBe(404);
    }
    for (const port of Object.values(ports)) {
      expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
    }
  });

  it('make no series of what callers write, and contain no secret, id or phone number', async () => {
    const before = namesOfSeries(await scrape('api'));
    for (let n = 0; n < 20; n += 1) {
      await fetch(`${stack.baseUrl}/no-such-path-${n}`);
      await fetch(`${stack.baseUrl}/hooks/${n}`, { method: 'POST', body: '{}' });
    }
    const api = await scrape('api');
    // One route for all that does not exist, and one code.
    expect(namesOfSeries(api).size - before.size).toBeLessThan(2 * 15);
    for (const text of [api, await scrape('worker')]) {
      expect(text).not.toContain(key);
      expect(text).not.toContain(phone);
      expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7|[0-9a-f]{32}|no-such-path/);
    }
  });
});

/** The series, each with its labels. */
const namesOfSeries = (text: string) =>
  new Set(text.split('\n').flatMap((line) => (line.startsWith('#') ? [] : [line.split(' ')[0]])));

describe('the dashboard and the alerts of the repository', () => {
  it('use names that the processes expose', async () => {
    const exposed = new Set([...namesIn(await scrape('api')), ...namesIn(await scrape('worker'))]);
    const used = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets = [] }) => targets.map((t) => t.expr)),
    ];
    const names = [...new Set(used.flatMap(namesOf))];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !exposed.has(name))).toEqual([]);
  });

  it('show every series of ours, and name queues that exist', async () => {
    const text = `${await scrape('api')}${await scrape('worker')}`;
    const own = [...text.matchAll(/^# TYPE (tillgate_\w+)/gm)].map(([, name = '']) => name);
    const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    expect(own.filter((name) => !shown.includes(name))).toEqual([]);
    const named = [...JSON.stringify(rules).matchAll(/queue=~?\\"([^"\\]+)/g)].flatMap(([, one = '']) =>
      one.split('|'),
    );
    expect(named.length).toBeGreaterThan(8);
    const known = Object.keys(queues);
    expect(named.filter((one) => !known.some((queue) => new RegExp(`^(?:${one})$`).test(queue)))).toEqual([]);
  });

  it('are explained: each alert has a place on the page that it links to', () => {
    const page = file('docs/monitoring.md');
    expect(rules.length).toBeGreaterThan(20);
    for (const { alert, annotations, labels } of rules) {
      expect(page, alert).toContain(`\n### ${alert}\n`);
      expect(annotations.runbook).toBe(`docs/monitoring.md#${alert.toLowerCase()}`);
      expect(['warning', 'critical']).toContain(labels.severity);
    }
  });
});
