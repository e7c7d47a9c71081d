import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { forward } from './forward.ts';

const { signal } = new AbortController();
const event = {
  headers: { 'content-type': 'application/json', 'X-Webhook-Id': 'e1' },
  rawBody: Buffer.from('{"a":"Mwangi – 7"}\n'),
};
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function application(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1`);
}

describe('a forwarded event', () => {
  it('has the headers and the bytes of the webhook, and no headers that tell of us', async () => {
    let got: { request: IncomingMessage; body: Buffer } | undefined;
    const url = await application(async (request, response) => {
      got = { request, body: await buffer(request) };
      response.writeHead(201).end('created');
    });
    expect(await forward(url, event, { signal })).toEqual({ status: 201, durationMs: expect.any(Number) });
    expect(got?.request).toMatchObject({ method: 'POST', url: '/hook?a=1' });
    expect(got?.body.equals(event.rawBody)).toBe(true);
    expect(got?.request.rawHeaders.filter((_, index) => index % 2 === 0).sort()).toEqual(
      ['Connection', 'Host', 'X-Webhook-Id', 'content-length', 'content-type'].sort(),
    );
  });

  it.each([301, 404, 500])('is answered with %d as it is; a redirect is not followed', async (status) => {
    const url = await application((_request, response) => response.writeHead(status, { location: '/other' }).end());
    expect(await forward(url, event, { signal })).toMatchObject({ status });
  });

  it('is not delivered where nothing listens', async () => {
    const url = await application(() => {});
    for (const one of open.splice(0)) await one.close();
    expect(await forward(url, event, { signal })).toMatchObject({ error: 'nothing is listening there' });
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['no answer', () => {}],
    ['an answer without an end', (response) => response.writeHead(200).write('…')],
  ])('is not delivered after so long: %s', async (_what, answer) => {
    const url = await application((_request, response) => void answer(response));
    expect(await forward(url, event, { signal, timeoutMs: 50 })).toMatchObject({ error: 'no response within 0.05 s' });
  });

  it('is not delivered with a header that cannot be sent', async () => {
    const url = await application((_request, response) => response.end());
    const odd = { ...event, headers: { 'x-webhook-id': 'a\nb' } };
    expect(await forward(url, odd, { signal })).toMatchObject({ error: expect.stringContaining('header') });
  });

  it('is not delivered when the answer is cut off, or nobody waits any more', async () => {
    const url = await application((_request, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('half');
      setImmediate(() => response.destroy());
    });
    expect(await forward(url, event, { signal })).toMatchObject({ error: 'the connection was closed' });
    expect(await forward(url, event, { signal: AbortSignal.abort() })).toHaveProperty('error');
  });
});
