import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { BucketAccess, Log, StoredObject } from '@tillgate/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { atEnd, closeAll, receiver } from './courier/receiver.fixture.ts';
import { inPieces, pieceBytes } from './object-store/pieces.ts';
import { bucket, rightKeys, startS3Server } from './object-store/s3-server.fixture.ts';
import { createObjectStore, type ObjectStoreOptions } from './object-store.ts';

afterEach(async () => {
  vi.unstubAllEnvs();
  await closeAll();
});

const lines: unknown[] = [];
const note = (...line: unknown[]) => void lines.push(...line);
const log: Log = { debug: note, info: note, warn: note, error: note };

function storeWith(options: Partial<ObjectStoreOptions> = {}) {
  const made = createObjectStore({ allowedPrivateHosts: ['127.0.0.1'], log, ...options });
  atEnd(() => made.close());
  return made.objectStore;
}

async function s3Server(...args: Parameters<typeof startS3Server>) {
  const server = await startS3Server(...args);
  atEnd(server.close);
  return server;
}

const accessTo = (endpoint: string | null, changes: Partial<BucketAccess> = {}): BucketAccess => ({
  environment: 'sandbox',
  endpoint,
  region: 'us-east-1',
  bucket,
  pathStyle: true,
  ...rightKeys,
  ...changes,
});

function fileOf(content: Buffer, { key = 'daily/a.csv', partBytes = 300_000 } = {}): StoredObject {
  return {
    key,
    fileName: 'a.csv',
    contentType: 'text/csv; charset=utf-8',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    async *parts() {
      for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes);
    },
  };
}

const small = fileOf(Buffer.from('payment_id\r\n1\r\n'));
const large = () => fileOf(randomBytes(2 * pieceBytes + 1_000));
async function collect(parts: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
const contentOf = async ({ parts }: StoredObject) => Buffer.concat(await collect(parts()));

/** A server that answers everything alike. */
const answering = async (answer: (response: ServerResponse) => void) => {
  const { port, seen } = await receiver((_request, response) => answer(response));
  return { endpoint: `http://127.0.0.1:${port}`, seen };
};

describe('a file', () => {
  it('is put into the bucket with its type, its name and its SHA-256, and again in the same place', async () => {
    const server = await s3Server();
    const store = storeWith();
    for (const _ of [1, 2]) expect(await store(accessTo(server.endpoint), small)).toEqual({ kind: 'stored' });
    const found = await server.read(small.key);
    expect(found?.body).toEqual(await contentOf(small));
    expect(Object.fromEntries(found?.headers ?? [])).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="a.csv"',
      'x-amz-meta-sha256': small.sha256,
    });
    expect(server.seen.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET']);
  });

  it('of more than one part is put there part by part', async () => {
    const server = await s3Server();
    const file = large();
    for (const _ of [1, 2]) expect(await storeWith()(accessTo(server.endpoint), file)).toEqual({ kind: 'stored' });
    const sizes = server.seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['content-length']);
    expect(sizes.slice(0, 3)).toEqual([String(pieceBytes), String(pieceBytes), '1000']);
    const found = await server.read(file.key);
    expect(found?.body.equals(await contentOf(file))).toBe(true);
    expect(found?.headers.get('x-amz-meta-sha256')).toBe(file.sha256);
  });

  it('goes into a bucket that wants a checksum with each body, as those with Object Lock do', async () => {
    const wanting = await s3Server(({ method, url = '', headers }, response) => {
      const isBody = method === 'PUT' && (!url.includes('?') || url.includes('partNumber=') || url.includes('x-id='));
      if (!isBody || headers['content-md5'] || headers['x-amz-checksum-crc32']) return false;
      const message = 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*';
      response.writeHead(400).end(`<Error><Code>InvalidRequest</Code><Message>${message}</Message></Error>`);
      return true;
    });
    for (const file of [small, large()]) {
      expect(await storeWith()(accessTo(wanting.endpoint), file)).toEqual({ kind: 'stored' });
      expect((await wanting.read(file.key))?.body.equals(await contentOf(file))).toBe(true);
    }
  });

  it('is read no faster than it is sent, so that few parts of it are in memory', async () => {
    let read = 0;
    const ahead: number[] = [];
    const server = await s3Server(({ url = '' }) => {
      const part = /partNumber=(\d+)/.exec(url)?.[1];
      if (part) ahead.push(read - Number(part) * pieceBytes);
      return false;
    });
    const whole = fileOf(randomBytes(4 * pieceBytes + 5));
    const counted: StoredObject = {
      ...whole,
      async *parts() {
        for await (const part of whole.parts()) {
          read += part.length;
          yield part;
        }
      },
    };
    expect(await storeWith()(accessTo(server.endpoint), counted)).toEqual({ kind: 'stored' });
    expect(ahead).toHaveLength(5);
    expect(Math.max(...ahead)).toBeLessThanOrEqual(300_000);
  });

  it('without a byte is a file too', async () => {
    const server = await s3Server();
    expect(await storeWith()(accessTo(server.endpoint), fileOf(Buffer.alloc(0)))).toEqual({ kind: 'stored' });
    expect((await server.read('daily/a.csv'))?.body).toHaveLength(0);
  });

  it.each([
    [0, []],
    [1, [1]],
    [7, [7]],
    [8, [7, 1]],
    [21, [7, 7, 7]],
  ])('of %i bytes is cut into %j', async (bytes, expected) => {
    for (const partBytes of [1, 3, 7, 50]) {
      const content = randomBytes(bytes);
      const pieces = await collect(inPieces(fileOf(content, { partBytes }).parts(), 7));
      expect(pieces.map(({ length }) => length)).toEqual(expected);
      expect(Buffer.concat(pieces)).toEqual(content);
    }
  });
});

