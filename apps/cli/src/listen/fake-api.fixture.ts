import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signatureHeaders } from '@tillgate/domain/endpoints';
import { listenSecret } from '@tillgate/domain/events';
import { renderEvent } from '@tillgate/domain/outbox';

export const key = `mp_test_${'A'.repeat(43)}`;
export const secret = listenSecret(key);

export type Asked = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
};
type Reply = { status?: number; body?: unknown; raw?: string } | 'cut' | 'hang';

/** Stands where an API would, and answers what the test says. */
export async function startFakeApi(reply: (asked: Asked, count: number) => Reply) {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://fake');
    const { method = '', headers } = request;
    const one = { method, path: url.pathname, query: url.searchParams, headers, body: await text(request) };
    asked.push(one);
    const answer = reply(one, asked.length);
    if (answer === 'hang') return;
    if (answer === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"events":[');
      response.destroy();
      return;
    }
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', connection: 'close' });
    response.end(answer.raw ?? JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    api: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/functions/v1`, key },
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>;

/** A payment's event as the API answers it, signed like a webhook. */
export function signedEvent(accountRef: string, more: { at?: Date; secret?: string; type?: 'payment.failed' } = {}) {
  const id = randomUUID();
  const type = more.type ?? 'payment.success';
  const data = { status: 'success', amount: 250, phone: '254712345678', accountRef, providerReceipt: 'SLK7X2M9QP' };
  const body = renderEvent(type, new Date(), data);
  const at = more.at ?? new Date();
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-webhook-event': type,
    'x-webhook-id': id,
    ...signatureHeaders({ id, at, rawBody: body, secrets: [more.secret ?? secret] }),
  };
  return { id, headers, body };
}

/** A refusal as the API words it. */
export const problem = (status: number, code: string, detail = 'Not like this.') => ({
  status,
  body: { type: 'x', title: 'x', status, detail, code, error: detail, requestId: 'req_1' },
});
