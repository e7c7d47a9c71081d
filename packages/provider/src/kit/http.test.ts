import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { deadlineIn } from './deadline.ts';
import { createHttp, type HttpAnswer } from './http.ts';
import { cut, hang, json, type Reply, startFakeProvider, text } from './testing.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startFake(route: () => Reply) {
  const fake = await startFakeProvider(route);
  closers.push(fake.close);
  return fake;
}

/** A server below HTTP, on a free port. */
async function startTcp(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  return (server.address() as AddressInfo).port;
}

function open(timeoutMs = 5_000) {
  const http = createHttp(timeoutMs);
  closers.push(() => http.close());
  return (url: string, withinMs = timeoutMs): Promise<HttpAnswer> =>
    http.send({ method: 'POST', url, headers: {}, body: { a: 1 } }, deadlineIn(withinMs));
}

describe('what was certainly never sent', () => {
  it('a refused connection', async () => {
    const port = await startTcp(() => {});
    await closers.pop()?.();
    expect(await open()(`http://127.0.0.1:${port}/x`)).toEqual({ kind: 'never_sent', cause: 'ECONNREFUSED' });
  });

  it('a name that does not resolve', async () => {
    expect(await open()('http://no-such-host.invalid/x')).toMatchObject({ kind: 'never_sent' });
  });

  it('a failed TLS handshake', async () => {
    const { url, seen } = await startFake(() => json(200, {}));
    expect(await open()(url.replace('http:', 'https:'))).toMatchObject({ kind: 'never_sent' });
    expect(seen).toEqual([]);
  });

  it('a TLS handshake that does not end before the deadline', async () => {
    const received: Buffer[] = [];
    const port = await startTcp((socket) => socket.on('data', (chunk) => received.push(chunk)));
    expect(await open()(`https://127.0.0.1:${port}/x`, 100)).toMatchObject({ kind: 'never_sent' });
    expect(Buffer.concat(received).includes('POST')).toBe(false);
  });

  it('a call whose time is over before it starts', async () => {
    const { url, seen } = await startFake(() => json(200, {}));
    expect(await open()(url, 0)).toEqual({ kind: 'never_sent', cause: 'no time left' });
    expect(seen).toEqual([]);
  });

  it('a call that waited for a connection until its deadline is not sent later either', async () => {
    const waiting: (() => void)[] = [];
    const { url, seen } = await startFake(() => (response) => void waiting.push(() => response.end('{}')));
    const send = open(60_000);
    const busy = Array.from({ length: 128 }, () => send(`${url}/busy`));
    await expect.poll(() => waiting.length).toBe(128);
    expect(await send(`${url}/late`, 50)).toMatchObject({ kind: 'never_sent' });
    for (const end of waiting.splice(0)) end();
    await Promise.all(busy);
    const after = Array.from({ length: 200 }, () => send(`${url}/after`));
    await expect
      .poll(
        () => {
          for (const end of waiting.splice(0)) end();
          return seen.filter((one) => one.path === '/after').length;
        },
        { timeout: 30_000 },
      )
      .toBe(200);
    for (const end of waiting.splice(0)) end();
    await Promise.all(after);
    expect(seen.map((one) => one.path)).not.toContain('/late');
  }, 90_000);
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('a certificate', () => {
  it('is verified whatever the environment says, before anything is sent', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'provider-'));
    closers.push(async () => rmSync(directory, { recursive: true }));
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    let requests = 0;
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => void server.close());
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    closers.push(async () => void vi.unstubAllEnvs());
    const url = `https://localhost:${(server.address() as AddressInfo).port}/x`;
    expect(await open()(url)).toEqual({ kind: 'never_sent', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(requests).toBe(0);
  });
});

