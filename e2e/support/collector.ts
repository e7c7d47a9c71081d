import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Span = { traceId: string; spanId: string; parentSpanId?: string; name: string; attributes: unknown };

export type Collector = {
  endpoint: string;
  /** All spans so far, with the service that sent each. */
  spans: (Span & { service: string })[];
  /** What came, as text. */
  texts: string[];
  close(): Promise<void>;
};

type Batch = {
  resource: { attributes: { key: string; value: { stringValue?: string } }[] };
  scopeSpans: { spans: Span[] }[];
};

/** A collector of OpenTelemetry that keeps what it is sent. */
export async function startCollector(): Promise<Collector> {
  const spans: Collector['spans'] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    texts.push(text);
    for (const { resource, scopeSpans } of (JSON.parse(text) as { resourceSpans: Batch[] }).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      spans.push(...scopeSpans.flatMap((scope) => scope.spans).map((span) => ({ ...span, service })));
    }
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    texts,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
