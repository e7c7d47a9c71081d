import { execFileSync, spawnSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as aTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { atEnd, closeAll, listen, receiver } from './courier/receiver.fixture.ts';
import { type CourierOptions, createCourier } from './courier.ts';

afterEach(closeAll);

function courierWith(options: Partial<CourierOptions> = {}) {
  const made = createCourier({ allowedPrivateHosts: ['127.0.0.1', 'localhost'], ...options });
  atEnd(() => made.close());
  return (url: string, environment: 'sandbox' | 'production' = 'sandbox') =>
    made.courier({ url, environment, headers: { 'x-webhook-id': 'd1' }, body: '{"a":"é"}' });
}

/** A server below HTTP that writes `bytes` once it has the request, and then does what it is told. */
async function rawReceiver(bytes: string | Buffer, then: (socket: Socket) => void = () => {}): Promise<number> {
  return listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(bytes, () => then(socket)));
    }),
  );
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
      headers: {
        connection: 'keep-alive',
        date: expect.any(String),
        'keep-alive': 'timeout=5',
        'retry-after': '30',
        'transfer-encoding': 'chunked',
      },
      body: 'busy',
      address: '127.0.0.1',
      durationMs: expect.any(Number),
    });
    expect(seen.requests).toEqual([
      {
        method: 'POST',
        body: '{"a":"é"}',
        headers: {
          host: `127.0.0.1:${port}`,
          connection: 'keep-alive',
          'x-webhook-id': 'd1',
          'accept-encoding': 'identity',
          'content-length': '10',
        },
        rawHeaders: expect.any(Array),
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

  it('brings its headers, without secrets and with repeated ones joined', async () => {
    const { port } = await receiver((_request, response) => {
      response.writeHead(500, [
        ['Server', 'shop/1'],
        ['Via', '1.1 a'],
        ['Via', '1.1 b'],
        ['Set-Cookie', 'sid=s3cr3t'],
        ['Set-Cookie', 'other=s3cr3t'],
        ['X-Api-Key', 's3cr3t'],
        ['__proto__', 'p'],
      ]);
      response.end();
    });
    const answer = await courierWith()(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({
      headers: { server: 'shop/1', via: '1.1 a, 1.1 b', 'set-cookie': '[redacted]', 'x-api-key': '[redacted]' },
    });
    expect(JSON.stringify(answer)).not.toContain('s3cr3t');
  });

  it('names the address that a name was connected by', async () => {
    const { port, seen } = await receiver((request, response) => response.end(request.socket.localAddress));
    const post = courierWith();
    for (let round = 1; round <= 5; round += 1) {
      expect(await post(`http://localhost:${port}/`)).toMatchObject({ body: '127.0.0.1', address: '127.0.0.1' });
    }
    expect(seen.connections).toBeLessThan(5);
  });

  it('keeps its own address when the connection was renewed', async () => {
    const { port, seen } = await receiver((_request, response) => {
      response.setHeader('connection', 'close');
      response.end();
    });
    const post = courierWith();
    for (let round = 1; round <= 3; round += 1) {
      expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered', address: '127.0.0.1' });
      expect(seen.connections).toBe(round);
    }
  });

  it.each([301, 302, 303, 307, 308])('that redirects to a private listener is not followed: %i', async (status) => {
    const target = await receiver((_request, response) => response.end());
    const location = `http://127.0.0.1:${target.port}/`;
    const { port, seen } = await receiver((_request, response) => {
      response.writeHead(status, { location, refresh: `0; url=${location}`, 'content-location': location }).end();
    });
    for (const allowedPrivateHosts of [['127.0.0.1'], [`127.0.0.1:${port}`]]) {
      const answer = await courierWith({ allowedPrivateHosts })(`http://127.0.0.1:${port}/`);
      expect(answer).toMatchObject({ kind: 'answered', statusCode: status, headers: { location } });
    }
    expect([seen.requests.length, target.seen.connections]).toEqual([2, 0]);
  });

  it.each([
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nbroken header\r\n\r\n'],
    ['headers that are too long', `HTTP/1.1 200 OK\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['a length that is none', 'HTTP/1.1 204 No Content\r\nContent-Length: many\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a length and chunks', 'HTTP/1.1 201 Created\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nzz'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
    ['line feeds alone', 'HTTP/1.1 200 OK\nX: y\n\n'],
    ['nothing', 'HTTP/1.1 200 OK\r\n'],
    ['not even the end of its line', 'HTTP/1.1 200 OK'],
    ['an informational answer before it', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\nbroken\r\n\r\n'],
    ['hints before it', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 202 Accepted\r\nbroken\r\n\r\n'],
  ])('that begins with 2xx is an answer, although this follows: %s', async (_what, bytes) => {
    for (const then of [(socket: Socket) => socket.destroy(), (socket: Socket) => socket.end()]) {
      const port = await rawReceiver(bytes, then);
      const answer = await courierWith({ bodyTimeoutMs: 50 })(`http://127.0.0.1:${port}/`);
      expect(answer).toMatchObject({ kind: 'answered', statusCode: Number(/ (2\d\d) /.exec(bytes)?.[1]) });
    }
  });

  it('that begins with 2xx and never goes on is an answer when the time is over', async () => {
    const port = await rawReceiver('HTTP/1.1 200 OK\r\nServer: sh');
    const answer = await courierWith({ totalTimeoutMs: 1_000 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200, body: '', address: '127.0.0.1' });
  });

  it.each([
    'HTTP/1.1 500 Oops\r\nbroken\r\n\r\n',
    'HTTP/1.1 302 Found\r\nbroken\r\n\r\n',
    'HTTP/1.1 20',
    'HTTP/1.1 2000 OK\r\n',
    'HTTP/1.1 100 Continue\r\n\r\n',
    ' HTTP/1.1 200 OK\r\n',
    'SSH-2.0-OpenSSH HTTP/1.1 200 OK\r\n',
    'HTTP/2 200\r\n\r\n',
  ])('that does not begin with 2xx and is broken is none: %j', async (bytes) => {
    const port = await rawReceiver(bytes, (socket) => socket.end());
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'no_answer' });
  });

  it('of one call says nothing about the next on the same connection', async () => {
    const { port, seen } = await receiver((_request, response) => {
      if (seen.requests.length === 5) response.socket?.destroy();
      else response.end();
    });
    const post = courierWith();
    const url = `http://127.0.0.1:${port}/`;
    for (let n = 1; n < 5; n += 1) expect(await post(url)).toMatchObject({ kind: 'answered', statusCode: 200 });
    expect(await post(url)).toMatchObject({ kind: 'no_answer' });
    expect(seen.connections).toBeLessThan(5);
  });

  it('is the final one, not an informational one before it', async () => {
    const { port } = await receiver((_request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.writeProcessing();
      response.writeHead(202, { server: 'shop/1' }).end('kept');
    });
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 202, body: 'kept' });
  });

  it.each([
    ['100 Continue of a server that sends it to every POST', ['HTTP/1.1 100 Continue\r\n\r\n']],
    ['its parts', ['HTT', 'P/1.1 1', '00 Continue\r', '\n\r', '\n']],
    [
      'several',
      [
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n',
        'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
      ],
    ],
  ])('comes some time after an interim one, after exactly one POST: %s', async (_what, interim) => {
    const { port, seen } = await receiver((_request, response) => {
      const { socket } = response;
      socket?.setNoDelay();
      const parts = [...interim, ''];
      const next = () => {
        const part = parts.shift();
        if (part === undefined) response.end('kept');
        else socket?.write(part, () => setImmediate(next));
      };
      next();
    });
    const post = courierWith();
    const url = `http://127.0.0.1:${port}/`;
    // The second goes over the connection of the first.
    for (const count of [1, 2]) {
      expect(await post(url)).toMatchObject({ kind: 'answered', statusCode: 200, body: 'kept' });
      expect(seen.requests).toHaveLength(count);
      // A connection is free again a turn of the event loop after its answer.
      await aTurn();
    }
    expect(seen.connections).toBe(1);
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

describe('a status counts whatever becomes of the body', () => {
  const head = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, string | Buffer, (socket: Socket) => void, string]>([
    ['shorter than announced', `${head}content-length: 100\r\n\r\nhalf`, (socket) => socket.end(), 'half'],
    ['announced and missing', `${head}content-length: 100\r\n\r\n`, (socket) => socket.end(), ''],
    ['longer than announced', `${head}content-length: 2\r\n\r\nokmore`, () => {}, 'ok'],
    ['cut within a chunk', `${head}transfer-encoding: chunked\r\n\r\n9\r\nhalf`, (socket) => socket.end(), 'half'],
    ['with a chunk that is none', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n`, () => {}, ''],
    [
      'that is called gzip and is none',
      `${head}content-encoding: gzip\r\ncontent-length: 4\r\n\r\n!!!!`,
      () => {},
      '!!!!',
    ],
    [
      'that is no text',
      Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.of(0xff, 0x80, 0)]),
      (socket) => socket.end(),
      '\uFFFD\uFFFD\0',
    ],
  ])('%s', async (_what, bytes, then, body) => {
    const port = await rawReceiver(bytes, then);
    const answer = await courierWith()(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200, body, address: '127.0.0.1' });
  });

  it.each<[string, string]>([
    ['chunked', `${head}transfer-encoding: chunked\r\n\r\n4\r\npart\r\n`],
    ['of announced length', `${head}content-length: 100\r\n\r\npart`],
    ['until the connection ends', `${head}\r\npart`],
  ])('that never ends: %s', async (_what, bytes) => {
    let closed = () => {};
    const connectionClosed = new Promise<void>((done) => {
      closed = done;
    });
    const port = await rawReceiver(bytes, (socket) => socket.once('close', closed));
    const answer = await courierWith({ bodyTimeoutMs: 100 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200, body: 'part' });
    await connectionClosed;
  });

  it('that drips is read on a budget of its own: the total time ends with the headers', async () => {
    const { port } = await receiver((_request, response) => {
      response.writeHead(200, { 'retry-after': '7' });
      const dripping = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(dripping));
    });
    const answer = await courierWith({ bodyTimeoutMs: 100 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({
      kind: 'answered',
      statusCode: 200,
      retryAfter: '7',
      body: expect.stringMatching(/^\.*$/),
    });
  });

  it('that is reset once the headers have come', async () => {
    const sockets: Socket[] = [];
    const port = await rawReceiver(`${head}content-length: 100\r\n\r\n`, (socket) => sockets.push(socket));
    const reset = () => {
      for (const socket of sockets.splice(0)) socket.resetAndDestroy();
    };
    subscribe('undici:request:headers', reset);
    atEnd(() => unsubscribe('undici:request:headers', reset));
    const answer = await courierWith({ bodyTimeoutMs: 60_000 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'answered', statusCode: 200, body: '' });
  });

  it.each([410, 503])('also when it is no success: %i', async (status) => {
    const port = await rawReceiver(`HTTP/1.1 ${status} No\r\nretry-after: 9\r\ncontent-length: 9\r\n\r\n`, (socket) =>
      socket.end(),
    );
    const answer = await courierWith()(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'answered', statusCode: status, retryAfter: '9' });
  });

  it('and the next call gets an answer of its own', async () => {
    const port = await rawReceiver(`${head}content-length: 100\r\n\r\npart`);
    const calls = courierWith({ bodyTimeoutMs: 50 });
    for (let round = 0; round < 3; round += 1) {
      expect(await calls(`http://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 200, body: 'part' });
    }
  });
});

describe('no answer', () => {
  it('when nothing comes within the total time', async () => {
    const { port } = await receiver(() => {});
    const answer = await courierWith({ totalTimeoutMs: 1_000 })(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({
      kind: 'no_answer',
      reason: 'No answer within 1 s.',
      address: '127.0.0.1',
    });
    expect(answer.durationMs).toBeGreaterThanOrEqual(999);
  });

  it('when the connection is cut before the headers are complete', async () => {
    const cut = await receiver((request) => request.socket.destroy());
    const half = await rawReceiver('HTTP/1.1 500 Oops\r\ncontent-length: 4\r\n', (socket) => socket.end());
    const reason = 'The connection was closed before the answer was complete.';
    for (const port of [cut.port, half]) {
      const answer = await courierWith()(`http://127.0.0.1:${port}/`);
      expect(answer).toMatchObject({ kind: 'no_answer', reason, address: '127.0.0.1' });
    }
  });

  it('when the port is closed', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    await new Promise((done) => server.close(done));
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toEqual({
      kind: 'no_answer',
      reason: 'The connection was refused.',
      address: null,
      durationMs: expect.any(Number),
    });
  });

  it('when the other side does not speak HTTP', async () => {
    const port = await listen(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n')));
    expect(await courierWith()(`http://127.0.0.1:${port}/`)).toMatchObject({
      reason: 'The answer was not HTTP.',
      address: '127.0.0.1',
    });
  });

  it.each([
    ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', /closed before/],
    [`HTTP/1.1 500 Oops\r\nx-a: ${'a'.repeat(40_000)}\r\n\r\n`, /headers of the answer are too long/],
    ['HTTP/1.1 500 Oops\r\nx-a: a\0b\r\n\r\n', /not HTTP/],
    ['HTTP/1.1 500 Oops\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', /not HTTP/],
    ['', /closed before/],
  ])('when the answer breaks the rules: %j', async (bytes, reason) => {
    const port = await listen(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))));
    const answer = await courierWith()(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ kind: 'no_answer', reason: expect.stringMatching(reason), address: '127.0.0.1' });
  });

  it('when the connection is not made in time: here the TLS handshake hangs', async () => {
    const port = await listen(createTcpServer(() => {}));
    const answer = await courierWith({ connectTimeoutMs: 100 })(`https://localhost:${port}/`);
    expect(answer).toMatchObject({ kind: 'no_answer', reason: 'No connection within 0.1 s.', address: '127.0.0.1' });
  });

  it('when the name never resolves, and the total time ends it', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const answer = await courierWith({ totalTimeoutMs: 100, connectTimeoutMs: 300, resolve })(
      'https://shop.example.com/',
    );
    expect(answer).toMatchObject({ reason: 'No answer within 0.1 s.', address: null });
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
    atEnd(() => made.close());
    const answer = await made.courier({
      url: `http://127.0.0.1:${port}/`,
      environment: 'sandbox',
      headers: { 'x-a': 'a\nb' },
      body: '',
    });
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
    expect(answer).toMatchObject({ kind: 'no_answer', reason: expect.stringMatching(/^The URL/), address: null });
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

  // 11.0.0.0/8 is public by the book and routed nowhere.
  const publicAddress = '11.255.255.254';

  it('resolves a name once per connection and judges each answer: rebinding reaches nothing', async () => {
    const { port, seen } = await receiver((_request, response) => response.end());
    const answers = [[publicAddress], ['127.0.0.1'], ['::1']];
    let asked = 0;
    const resolve = async () => answers[asked++] ?? ['127.0.0.1'];
    const post = courierWith({ resolve, totalTimeoutMs: 200 });
    const first = await post(`https://rebind.example.com:${port}/`);
    expect([first.kind, asked]).toEqual(['no_answer', 1]);
    const second = await post(`https://rebind.example.com:${port}/`);
    expect(second).toMatchObject({ reason: 'The name resolves to a loopback address.', address: null });
    const third = await post(`https://rebind.example.com:${port}/`);
    expect(third).toMatchObject({ reason: 'The name resolves to a private or reserved address.', address: null });
    expect([asked, seen.connections]).toEqual([3, 0]);
  });

  it.each([
    ['public and private in turn', [[publicAddress], ['127.0.0.1']]],
    ['private and public in turn', [['127.0.0.1'], [publicAddress]]],
    ['both at once, public first', [[publicAddress, '127.0.0.1', '::1', '::ffff:127.0.0.1']]],
    ['both at once, private first', [['127.0.0.1', '::ffff:127.0.0.1', publicAddress]]],
    [
      'many private ones around a public one',
      [[...Array(50).fill('127.0.0.1'), publicAddress, ...Array(50).fill('::1')]],
    ],
  ])('lets no rebinding name reach the private listener: %s', async (_name, answers) => {
    const { port, seen } = await receiver((_request, response) => response.end());
    let asked = 0;
    const resolve = async () => answers[asked++ % answers.length] ?? [];
    const post = courierWith({ resolve, connectTimeoutMs: 100, totalTimeoutMs: 100 });
    const urls = Array.from({ length: 10 }, (_, at) => `https://${at % 2 ? 'a' : 'b'}.example.com:${port}/`);
    for (const url of urls.slice(0, 4)) await post(url);
    const outcomes = await Promise.all(urls.map((url) => post(url)));
    for (const answer of outcomes) expect(answer.address === null || answer.address === publicAddress).toBe(true);
    expect([asked, seen.connections]).toEqual([14, 0]);
  });

  it.each([
    ['names', async () => ['localhost', 'localhost.', 'shop.example.com']],
    ['short and odd forms of 127.0.0.1', async () => ['127.1', '0177.0.0.1', '0x7f.0.0.1', '2130706433', ' 127.0.0.1']],
    ['addresses with ports, brackets or zones', async () => ['8.8.8.8:80', '[2606:4700::1]', '2606:4700::1%lo']],
    ['nothing', async () => ['']],
    ['no texts', async () => [null, undefined, 1, {}, ['127.0.0.1'], [publicAddress]] as unknown as string[]],
    ['no list', async () => '127.0.0.1' as unknown as string[]],
    ['no answer at all', async () => undefined as unknown as string[]],
    [
      'an exception',
      () => {
        throw new Error('no resolver');
      },
    ],
  ])('connects to nothing when the resolver answers nonsense: %s', async (_name, resolve) => {
    const { port, seen } = await receiver((_request, response) => response.end());
    const answer = await courierWith({ resolve, totalTimeoutMs: 1_000 })(`https://shop.example.com:${port}/`);
    expect(answer).toMatchObject({ kind: 'no_answer', address: null, reason: expect.stringMatching(/^The /) });
    expect(seen.connections).toBe(0);
  });

  it.each([
    'https://shop.example.com:22/',
    'https://shop.example.com:25/',
    'https://metadata.google.internal/',
    'https://app.localhost/',
    'https://printer.home.arpa/',
    'https://user@shop.example.com/',
    'http://shop.example.com/',
    'https://shop..example.com/',
  ])('resolves nothing for a URL that is refused by itself: %s', async (url) => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [publicAddress];
    };
    expect(await courierWith({ resolve })(url)).toMatchObject({ kind: 'no_answer', address: null });
    expect(asked).toBe(0);
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

  it('lets nothing of production reach a private host, whatever the operator allows', async () => {
    const { port, seen } = await receiver((_request, response) => response.end());
    const names = [
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${port}`,
      '[::1]',
      'shop.example.com',
      'shop.internal',
      '10.0.0.5',
    ];
    const post = courierWith({ allowedPrivateHosts: names, resolve: async () => ['127.0.0.1'] });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', 'shop.example.com', 'shop.internal', '10.0.0.5']) {
      for (const scheme of ['http', 'https']) {
        const answer = await post(`${scheme}://${host}:${port}/`, 'production');
        expect(answer).toMatchObject({ kind: 'no_answer', address: null, reason: expect.stringMatching(/^The /) });
      }
    }
    expect(seen.connections).toBe(0);
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answered' });
    // Not through the connection that the sandbox keeps either.
    expect(await post(`http://127.0.0.1:${port}/`, 'production')).toMatchObject({ kind: 'no_answer', address: null });
  });

  it('judges URLs for new endpoints by the same rules', () => {
    const { judgeWebhookUrl, close } = createCourier({ allowedPrivateHosts: ['localhost:8080'] });
    atEnd(close);
    expect(judgeWebhookUrl('http://localhost:8080/hook', 'sandbox')).toBeUndefined();
    expect(judgeWebhookUrl('http://localhost:8080/hook', 'production')).toBeDefined();
    expect(judgeWebhookUrl('http://localhost:8081/hook', 'sandbox')).toBeDefined();
    expect(judgeWebhookUrl('https://shop.example.com:465/', 'sandbox')?.wrong.message).toBe(
      'The URL must use port 443 or a port from 1024 on.',
    );
  });
});

describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('certificates', () => {
  it('are verified, also on hosts that are allowed to be private and whatever the environment says', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'courier-'));
    atEnd(() => rmSync(directory, { recursive: true }));
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
    expect(answer).toMatchObject({
      reason: 'The certificate was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).',
      address: '127.0.0.1',
    });
    expect(requests).toBe(0);
  });
});