describe('what may have been sent', () => {
  it.each<[string, Reply]>([
    ['a connection cut before the answer', cut],
    ['no answer at all', hang],
    ['headers that never end', (_response, _seen, socket) => void socket.write('HTTP/1.1 200 OK\r\nx-slow: ')],
    [
      'a body shorter than announced',
      (_response, _seen, socket) => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"ResponseCode":"0"');
      },
    ],
    ['a body that never ends', (response) => void response.writeHead(200).write('{')],
    ['something that is not HTTP', (_response, _seen, socket) => void socket.end('220 mail ready\r\n')],
    ['a body beyond the limit', text(200, `{"a":"${'x'.repeat(1_100_000)}"}`)],
    ['a header block beyond the limit', text(200, '{}', { 'x-long': 'y'.repeat(20_000) })],
  ])('%s', async (_name, reply) => {
    const { url, seen } = await startFake(() => reply);
    expect(await open()(url, 300)).toMatchObject({ kind: 'no_answer' });
    expect(seen).toHaveLength(1);
  });

  it('a POST on a kept connection that the other side cuts is unknown and never sent again', async () => {
    const used = new Set<number>();
    const fake = await startFakeProvider((one) => {
      const isUsed = used.has(one.connection);
      used.add(one.connection);
      return isUsed ? cut : json(200, {});
    });
    closers.push(fake.close);
    const send = open();
    const kinds: string[] = [];
    for (let call = 0; call < 8; call += 1) kinds.push((await send(`${fake.url}/${call}`)).kind);
    expect(new Set(kinds)).toEqual(new Set(['answered', 'no_answer']));
    expect(fake.seen.map((one) => one.path)).toEqual(kinds.map((_, call) => `/${call}`));
  });

  it('a POST written to a kept connection in the moment it is closed is never written twice', async () => {
    const fake = await startFakeProvider(() => (response, _seen, socket) => {
      response.end('{}', () => socket.end());
    });
    closers.push(fake.close);
    const send = open();
    for (let call = 0; call < 30; call += 1) await send(`${fake.url}/${call}`);
    const paths = fake.seen.map((one) => one.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('concurrent POSTs over connections that are cut at random are each sent at most once', async () => {
    let answered = 0;
    const { url, seen } = await startFake(() => {
      answered += 1;
      return answered % 3 === 0 ? cut : json(200, {});
    });
    const send = open();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, call) => send(`${url}/${round}-${call}`)));
    }
    const paths = seen.map((one) => one.path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('an answer', () => {
  it.each<[string, Reply, number, unknown]>([
    ['a JSON object', json(200, { ResponseCode: '0' }), 200, { ResponseCode: '0' }],
    ['an empty body', text(400, ''), 400, undefined],
    ['a page of HTML', text(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }), 502, undefined],
    ['a JSON scalar', text(200, '"0"'), 200, undefined],
    ['a JSON array', json(200, [1]), 200, undefined],
    ['a cut JSON text', text(200, '{"a":'), 200, undefined],
    ['a byte order mark before the JSON', text(200, '\uFEFF{"a":1}'), 200, { a: 1 }],
    ['a redirect, not followed', text(301, '', { location: '/elsewhere' }), 301, undefined],
    [
      'a compressed body nobody asked for',
      (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
      200,
      { a: 1 },
    ],
    [
      '100 Continue that nobody asked for, and the answer in another packet',
      (response, _seen, socket) =>
        void socket.write('HTTP/1.1 100 Continue\r\n\r\n', () => setImmediate(() => response.end('{"a":1}'))),
      200,
      { a: 1 },
    ],
    [
      'an early hint before the answer',
      (response) => {
        response.writeEarlyHints({ link: '</a>; rel=preload' });
        response.writeHead(200).end('{"a":1}');
      },
      200,
      { a: 1 },
    ],
  ])('%s', async (_name, reply, statusCode, expected) => {
    const { url, seen } = await startFake(() => reply);
    expect(await open()(url)).toMatchObject({ kind: 'answered', statusCode, json: expected });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).toMatchObject({ accept: 'application/json', 'accept-encoding': 'identity' });
  });

  it.each([
    ['7', 7],
    ['99999', 3_600],
    [new Date(Date.now() + 86_400_000).toUTCString(), 3_600],
    ['0', undefined],
    ['soon', undefined],
    ['Mon, 01 Jan 2024 00:00:00 GMT', undefined],
  ])('with Retry-After: %s asks to wait for %s seconds', async (line, seconds) => {
    const { url } = await startFake(() => (response) => void response.writeHead(429, { 'retry-after': line }).end());
    const answer = await open()(url);
    expect('retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined).toBe(seconds);
  });

  it('uses connections again', async () => {
    const { url, seen } = await startFake(() => json(200, {}));
    const send = open();
    for (let call = 0; call < 20; call += 1) await send(url);
    expect(new Set(seen.map((one) => one.connection)).size).toBeLessThanOrEqual(2);
  });
});

describe('closing', () => {
  it('waits for the call under way, then sends nothing more', async () => {
    const waiting: (() => void)[] = [];
    const { url, seen } = await startFake(() => (response) => void waiting.push(() => response.end('{}')));
    const http = createHttp(5_000);
    const send = () => http.send({ method: 'POST', url, headers: {} }, deadlineIn(5_000));
    const underWay = send();
    await expect.poll(() => waiting.length).toBe(1);
    const closed = http.close();
    for (const end of waiting) end();
    expect(await underWay).toMatchObject({ kind: 'answered' });
    await closed;
    expect(await send()).toMatchObject({ kind: 'never_sent' });
    expect(seen).toHaveLength(1);
  });
});
