/// <reference path="./s3rver.fixture.d.ts" />
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import accounts from '@20minutes/s3rver/lib/models/account.js';

/** The keys that the server knows. It checks the signature of each request. */
export const rightKeys = { accessKeyId: 'AKIDRIGHT', secretAccessKey: 'canary-right-secret' };
accounts.DUMMY_ACCOUNT.createKeyPair(rightKeys.accessKeyId, rightKeys.secretAccessKey);

export const bucket = 'shop-files';

type Seen = { method: string; url: string; headers: IncomingHttpHeaders };

/** Takes a request that the server itself should not get; false lets it through. */
type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

/** An S3-compatible server with one bucket. */
export async function startS3Server(intercept: Intercept = () => false) {
  const directory = mkdtempSync(join(tmpdir(), 'tillgate-s3-'));
  const s3 = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  await s3.configureBuckets();
  const handle = s3.callback();
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers });
    if (intercept(request, response)) return;
    // The one operation that this server does not know.
    if (method === 'DELETE' && url.includes('uploadId=')) response.writeHead(204).end();
    else handle(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    seen,
    /** An object as anybody reads it; null when there is none. */
    async read(key: string): Promise<{ body: Buffer; headers: Headers } | null> {
      const answer = await fetch(`${endpoint}/${bucket}/${key}`);
      const body = Buffer.from(await answer.arrayBuffer());
      return answer.ok ? { body, headers: answer.headers } : null;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
