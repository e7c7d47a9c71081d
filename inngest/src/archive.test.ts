import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArchive } from './archive.ts';
import { bucket, rightKeys, startS3Server } from './object-store/s3-server.fixture.ts';

let server: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

const log = { debug() {}, info() {}, warn() {}, error() {} };
const content = Buffer.from('{"id":1}\n{"id":2}\n');
const file = {
  key: 'requests/1.ndjson',
  fileName: '1.ndjson',
  contentType: 'application/x-ndjson',
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  async *parts() {
    yield content;
  },
};
const place = (keys = rightKeys) => ({
  access: {
    environment: 'sandbox' as const,
    endpoint: server.endpoint,
    region: 'us-east-1',
    bucket,
    pathStyle: true,
    ...keys,
  },
  folder: 'old/',
});

it('files are put below the folder, on a server in the own network', async () => {
  const { archive, close } = createArchive(place(), { log });
  expect(await archive(file)).toEqual({ kind: 'stored' });
  expect((await server.read('old/requests/1.ndjson'))?.body).toEqual(content);
  await close();
});

it('says why the server took nothing', async () => {
  const { archive, close } = createArchive(place({ ...rightKeys, secretAccessKey: 'another-secret' }), { log });
  expect(await archive(file)).toMatchObject({ kind: 'failed', reason: 'The secret access key is wrong.' });
  await close();
});