describe('a refusal', () => {
  it.each([
    ['a wrong secret', { secretAccessKey: 'canary-wrong-secret' }, 'The secret access key is wrong.'],
    ['an unknown key', { accessKeyId: 'NOBODY' }, 'The server of the bucket does not know the access key ID.'],
    ['no such bucket', { bucket: 'other-files' }, 'There is no such bucket.'],
  ])('because of %s is told in words, for small and large files', async (_what, changes, reason) => {
    const server = await s3Server();
    for (const file of [small, large()]) {
      expect(await storeWith()(accessTo(server.endpoint, changes), file)).toEqual({ kind: 'failed', reason });
      expect(await server.read(file.key)).toBeNull();
    }
    expect(JSON.stringify(lines)).not.toContain('canary');
  });

  it.each([
    [403, '<html>page of a private host</html>', 'Access denied: the keys may not write this file into the bucket.'],
    [404, 'page of a private host', 'There is no such bucket.'],
    [500, '<Error><Code>PrivatePage</Code></Error>', 'The server of the bucket did not take the file (HTTP 500).'],
    [400, '<Error><Code>AuthorizationHeaderMalformed</Code></Error>', 'The bucket is in another region.'],
    [400, '<Error><Code>constructor</Code></Error>', 'The server of the bucket did not take the file (HTTP 400).'],
    [400, '<Error><Code>__proto__</Code></Error>', 'The server of the bucket did not take the file (HTTP 400).'],
    [
      400,
      '<Error><Code>InvalidRequest</Code><Message>Missing\nheader: Content-MD5</Message></Error>',
      'The server of the bucket did not take the file (InvalidRequest: Missing header: Content-MD5).',
    ],
    [507, '<Error><Code>XMinioStorageFull</Code></Error>', 'The bucket is full.'],
    [507, '<html>page of a private host</html>', 'The bucket is full.'],
    [403, '<Error><Code>QuotaExceeded</Code></Error>', 'The bucket is full.'],
    [301, '<Error><Code>PermanentRedirect</Code></Error>', 'The bucket is in another region.'],
    [200, '<Error><Code>SlowDown</Code></Error>', undefined],
  ])('with HTTP %i says nothing of the page %s', async (status, page, reason) => {
    const { endpoint } = await answering((response) => response.writeHead(status).end(page));
    const answer = await storeWith()(accessTo(endpoint), small);
    if (reason) expect(answer).toEqual({ kind: 'failed', reason });
    expect(JSON.stringify(answer)).not.toContain('rivate');
  });

  it('is no reason to go where a server points to', async () => {
    const other = await answering((response) => response.end());
    const { endpoint } = await answering((response) =>
      response.writeHead(307, { location: `${other.endpoint}/${bucket}/daily/a.csv` }).end(),
    );
    expect(await storeWith()(accessTo(endpoint), small)).toMatchObject({ kind: 'failed' });
    expect(other.seen.connections).toBe(0);
  });
});

