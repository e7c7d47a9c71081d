import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { seed } from '@tillgate/domain/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemSchema } from './problem.ts';
import { type RunningApi, sandboxPasskey, startApi } from './testing.ts';

const page = '<html><head><title>Request Rejected</title></head><body>Your support ID is: 1180</body></html>';
const said = 'Request Rejected Your support ID is: 1180';

/** A provider behind a firewall that lets only token requests through. */
let firewall: Server;
let test: TestDatabase;
let api: RunningApi;
let key: string;
beforeAll(async () => {
  firewall = createServer((request, response) => {
    if (request.url?.startsWith('/oauth/')) response.end('{"access_token":"token-of-a-test","expires_in":"3599"}');
    else response.writeHead(request.url?.includes('/b2c/') ? 502 : 403, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => firewall.listen(0, '127.0.0.1', resolve));
  test = await testDatabase();
  api = await startApi(test, `http://127.0.0.1:${(firewall.address() as AddressInfo).port}`);
  const initiator = { initiatorName: 'testapi', initiatorPassword: 'Safaricom123#' };
  const shop = seed(api.ctx).owner().application();
  key = (
    await shop
      .credentials('sandbox', { passkey: sandboxPasskey, ...initiator })
      .key('sandbox')
      .mint()
  ).key().key;
});
afterAll(async () => {
  await api.close();
  firewall.closeAllConnections();
  firewall.close();
  await test.close();
});

async function send(path: string, body?: object) {
  const response = await fetch(`${api.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

it('what a firewall says is told to the caller, and its status is no result code', async () => {
  const { status, body } = await send('/collect', { amount: 10, phone: '0712345678' });
  expect(status).toBe(502);
  const problem = problemSchema.parse(body);
  expect(problem).toMatchObject({
    code: 'provider_rejected',
    upstream: { code: 'http_403', description: said },
    decoded: { code: 'http_403', category: 'provider_system', retryable: false },
  });
  expect(problem.detail).toContain(said);
  expect(problem.decoded?.cause).toContain(said);
  const read = await send(`/status/${problem.paymentId}`);
  expect(read.body).toMatchObject({ status: 'failed', resultCode: 'http_403', resultDesc: said });
});

it.each([
  ['/transaction-status', { transactionId: 'TJK1A2B3C4' }],
  ['/account-balance', {}],
  ['/reversal', { transactionId: 'TJK1A2B3C4', amount: 10 }],
  ['/qr-generate', { amount: 10 }],
  ['/c2b-register', {}],
])('%s tells it too', async (path, body) => {
  expect(await send(path, body)).toMatchObject({
    status: 502,
    body: { code: 'provider_rejected', upstream: { code: 'http_403', description: said } },
  });
});

it('an answer that proves nothing is told as well, and stays indeterminate', async () => {
  const { status, body } = await send('/payout', { amount: 10, phone: '0712345678', idempotencyKey: 'once' });
  expect(status).toBe(409);
  const detail = expect.stringContaining(said);
  expect(body).toMatchObject({ indeterminate: true, detail, upstream: { code: 'http_502', description: said } });
});
