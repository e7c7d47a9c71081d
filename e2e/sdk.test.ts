import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEndpoint, rotateSecret, testEndpoint, webhookUrlJudge } from '@tillgate/domain/endpoints';
import type { SeededMerchant } from '@tillgate/domain/testing';
import { type EventType, isTillgateError, Tillgate, type TillgateOptions, verifyWebhook } from '@tillgate/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantWithInitiator } from './support/initiator.ts';
import { frameworkNames, type ShopServer, startShopServer } from './support/shop-servers.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const cancels = '254700071032';
const eventSchemas: Record<EventType, string> = {
  'payment.success': 'PaymentSuccessEvent',
  'payment.failed': 'PaymentFailedEvent',
  'payout.result': 'PayoutResultEvent',
  'refund.result': 'RefundResultEvent',
  'admin.transaction_status': 'TransactionStatusEvent',
  'admin.account_balance': 'AccountBalanceEvent',
};
const eventTypes = Object.keys(eventSchemas) as EventType[];

let stack: Stack;
let merchant: SeededMerchant;
let shop: ShopServer;
let serial = 0;

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 50 }, env: { PROVIDER_TIMEOUT_MS: '3000' } });
  await Promise.all([stack.startApi(), stack.startWorker()]);
  merchant = await merchantWithInitiator(stack);
  shop = await shopServer('express');
});
afterAll(async () => {
  await stack.close();
  await shop.close();
});

async function shopServer(framework: (typeof frameworkNames)[number]): Promise<ShopServer> {
  const server = await startShopServer(framework);
  server.setSecret((await stack.endpoint(merchant, server.url)).secret);
  return server;
}

/** A client of the merchant, and every request that it makes. */
function client(options: Partial<TillgateOptions> = {}) {
  const requests: { url: string; key: string | null; status?: number }[] = [];
  const fetch: TillgateOptions['fetch'] = async (url, init) => {
    const request: (typeof requests)[number] = { url, key: new Headers(init.headers).get('idempotency-key') };
    requests.push(request);
    const response = await (options.fetch ?? globalThis.fetch)(url, init);
    request.status = response.status;
    return response;
  };
  // Without /functions/v1, as people write it.
  return {
    requests,
    tillgate: new Tillgate({ apiKey: merchant.key().key, baseUrl: stack.front.url, ...options, fetch }),
  };
}

/** A payment of its own phone and reference. */
function order(more: { phone?: string } = {}) {
  serial += 1;
  const number = String(serial).padStart(5, '0');
  return { amount: 100 + serial, phone: `2547120${number}`, accountReference: `SDK${serial}`, ...more };
}

