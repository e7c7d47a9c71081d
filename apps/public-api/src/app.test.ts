import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { errorCodes } from '@tillgate/domain';
import { expect, it } from 'vitest';
import { loneApi } from './lone-api.fixture.ts';

const running = loneApi();

it('is alive and ready, and every answer has a request id', async () => {
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs/', '/nowhere', '/functions/v1/errors']) {
    const response = await fetch(running.api.origin + path);
    expect(response.headers.get('x-request-id'), path).toMatch(/^req_/);
    expect(response.status, path).toBe(path === '/nowhere' ? 404 : 200);
  }
});

it('is alive but not ready, and unavailable to callers, while the database is unavailable', async () => {
  const lonely = await running.startAnother({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  try {
    expect((await fetch(`${lonely.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${lonely.origin}/readyz`)).status).toBe(503);
    const response = await fetch(`${lonely.baseUrl}/status/x`, {
      headers: { authorization: `Bearer mp_test_${'A'.repeat(43)}` },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
  } finally {
    await lonely.close();
  }
});

it('tells the doctor that a proxy is in front which it was not told of', async () => {
  const tells = async (environment: Record<string, string>) => {
    const api = await running.startAnother(environment);
    const found = await (await fetch(`${api.origin}/readyz`)).json();
    await api.close();
    return found;
  };
  const PUBLIC_BASE_URL = 'https://pay.example.com/functions/v1';
  expect(await tells({ PUBLIC_BASE_URL })).toMatchObject({ status: 'ready', lacksProxies: true });
  expect(await tells({ PUBLIC_BASE_URL, TRUSTED_PROXIES: '10.0.0.5' })).toMatchObject({ lacksProxies: false });
});

it('keeps idle connections for longer than a balancer, or for as long as it is told', async () => {
  const kept = async (origin: string) => (await fetch(`${origin}/healthz`)).headers.get('keep-alive');
  const patient = await running.startAnother({ KEEP_ALIVE_SECONDS: '120' });
  try {
    expect(await kept(running.api.origin)).toBe('timeout=75');
    expect(await kept(patient.origin)).toBe('timeout=120');
  } finally {
    await patient.close();
  }
});

it('has an anchor on the errors page for every code that a problem may point to', async () => {
  const page = await (await fetch(`${running.api.baseUrl}/errors`)).text();
  for (const code of errorCodes) expect(page).toContain(`id="${code}"`);
});

it('publishes OpenAPI 3.1 with every operation, its refusals, and the problem form', async () => {
  const document = (await (await fetch(`${running.api.origin}/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
    components: { schemas: Record<string, unknown> };
  };
  expect(document.openapi).toMatch(/^3\.1/);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.sort()).toEqual([
    'get /disbursements/{id}',
    'get /errors',
    'get /events/listen',
    'get /inquiries/{id}',
    'get /payment-links',
    'get /payment-links/{id}',
    'get /payment-links/{id}/payments',
    'get /payments',
    'get /payout-batches',
    'get /payout-batches/{id}',
    'get /payout-batches/{id}/rows',
    'get /status/{id}',
    'patch /payment-links/{id}',
    'post /account-balance',
    'post /c2b-register',
    'post /collect',
    'post /payment-links',
    'post /payment-links/{id}/end',
    'post /payment-links/{id}/reopen',
    'post /payout',
    'post /payout-batches',
    'post /payout-batches/{id}/cancel',
    'post /payout-batches/{id}/pause',
    'post /payout-batches/{id}/resume',
    'post /payout-batches/{id}/submit',
    'post /qr-generate',
    'post /reversal',
    'post /simulate/outcome',
    'post /transaction-status',
  ]);
  expect(Object.keys(document.paths['/collect']?.post?.responses ?? {})).toEqual([
    '202',
    '400',
    '401',
    '403',
    '409',
    '413',
    '422',
    '429',
    '500',
    '502',
    '503',
  ]);
  expect(Object.keys(document.components.schemas).sort()).toEqual([
    'AccountBalance',
    'AccountBalanceData',
    'AccountBalanceEvent',
    'AccountBalanceInquiry',
    'BatchEndedData',
    'BatchEndedEvent',
    'C2bRegistered',
    'CollectAccepted',
    'Decoded',
    'Disbursement',
    'DisbursementAccepted',
    'Inquiry',
    'InquiryAccepted',
    'Issue',
    'LinkEndedData',
    'LinkEndedEvent',
    'LinkPaidData',
    'LinkPaidEvent',
    'LinkPayment',
    'LinkPaymentPage',
    'ListenedEvent',
    'ListenedEvents',
    'MetadataValue',
    'Payment',
    'PaymentFailedData',
    'PaymentFailedEvent',
    'PaymentLink',
    'PaymentLinkPage',
    'PaymentPage',
    'PaymentStatus',
    'PaymentSuccessData',
    'PaymentSuccessEvent',
    'PayoutBatch',
    'PayoutBatchAccepted',
    'PayoutBatchChecks',
    'PayoutBatchCounts',
    'PayoutBatchPage',
    'PayoutBatchRow',
    'PayoutBatchRowPage',
    'PayoutResultData',
    'PayoutResultEvent',
    'Problem',
    'QrCode',
    'RefundResultData',
    'RefundResultEvent',
    'ResultCode',
    'SimulatedOutcome',
    'Transaction',
    'TransactionStatusData',
    'TransactionStatusEvent',
    'TransactionStatusInquiry',
    'UpstreamError',
  ]);
});

it.each([
  ['a line that is no HTTP', 'NONSENSE\r\n\r\n', 400],
  ['headers that never end', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
])('%s is refused in the form of all refusals', async (_what, bytes, status) => {
  const { port } = new URL(running.api.origin);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const problem = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  expect(problem).toMatchObject({ status, error: problem.detail });
});

it('closes while a client holds a connection that it never used', async () => {
  const other = await running.startAnother();
  const socket = connect(Number(new URL(other.origin).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.on('connect', resolve));
  // Connections are accepted in order: after this one has its response, the server has the first one too.
  await (await fetch(`${other.origin}/healthz`)).text();
  await other.close();
  await closed;
});

it('has the same anchors in docs/errors.md as on the page', async () => {
  const markdown = await readFile(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
  for (const code of errorCodes) expect(markdown).toContain(`\n## ${code}\n`);
});
