import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type CourierOptions, createCourier } from './courier.ts';

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((done) => server.listen(0, host, done));
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

/** A receiver on the loopback address, and how many connections and bodies it got. */
async function receiver(answer: RequestListener) {
  const seen = { connections: 0, requests: [] as { method?: string; headers: object; body: string }[] };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.requests.push({ method: request.method, headers: request.headers, body });
      answer(request, response);
    });
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  const port = await listen(server);
  return { port, seen };
}

function courierWith(options: Partial<CourierOptions> = {}) {
  const made = createCourier({ allowedPrivateHosts: ['127.0.0.1', 'localhost'], ...options });
  closers.push(() => made.close());
  return (url: string) => made.courier({ url, headers: { 'x-webhook-id': 'd1' }, body: '{"a":"é"}' });
}

describe('an answer', () => {
  it('comes back with status, Retry-After and body, after exactly one POST of the given bytes', async () => {
    const { port, seen } = await receiver((_request, response) => {
      response.writeHead(503, { 'retry-after': '30' }).end('busy');
    });
    const answer = await courierWith()(`http://127.0.0.1:${port}/hook?x=1`);
    expect(answer).toEqual({
      kind: 'answered',
      statusCode: 503,
      retryAfter: '30',
      body: 'busy',
      durationMs: expect.any(Number),
    });
    expect(seen.requests).toEqual([
      {
        method: 'POST',
        body: '{"a":"é"}',
        headers: expect.objectContaining({ 'x-webhook-id': 'd1', 'content-length': '10', host: `127.0.0.1:${port}` }),
      },
    ]);
  });

  it('without a body is an answer too', async () => {
    const { port } = await receiver((_request, response) => response.writeHead(204).end());
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toMatchObject({
      statusCode: 204,
      retryAfter: null,
      body: '',
    });
  });

  it('that redirects is not followed', async () => {
    const target = await receiver((_request, response) => response.end());
    const { port } = await receiver((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end();
    });
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', statusCode: 307 });
    expect(target.seen.connections).toBe(0);
  });

  it('with an endless body is cut at 16 kB and its connection closed', async () => {
    let closed = () => {};
    const connectionClosed = new Promise<void>((done) => {
      closed = done;
    });
    const { port } = await receiver((_request, response) => {
      response.on('close', closed);
      const pour = () => {
        while (!response.destroyed && response.write('é'.repeat(5_000))) {
          // Until the buffer is full.
        }
        if (!response.destroyed) response.once('drain', pour);
      };
      response.writeHead(200);
      pour();
    });
    const answer = await courierWith({ responseBytesMax: 16_383 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200, body: 'é'.repeat(8_191) });
    await connectionClosed;
  });

  it('of exactly the limit is kept whole, and its connection is used again', async () => {
    const { port, seen } = await receiver((_request, response) => response.end('x'.repeat(16_384)));
    const post = courierWith();
    for (let round = 0; round < 5; round += 1) {
      expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ body: 'x'.repeat(16_384) });
    }
    expect(seen.connections).toBeLessThan(5);
  });
});

describe('no answer', () => {
  it('when nothing comes within the total time', async () => {
    const { port } = await receiver(() => {});
    const answer = await courierWith({ totalTimeoutMs: 100 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'no_answer', reason: 'No complete answer within 0.1 s.' });
    expect(answer.durationMs).toBeGreaterThanOrEqual(99);
  });

  it('when the body drips past the total time, though the status was 200', async () => {
    const { port } = await receiver((_request, response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(dripping));
    });
    const answer = await courierWith({ totalTimeoutMs: 150 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'no_answer', reason: 'No complete answer within 0.15 s.' });
  });

  it('when the connection is cut before or within the answer', async () => {
    const cut = await receiver((request) => request.socket.destroy());
    const half = await receiver((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const reason = 'The connection was closed before the answer was complete.';
    expect(await courierWith()(`http://127.0.0.1:${cut.port}/`)).toMatchObject({ kind: 'no_answer', reason });
    expect(await courierWith()(`http://127.0.0.1:${half.port}/`)).toMatchObject({ kind: 'no_answer', reason });
  });

  it('when the port is closed', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((done) => server.close(done));
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'The connection was refused.' });
  });

  it('when the other side does not speak HTTP', async () => {
    const port = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')));
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'The answer was not HTTP.' });
  });

  it('when the connection is not made in time: here the TLS handshake hangs', async () => {
    const port = await listen(createTcpServer(() => {}));
    const answer = await courierWith({ connectTimeoutMs: 100 })(`https://localhost:${port}/`);
    expect(answer).toMatchObject({ kind: 'no_answer', reason: 'No connection within 0.1 s.' });
  });

  it('when the name never resolves, and the total time ends it', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const answer = await courierWith({ totalTimeoutMs: 100, connectTimeoutMs: 300, resolve })(
      'https://shop.example.com/',
    );
    expect(answer).toMatchObject({ reason: 'No complete answer within 0.1 s.' });
  });

  it('when the name does not exist', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' }));
    expect(await courierWith({ resolve })('https://shop.example.com/')).toMatchObject({
      reason: 'The name does not resolve.',
    });
    expect(await courierWith({ resolve: async () => [] })('https://shop.example.com/')).toMatchObject({
      reason: 'The name has no address.',
    });
  });

  it.each(['', 'nonsense', 'ftp://127.0.0.1/', 'http://[', 'https://shop.example.com:99999/'])(
    'and no exception for the URL %j',
    async (url) => {
      expect(await courierWith()(url)).toMatchObject({ kind: 'no_answer', reason: expect.any(String) });
    },
  );

  it('and no exception for headers that cannot be sent', async () => {
    const { port } = await receiver((_request, response) => response.end());
    const made = createCourier({ allowedPrivateHosts: ['127.0.0.1'] });
    closers.push(() => made.close());
    const answer = await made.courier({ url: `http://127.0.0.1:${port}/`, headers: { 'x-a': 'a\nb' }, body: '' });
    expect(answer.kind).toBe('no_answer');
  });
});

