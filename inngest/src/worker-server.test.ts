import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { mailsPath } from './mails-page.ts';
import { createWorkerServer, servePath, type WorkerSurface } from './worker-server.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function start(surface: Partial<WorkerSurface> = {}) {
  const server = createWorkerServer({ health: () => ({ engine: 'active', isReady: true }), ...surface });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

it('every address has the headers that keep browsers from guessing, framing and keeping', async () => {
  const answer: WorkerSurface['showMails'] = (_request, response) => response.writeHead(200).end('x');
  const port = await start({ showMails: answer, runFunctions: answer });
  for (const path of ['/healthz', '/readyz', mailsPath, servePath, `${servePath}?fnId=x`, '/', '/nowhere']) {
    const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
    expect(Object.fromEntries(headers), path).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
});

it('is alive while it is not ready, and has nothing that it was not given', async () => {
  const port = await start({ health: () => ({ engine: 'starting', isReady: false }) });
  const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await get('/healthz')).json()).toEqual({ status: 'ok', engine: 'starting' });
  const notReady = await get('/readyz');
  expect([notReady.status, await notReady.json()]).toEqual([503, { status: 'not_ready', engine: 'starting' }]);
  expect([(await get(mailsPath)).status, (await get(servePath)).status]).toEqual([404, 404]);
});

it('asks what it needs for each probe of its readiness, and says what is missing', async () => {
  const found = { engine: 'inngest', isReady: false, reason: 'The database does not answer.' };
  let isReady = false;
  const port = await start({
    health: () => found,
    look: async () => (isReady ? { engine: 'inngest', isReady } : found),
  });
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.json()];
  };
  expect(await get('/healthz')).toEqual([200, { status: 'ok', engine: 'inngest' }]);
  const { reason } = found;
  expect(await get('/readyz')).toEqual([503, { status: 'not_ready', engine: 'inngest', reason }]);
  isReady = true;
  expect(await get('/readyz')).toEqual([200, { status: 'ok', engine: 'inngest' }]);
});

it('leads to the page of mails and to the files on it, and to nothing beside them', async () => {
  const port = await start({ showMails: (_request, response) => response.writeHead(200).end('x') });
  const file = `${mailsPath}/01980000-0000-7000-8000-000000000001/file`;
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await Promise.all([mailsPath, file].map(statusOf))).toEqual([200, 200]);
  const others = [`${mailsPath}/`, `${mailsPath}?x=1`, `${file}/..`, `${file}?x=1`, `${mailsPath}/x/file`];
  expect(await Promise.all(others.map(statusOf))).toEqual(others.map(() => 404));
});

it.each([
  ['headers', `PUT ${servePath} HTTP/1.1\r\nhost: x\r\n`],
  ['a body', `PUT ${servePath} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{`],
])('cuts off %s that do not come', async (_what, bytes) => {
  const port = await start({ runFunctions: (request) => request.resume(), timeoutMs: 100 });
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

it('keeps idle connections for longer than a balancer, or for as long as it is told', async () => {
  const kept = async (port: number) => (await fetch(`http://127.0.0.1:${port}/healthz`)).headers.get('keep-alive');
  expect(await kept(await start())).toBe('timeout=75');
  expect(await kept(await start({ keptSeconds: 120 }))).toBe('timeout=120');
});
