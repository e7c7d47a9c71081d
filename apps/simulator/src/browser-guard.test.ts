import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, startBench } from './test-client.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({ names: ['simulator'] });
});
afterAll(() => bench.close());

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** What `fetch` would not send: a Host header of one's own. */
async function send({ method = 'GET', path, headers = {}, body }: Sent) {
  const { port } = new URL(bench.url);
  const asked = request({ host: '127.0.0.1', port, path, method, headers }).end(body);
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: Number(response.statusCode), headers: response.headers as Record<string, string>, text };
}

/** Every route, as the router lists them: `method path`, with a value for each parameter. */
function everyRoute(): { method: string; path: string }[] {
  return bench.routes.map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, 'x') }));
}

it('every route refuses a name that is not the simulator’s, and does nothing', async () => {
  expect(everyRoute().length).toBeGreaterThan(25);
  const before = (await bench.requests()).requests.length;
  for (const { method, path } of everyRoute()) {
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      'simulator.evil.example:4002',
      '127.0.0.1.evil.example',
    ]) {
      const { status } = await send({ method, path, headers: { host } });
      expect(status, `${method} ${path} ${host}`).toBe(421);
    }
  }
  expect((await bench.requests()).requests).toHaveLength(before);
});

it.each(['localhost', 'LOCALHOST:4002', '127.0.0.1:1', '[::1]:4002', '10.1.2.3', 'simulator:4002'])(
  'takes the name %s',
  async (host) => {
    expect((await send({ path: '/healthz', headers: { host } })).status).toBe(200);
  },
);

it('every route has the headers that keep other pages out', async () => {
  for (const { method, path } of everyRoute()) {
    // Without a token the provider's routes answer with a refusal, which is enough here.
    if (path === '/admin/reset') continue;
    const { headers } = await send({ method, path });
    expect(headers, `${method} ${path}`).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
});

describe('what a website can send without being asked', () => {
  const writes = () => everyRoute().filter(({ method }) => method !== 'GET' && method !== 'HEAD');

  it.each(['https://evil.example', 'http://localhost:3000', 'null'])(
    'a write from the origin %s is refused on every route',
    async (origin) => {
      expect(writes().length).toBeGreaterThan(15);
      for (const { method, path } of writes()) {
        const { status } = await send({ method, path, headers: { origin } });
        expect(status, `${method} ${path}`).toBe(403);
      }
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    undefined,
  ])('a body of the type %s is refused on every route', async (type) => {
    for (const { method, path } of writes()) {
      const body = JSON.stringify({ answer: 'approve' });
      const headers = { ...(type && { 'content-type': type }), 'content-length': String(body.length) };
      const { status } = await send({ method, path, headers, body });
      if (path.startsWith('/admin')) expect(status, `${method} ${path}`).toBe(415);
      else expect(status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
    }
  });

  it('expires no token and changes no setting', async () => {
    await bench.refreshToken();
    const origin = 'https://evil.example';
    expect((await send({ method: 'POST', path: '/admin/tokens/expire', headers: { origin } })).status).toBe(403);
    const answer = await bench.query('ws_CO_none');
    expect(answer.json.errorCode).not.toBe('404.001.03');
  });

  it('its own page, programs and the handset still may', async () => {
    const { host } = new URL(bench.url);
    const own = { origin: `http://${host}`, 'content-type': 'application/json' };
    const change = { method: 'PUT', path: '/admin/settings', headers: own, body: '{"delayMs":0}' };
    expect((await send(change)).status).toBe(200);
    expect((await send({ method: 'POST', path: '/admin/tokens/expire' })).status).toBe(200);
  });
});

it.each([
  ['headers', 'POST /admin/reset HTTP/1.1\r\nhost: localhost\r\n'],
  ['a body', 'POST /mpesa/stkpush/v1/processrequest HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\n{'],
])('%s that do not come are cut off', async (_what, bytes) => {
  const hasty = await startBench({ requestTimeoutMs: 100 });
  const socket = connect(Number(new URL(hasty.url).port), '127.0.0.1', () => socket.write(bytes));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await hasty.close();
});
