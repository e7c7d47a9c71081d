import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import * as fields from './fields.ts';
import { openTracing } from './open-tracing.ts';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  links: { traceId: string; spanId: string }[];
  status: { code: number };
};
type Sent = { path: string; headers: Record<string, unknown>; service: string; spans: Span[] };

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

/** A collector that keeps what it is sent. */
async function collector() {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { resourceSpans } = JSON.parse(text);
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue;
      const spans = scopeSpans.flatMap((scope: { spans: Span[] }) => scope.spans);
      sent.push({ path: request.url ?? '', headers: request.headers, service, spans });
    }
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(() => server.close());
  return { sent, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const id = '019cb2a4-6f3e-7c55-9d0b-3d8f7f1f2b11';
const traceId = '019cb2a46f3e7c559d0b3d8f7f1f2b11';
const from = new Date('2026-11-20T08:00:00.000Z');
const to = new Date('2026-11-20T08:00:01.500Z');
const openTo = (endpoint: string | undefined, ratio = 1) =>
  openTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-team': 'pay' },
      OTEL_TRACES_SAMPLER_ARG: ratio,
    },
    'tillgate-test',
  );

describe('traces', () => {
  it('are off without a collector', async () => {
    expect(await openTo(undefined)).toBeUndefined();
  });

  it('have the id of the payment, and all parts lie below the request that began it', async () => {
    const { sent, endpoint } = await collector();
    const [api, worker] = [await openTo(endpoint), await openTo(endpoint)];
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const part = { of: id, from, to, attributes: { 'tillgate.answer': 'accepted' } };
    api?.trace({ ...part, name: 'POST /collect', kind: 'server', isRoot: true, traceparent });
    api?.trace({ ...part, name: 'provider push_prompt', kind: 'client' });
    worker?.trace({ ...part, name: 'webhook', kind: 'client', isError: true });
    worker?.trace({ ...part, of: 'no-uuid', name: 'lost', kind: 'client' });
    await Promise.all([api?.close(), worker?.close()]);

    expect(sent.map(({ path, service, headers }) => [path, service, headers['x-team']])).toEqual([
      ['/v1/traces', 'tillgate-test', 'pay'],
      ['/v1/traces', 'tillgate-test', 'pay'],
    ]);
    const spans = sent.flatMap((each) => each.spans);
    const named = (name: string) => spans.find((span) => span.name === name);
    const root = named('POST /collect');
    expect(spans).toHaveLength(3);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(root?.parentSpanId).toBeUndefined();
    expect(root?.spanId).toBe(traceId.slice(16));
    expect(root?.links).toMatchObject([{ traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }]);
    expect([named('provider push_prompt')?.parentSpanId, named('webhook')?.parentSpanId]).toEqual([
      root?.spanId,
      root?.spanId,
    ]);
    expect(named('webhook')?.status.code).toBe(2);
    expect(BigInt(root?.endTimeUnixNano ?? 0) - BigInt(root?.startTimeUnixNano ?? 0)).toBe(1_500_000_000n);
  });

  it('are kept or left out as a whole, by their id', async () => {
    const { sent, endpoint } = await collector();
    const tracing = await openTo(endpoint, 0);
    tracing?.trace({ name: 'POST /collect', of: id, kind: 'server', from, to, isRoot: true });
    tracing?.trace({ name: 'webhook', of: id, kind: 'client', from, to });
    await tracing?.close();
    expect(sent).toEqual([]);
  });

  it('that no collector takes hold up nobody', async () => {
    const tracing = await openTo('http://127.0.0.1:9');
    tracing?.trace({ name: 'webhook', of: id, kind: 'client', from, to });
    await tracing?.close();
  });
});

it('headers for the collector are pairs', () => {
  const schema = fields.tracingFields.OTEL_EXPORTER_OTLP_HEADERS;
  expect(schema.parse('authorization=Basic%20YTpi, x-team=pay')).toEqual({
    authorization: 'Basic YTpi',
    'x-team': 'pay',
  });
  expect(schema.safeParse('authorization').success).toBe(false);
});