describe('the guard', () => {
  it.each([
    (port: number) => `http://127.0.0.1:${port}/`,
    (port: number) => `https://127.0.0.1:${port}/`,
    (port: number) => `https://127.1:${port}/`,
    (port: number) => `https://2130706433:${port}/`,
    (port: number) => `https://0x7f000001:${port}/`,
    (port: number) => `https://0177.0.0.1:${port}/`,
    (port: number) => `https://0:${port}/`,
    (port: number) => `https://[::1]:${port}/`,
    (port: number) => `https://[::ffff:127.0.0.1]:${port}/`,
    (port: number) => `https://[64:ff9b::7f00:1]:${port}/`,
    (port: number) => `https://localhost:${port}/`,
  ])('refuses literal private addresses in any form before connecting (%#)', async (urlFor) => {
    const { port, seen } = await receiver((_request, response) => response.end());
    const answer = await courierWith({ allowedPrivateHosts: [] })(urlFor(port));
    expect(answer).toMatchObject({ kind: 'no_answer', reason: expect.stringMatching(/^The URL/) });
    expect(seen.connections).toBe(0);
  });

  it.each([['127.0.0.1'], ['10.0.0.1', '::1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], ['fd00:ec2::254']])(
    'refuses a name that resolves to %s',
    async (...addresses) => {
      const { port, seen } = await receiver((_request, response) => response.end());
      const answer = await courierWith({ resolve: async () => addresses })(`https://shop.example.com:${port}/`);
      expect(answer).toMatchObject({ kind: 'no_answer', reason: expect.stringMatching(/^The name resolves to an? /) });
      expect(JSON.stringify(answer)).not.toContain(addresses[0]);
      expect(seen.connections).toBe(0);
    },
  );

  it('resolves a name once per connection and judges each answer: rebinding reaches nothing', async () => {
    const { port, seen } = await receiver((_request, response) => response.end());
    // 11.0.0.0/8 is public by the book and routed nowhere.
    const answers = [['11.255.255.254'], ['127.0.0.1'], ['::1']];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? ['127.0.0.1'];
    const post = courierWith({ resolve, totalTimeoutMs: 200 });
    const first = await post(`https://rebind.example.com:${port}/`);
    expect([first.kind, asked]).toEqual(['no_answer', 1]);
    const second = await post(`https://rebind.example.com:${port}/`);
    expect(second).toMatchObject({ reason: 'The name resolves to a loopback address.' });
    const third = await post(`https://rebind.example.com:${port}/`);
    expect(third).toMatchObject({ reason: 'The name resolves to a private or reserved address.' });
    expect([asked, seen.connections]).toEqual([3, 0]);
  });

  it('a host that is allowed on one port is guarded on the others', async () => {
    const { port, seen } = await receiver((_request, response) => response.end());
    const post = courierWith({
      allowedPrivateHosts: [`127.0.0.1:${port + 1}`, 'shop.example.com:1'],
      resolve: async () => ['127.0.0.1'],
    });
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'no_answer' });
    expect(await post(`https://shop.example.com:${port}/`)).toMatchObject({
      reason: 'The name resolves to a loopback address.',
    });
    expect(seen.connections).toBe(0);
  });

  it('judges URLs for new endpoints by the same rules', () => {
    const { judgeWebhookUrl, close } = createCourier({ allowedPrivateHosts: ['localhost:8080'] });
    closers.push(close);
    expect(judgeWebhookUrl('http://localhost:8080/hook')).toBeUndefined();
    expect(judgeWebhookUrl('http://localhost:8081/hook')).toBeTypeOf('string');
  });
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('certificates', () => {
  it('are verified, also on hosts that are allowed to be private and whatever the environment says', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'courier-'));
    closers.push(() => rmSync(directory, { recursive: true }));
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    let requests = 0;
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => {
      requests += 1;
      response.end();
    });
    const port = await listen(server);
    const answer = await courierWith()(`https://localhost:${port}/`);
    expect(answer).toMatchObject({ reason: 'The certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).' });
    expect(requests).toBe(0);
  });
});