async function errorOf(promise: Promise<unknown>) {
  const error = await promise.then(
    (value) => new Error(`no error: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!isTillgateError(error)) throw error;
  return error;
}

const receivedAbout = (id: string) =>
  until(`the event about ${id}`, () => shop.events.find(({ data }) => Object.values(data).includes(id)));

// Each of these waits for its own payment most of the time.
describe.concurrent('payments', () => {
  it('are collected, waited for, and announced', async () => {
    const { tillgate } = client();
    const params = order();
    const { paymentId, status } = await tillgate.collect({ ...params, metadata: { order: { lines: [1, 2] } } });
    expect(status).toBe('pending');
    const paid = await tillgate.waitForPayment(paymentId);
    expect(paid).toMatchObject({ id: paymentId, status: 'success', resultCode: 0 });
    const event = await receivedAbout(paymentId);
    if (event.type !== 'payment.success') throw new Error(event.type);
    expect(event.data).toMatchObject({ amount: params.amount, accountRef: params.accountReference, env: 'sandbox' });
    expect(event.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('that fail say why', async () => {
    const { tillgate } = client();
    const { paymentId } = await tillgate.collect(order({ phone: cancels }));
    expect(await tillgate.waitForPayment(paymentId)).toMatchObject({ status: 'failed', resultCode: 1032 });
    const event = await receivedAbout(paymentId);
    if (event.type !== 'payment.failed') throw new Error(event.type);
    expect(event.data.decoded).toMatchObject({ category: 'customer', retryable: true });
    expect(event.data.decoded.customerMessage).toMatch(/\w/);
  });

  it('stay pending when the wait is over, and can be answered in the sandbox', async () => {
    const { tillgate } = client();
    const { paymentId } = await tillgate.collect(order({ phone: '254700074999' }));
    expect((await tillgate.waitForPayment(paymentId, { timeoutMs: 1 })).status).toBe('pending');
    const other = await tillgate.collect(order({ phone: '254700075001' }));
    expect(await tillgate.simulateOutcome({ paymentId: other.paymentId, outcome: 'approve' })).toBeDefined();
    expect((await tillgate.waitForPayment(other.paymentId)).status).toBe('success');
  });

  it('are listed over pages, and each once', async () => {
    const { tillgate, requests } = client();
    const accountReference = 'SDK-LIST';
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await tillgate.collect({ ...order(), accountReference })).paymentId);
    const listed: string[] = [];
    const createdFrom = new Date(Date.now() - 3_600_000);
    for await (const payment of tillgate.listPayments({ accountReference, createdFrom, pageSize: 2 })) {
      listed.push(payment.paymentId);
    }
    expect(listed).toEqual(made.toReversed());
    expect(requests.filter(({ url }) => url.includes('/payments?'))).toHaveLength(3);
  });
});

it.concurrent('the quick start of the README collects a payment', async () => {
  const [, program = ''] = /^```ts\n(import \{ Tillgate \} .*?)^```$/ms.exec(read('../README.md')) ?? [];
  const own = program.replace('http://localhost:4000', stack.front.url);
  const env = { PATH: process.env.PATH, KEY: merchant.key().key };
  const args = ['--input-type=module', '--eval', own];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  expect(stdout).toMatch(/^success ([A-Z0-9]{10}|null)\n$/);
});

describe.concurrent('money out', () => {
  it('is paid out and given back once', async () => {
    const { tillgate } = client();
    const { amount, phone } = order();
    const payout = await tillgate.payout({ amount, phone, remarks: 'Prize' });
    expect(await tillgate.waitForDisbursement(payout.disbursementId)).toMatchObject({
      status: 'success',
      kind: 'payout',
    });

    const { paymentId } = await tillgate.collect({ ...order(), amount });
    await receivedAbout(paymentId);
    const { providerReceipt } = await tillgate.status(paymentId);
    const refund = await tillgate.refund({ transactionId: String(providerReceipt), amount });
    expect((await tillgate.waitForDisbursement(refund.disbursementId)).status).toBe('success');

    const again = await errorOf(tillgate.refund({ transactionId: String(providerReceipt), amount }));
    if (again.code !== 'already_reversed') throw again;
    expect(again.disbursementId).toBe(refund.disbursementId);
    expect((await receivedAbout(payout.disbursementId)).type).toBe('payout.result');
    expect((await receivedAbout(refund.disbursementId)).type).toBe('refund.result');
  });
});

describe.concurrent('inquiries', () => {
  it('are answered about transactions and balances', async () => {
    const { tillgate } = client();
    const { paymentId } = await tillgate.collect(order());
    const event = await receivedAbout(paymentId);
    if (event.type !== 'payment.success') throw new Error(event.type);
    const asked = await tillgate.inquiries.transactionStatus({ transactionId: String(event.data.providerReceipt) });
    const found = await tillgate.inquiries.wait(asked.queryId);
    if (found.kind !== 'transaction_status') throw new Error(found.kind);
    expect(found.result).toMatchObject({ transactionStatus: 'Completed', receipt: event.data.providerReceipt });

    const balance = await tillgate.inquiries.wait((await tillgate.inquiries.accountBalance()).queryId);
    if (balance.kind !== 'account_balance') throw new Error(balance.kind);
    expect(balance.accounts?.[0]).toMatchObject({ currency: 'KES' });
    expect((await receivedAbout(asked.queryId)).type).toBe('admin.transaction_status');
    expect((await receivedAbout(balance.queryId)).type).toBe('admin.account_balance');
  });
});

it.concurrent('offline payments: URLs are registered and codes are made', async () => {
  const { tillgate } = client();
  expect(await tillgate.registerC2b()).toMatchObject({ registered: true });
  const { qrBase64 } = await tillgate.generateQr({ amount: 10 });
  expect(Buffer.from(qrBase64, 'base64').subarray(1, 4).toString()).toBe('PNG');
});

it.concurrent('sandbox events are listened to, and verified like webhooks', async () => {
  const { tillgate } = client();
  const { next } = await tillgate.listenEvents({ waitSeconds: 0 });
  const { paymentId } = await tillgate.collect(order());
  const secret = `whsec_${createHmac('sha256', merchant.key().key).update('tillgate listen').digest('base64')}`;
  let after = next;
  await until('the event', async () => {
    const listened = await tillgate.listenEvents({ after, waitSeconds: 5 });
    after = listened.next;
    const events = await Promise.all(
      listened.events.map(({ body, headers }) => verifyWebhook({ body, headers, secret })),
    );
    return events.find(({ data }) => Object.values(data).includes(paymentId));
  });
});

describe.concurrent('refusals are typed', () => {
  it('by their code', async () => {
    const { tillgate, requests } = client();
    const invalid = await errorOf(tillgate.collect({ ...order(), amount: 0 }));
    if (invalid.code !== 'invalid_input') throw invalid;
    expect(invalid.issues.map(({ path }) => path)).toEqual(['amount']);
    const missing = await errorOf(tillgate.status('019cb2a4-6f3e-7c55-9d0b-3d8f7f1f2b11'));
    expect(missing).toMatchObject({ code: 'not_found', status: 404, requestId: expect.stringMatching(/^req_/) });
    const rejected = await errorOf(tillgate.collect(order({ phone: '254700080014' })));
    if (rejected.code !== 'provider_rejected') throw rejected;
    expect(rejected.decoded).toMatchObject({ category: 'your_setup', retryable: false });
    expect(rejected.upstream.code).toBe('500.001.1001');
    expect(requests).toHaveLength(3);
  });

  it('when the key is of nobody', async () => {
    const { tillgate } = client({ apiKey: `mp_test_${'0'.repeat(43)}` });
    expect(await errorOf(tillgate.status('x'))).toMatchObject({ code: 'unauthenticated', status: 401 });
  });
});

describe.concurrent('repeating', () => {
  it('never follows an unknown outcome, and the same key returns the same', async () => {
    const { tillgate, requests } = client();
    const params = order({ phone: '254700080001' });
    const unknown = await errorOf(tillgate.collect(params));
    if (unknown.code !== 'idempotency_indeterminate') throw unknown;
    expect(requests).toHaveLength(1);
    expect((await tillgate.status(String(unknown.paymentId))).status).toBe('pending');
    const again = await errorOf(tillgate.collect(params, { idempotencyKey: unknown.idempotencyKey }));
    expect(again).toMatchObject({ code: 'idempotency_indeterminate', paymentId: unknown.paymentId });
  });

  it('of an answer that was lost charges once', async () => {
    let lost = 0;
    const fetch: TillgateOptions['fetch'] = async (url, init) => {
      const response = await globalThis.fetch(url, init);
      if (init.method !== 'POST' || lost >= 2) return response;
      lost += 1;
      throw new TypeError('the connection was cut');
    };
    const { tillgate, requests } = client({ fetch });
    const params = order();
    const { paymentId } = await tillgate.collect(params);
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
    expect(requests).toHaveLength(3);
    const { payments } = await tillgate.listPaymentsPage({ accountReference: params.accountReference });
    expect(payments.map((payment) => payment.paymentId)).toEqual([paymentId]);
  });
});

describe('repeating at an API that changes', () => {
  it('outlasts a restart of the API', async () => {
    const { tillgate, requests } = client({ maxRetries: 50 });
    stack.front.pointTo([]);
    const params = order();
    const collected = tillgate.collect(params);
    await until('a failed attempt', () => requests[1]);
    await stack.startApi();
    const { paymentId } = await collected;
    expect((await tillgate.waitForPayment(paymentId)).status).toBe('success');
    expect(new Set(requests.filter(({ key }) => key).map(({ key }) => key)).size).toBe(1);
  });

  it('waits for the limit of the key', async () => {
    await stack.startApi({ RATE_LIMIT_COLLECT_PER_KEY: '1/2' });
    const { tillgate, requests } = client({ maxRetries: 20 });
    const accepted = await Promise.all([order(), order()].map((each) => tillgate.collect(each)));
    expect(new Set(accepted.map(({ paymentId }) => paymentId)).size).toBe(2);
    expect(requests.map(({ status }) => status)).toContain(429);
    await stack.startApi();
  });
});

describe('webhooks', () => {
  const document = JSON.parse(read('../apps/public-api/openapi.json'));
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false });
  ajv.addVocabulary(['components']);
  const { components } = document;
  const validators = Object.fromEntries(
    eventTypes.map((type) => [type, ajv.compile({ $ref: `#/components/schemas/${eventSchemas[type]}`, components })]),
  );
  /** What the document does not allow in an event. */
  const problemsOf = ({ id: _, test: __, ...body }: ShopServer['events'][number]) => {
    const validate = validators[body.type];
    return validate?.(body) ? [] : [body.type, validate?.errors];
  };

  it('are as the document describes them, of every type', async () => {
    for (const type of eventTypes) await until(type, () => shop.events.find((event) => event.type === type));
    expect(shop.events.flatMap(problemsOf)).toEqual([]);
    expect(shop.refused).toEqual([]);
  });

  it.each(frameworkNames)(
    'reach a server with %s: events, samples of every type, and a replaced secret',
    async (name) => {
      const server = await startShopServer(name);
      try {
        const judge = { ...stack.ctx, judgeWebhookUrl: webhookUrlJudge(['127.0.0.1']) };
        const { applicationId } = merchant;
        const endpoint = { applicationId, environment: 'sandbox' as const, url: server.url };
        const { endpointId, secret } = await createEndpoint(judge, endpoint);
        server.setSecret(secret);
        for (const type of eventTypes) await testEndpoint(stack.ctx, { endpointId, type });
        await until('all samples', () => (server.samples.length >= eventTypes.length ? true : undefined));
        expect(server.samples.map(({ type }) => type).sort()).toEqual(eventTypes.toSorted());
        expect(server.samples.flatMap(problemsOf)).toEqual([]);
        const pay = async () => {
          const { paymentId } = await client().tillgate.collect(order());
          return until('the event', () => server.events.find(({ data }) => Object.values(data).includes(paymentId)));
        };
        await pay();
        const rotated = await rotateSecret(stack.ctx, { endpointId, graceSeconds: 3600 });
        // Before the merchant has replaced it, and afterwards.
        await pay();
        server.setSecret(rotated.secret);
        await pay();
        expect(server.refused).toEqual([]);
      } finally {
        await server.close();
      }
    },
  );
});