describe('a file that breaks off', () => {
  it('because it cannot be read is not in the bucket, and its parts are taken back', async () => {
    const server = await s3Server();
    const whole = large();
    const broken: StoredObject = {
      ...whole,
      async *parts() {
        yield randomBytes(pieceBytes + 1);
        throw new Error('canary of the database');
      },
    };
    const answer = await storeWith()(accessTo(server.endpoint), broken);
    expect(answer).toEqual({ kind: 'failed', reason: 'The file could not be read.' });
    expect(await server.read(whole.key)).toBeNull();
    const steps = server.seen.map(
      ({ method, url }) => `${method} ${/uploads|partNumber=\d|uploadId/.exec(url)?.[0] ?? ''}`,
    );
    expect(steps).toEqual(['POST uploads', 'PUT partNumber=1', 'DELETE uploadId', 'GET ']);
  });

  it('because it is not what its SHA-256 says is not in the bucket, whatever its size', async () => {
    const server = await s3Server();
    for (const file of [small, large()]) {
      const answer = await storeWith()(accessTo(server.endpoint), { ...file, sha256: '0'.repeat(64) });
      expect(answer).toEqual({ kind: 'failed', reason: 'The file could not be read.' });
      expect(await server.read(file.key)).toBeNull();
    }
  });

  it('because the server goes away is not in the bucket, and its parts are taken back', async () => {
    const server = await s3Server((request) => {
      const isSecondPart = request.url?.includes('partNumber=2') ?? false;
      if (isSecondPart) request.socket.destroy();
      return isSecondPart;
    });
    const file = large();
    expect(await storeWith()(accessTo(server.endpoint), file)).toEqual({
      kind: 'failed',
      reason: 'The connection was closed before the answer was complete.',
    });
    expect(await server.read(file.key)).toBeNull();
    expect(server.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
    // A request is sent again once.
    expect(server.seen.filter(({ url }) => url.includes('partNumber=2'))).toHaveLength(2);
  });

  it('because the time is over is not in the bucket', async () => {
    const server = await s3Server((request) => request.method === 'PUT');
    const answer = await storeWith({ totalTimeoutMs: 300 })(accessTo(server.endpoint), small);
    expect(answer).toEqual({ kind: 'failed', reason: 'The file was not uploaded within 0.3 s.' });
  });
});

describe('a server', () => {
  it('that never stops talking is not listened to', async () => {
    const { endpoint } = await answering((response) => {
      response.writeHead(500);
      const more = () => response.write('x'.repeat(50_000), () => setImmediate(more));
      more();
    });
    expect(await storeWith()(accessTo(endpoint), small)).toMatchObject({ kind: 'failed' });
  });

  it.each([
    ['that is private, in production', { environment: 'production' as const }, {}],
    ['that the operator has not allowed', {}, { allowedPrivateHosts: [] }],
    [
      'that is allowed, but for the name of the bucket before it',
      { pathStyle: false },
      { allowedPrivateHosts: ['localhost'] },
    ],
  ])('%s is not connected to', async (_what, changes, options) => {
    const { endpoint, seen } = await answering((response) => response.end());
    const place = 'pathStyle' in changes ? endpoint.replace('127.0.0.1', 'localhost') : endpoint;
    const answer = await storeWith(options)(accessTo(place, changes), small);
    expect(answer).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^The URL /) });
    expect(seen.connections).toBe(0);
  });

  it.each([
    ['of its own', 'https://files.example.com'],
    ['of Amazon', null],
  ])('with a public name %s that resolves to a private address is not connected to', async (_what, endpoint) => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ['127.0.0.1'];
    };
    const access = accessTo(endpoint, { pathStyle: false, region: 'eu-west-1' });
    expect(await storeWith({ resolve })(access, small)).toEqual({
      kind: 'failed',
      reason: 'The name resolves to a loopback address.',
    });
    const host = endpoint === null ? 's3.eu-west-1.amazonaws.com' : 'files.example.com';
    expect(new Set(asked)).toEqual(new Set([`${bucket}.${host}`]));
  });

  it('is never another one, and keys are never others, because of the environment', async () => {
    const other = await answering((response) => response.end());
    for (const name of ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_S3', 'HTTPS_PROXY', 'HTTP_PROXY', 'http_proxy']) {
      vi.stubEnv(name, other.endpoint);
    }
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'OTHER');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'OTHER');
    vi.stubEnv('AWS_SESSION_TOKEN', 'OTHER');
    vi.stubEnv('AWS_REGION', 'mars-1');
    vi.stubEnv('AWS_USE_FIPS_ENDPOINT', 'true');
    const server = await s3Server();
    expect(await storeWith()(accessTo(server.endpoint), small)).toEqual({ kind: 'stored' });
    const wrong = accessTo(server.endpoint, { accessKeyId: 'NOBODY' });
    expect(await storeWith()(wrong, small)).toMatchObject({ kind: 'failed' });
    expect(server.seen[0]?.headers.authorization).toContain('Credential=AKIDRIGHT/');
    expect(server.seen[0]?.headers).not.toHaveProperty('x-amz-security-token');
    expect(other.seen.connections).toBe(0);
  });

  it('that nobody listens at is told in words', async () => {
    const { endpoint } = await answering(() => {});
    await closeAll();
    expect(await storeWith()(accessTo(endpoint), small)).toEqual({
      kind: 'failed',
      reason: 'The connection was refused.',
    });
  });
});
