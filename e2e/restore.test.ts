import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, call } from './support/client.ts';
import { merchantWithInitiator } from './support/initiator.ts';
import { viewMoneyOut } from './support/money-out-view.ts';
import { testMs } from './support/patience.ts';
import type { Program } from './support/program.ts';
import { viewProvider } from './support/provider-view.ts';
import { type RestorableDatabase, startRestorable } from './support/restorable-database.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

vi.setConfig({ testTimeout: 2 * testMs, hookTimeout: 2 * testMs });

const run = promisify(execFile);
const main = decodeURIComponent(new URL('../apps/cli/dist/main.js', import.meta.url).pathname);
const phone = '254711000001';

let restorable: RestorableDatabase;
let stack: Stack;
let key: string;
let worker: Program;
beforeAll(async () => {
  restorable = await startRestorable();
  const env = { CALLBACK_ALLOWED_IPS: '127.0.0.1' };
  stack = await createStack({ database: restorable, env, simulator: { delayMs: 100, loseCallbacks: true } });
  [, worker] = await Promise.all([stack.startApi(), stack.startWorker()]);
  key = (await merchantWithInitiator(stack)).key().key;
});
afterAll(async () => {
  await stack.close();
});

const post = (path: string, body: object, idempotencyKey: string): Promise<Answer> =>
  call(`${stack.baseUrl}${path}`, key, { method: 'POST', body, idempotencyKey });
const collect = (reference: string) =>
  post('/collect', { amount: 10, phone, accountReference: reference.slice(0, 12) }, reference);
const payOut = (idempotencyKey: string) => post('/payout', { amount: 20, phone, remarks: 'salary' }, idempotencyKey);
const pushes = async (reference: string) => (await viewProvider(stack.provider).prompts(reference)).length;
const payouts = async () => (await viewMoneyOut(stack.provider).payouts()).length;

/** The last part of the callback URL of a payment. */
async function tokenOf(paymentId: unknown): Promise<string> {
  const where = { id: String(paymentId) };
  return (await stack.ctx.db.prisma.payment.findUniqueOrThrow({ where })).callbackToken ?? '';
}

/** What the provider posts when a prompt was paid. */
async function paid(token: string, receipt: string, checkoutRequestId: unknown): Promise<number> {
  const items = { Amount: 10, MpesaReceiptNumber: receipt, TransactionDate: 20261120104000, PhoneNumber: 254711000001 };
  const Item = Object.entries(items).map(([Name, Value]) => ({ Name, Value }));
  const ids = { MerchantRequestID: 'a-1', CheckoutRequestID: checkoutRequestId };
  const said = { ResultCode: 0, ResultDesc: 'The service request is processed successfully.' };
  const stkCallback = { ...ids, ...said, CallbackMetadata: { Item } };
  const answer = await fetch(`${stack.baseUrl}/stk-hook/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Body: { stkCallback } }),
  });
  return answer.status;
}

async function tillgate(url: string, ...words: string[]): Promise<string> {
  const keys = await generateSealKeys();
  const env = {
    PATH: process.env.PATH ?? '',
    DATABASE_URL: url,
    SEAL_PUBLIC_KEY: keys.publicKey,
    SEAL_PRIVATE_KEY: keys.privateKey,
  };
  return (await run(process.execPath, [main, ...words], { env })).stdout;
}

describe('a database that is set back to a moment', () => {
  it('forgets what followed, and no money moves twice because of it', async () => {
    const before = await collect('before-1');
    const beforeToken = await tokenOf(before.body.paymentId);
    const moment = await restorable.now();
    const lost = [await collect('gap-1'), await payOut('gap-p')];
    expect(lost.map(({ status }) => status)).toEqual([202, 202]);
    const late = await collect('gap-2');
    const lateToken = await tokenOf(late.body.paymentId);
    const made = { pushes: await pushes('gap-1'), payouts: await payouts() };
    expect(made).toEqual({ pushes: 1, payouts: 1 });

    // The API goes on without a database, and the provider’s callback waits on its disk.
    await worker.stop();
    await restorable.stop();
    expect(await paid(beforeToken, 'TKH0000001', before.body.checkoutRequestId)).toBe(200);
    const { alone, open } = await restorable.restore(moment);
    expect(
      await tillgate(alone, 'gap', 'open', '--since', moment.toISOString(), '--reason', 'The disk failed.', '--yes'),
    ).toContain('No payout and no refund leaves');
    await open();
    await stack.startWorker();

    // Keys of the gap are refused, at first because nobody has read them back, then for ever.
    const repeated = await until('the keys of the gap', async () => {
      const answer = await collect('gap-1').catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      return undefined;
    });
    expect(repeated).toMatchObject({ status: 409, body: { indeterminate: true } });
    expect(await payOut('gap-p')).toMatchObject({ status: 409, body: { indeterminate: true } });
    // What is new comes in, and nothing goes out.
    await until('a new request', async () => ((await collect('new-1')).status === 202 ? true : undefined));
    expect(await payOut('new-p')).toMatchObject({ status: 503, body: { code: 'unavailable', retryAfterSeconds: 30 } });

    // What was open at the moment settles by the callback that waited.
    await until('the payment of before', async () => {
      const { body } = await call(`${stack.baseUrl}/status/${before.body.paymentId}`, key);
      return body.status === 'success' ? body : undefined;
    });
    // What the provider tells of a forgotten payment is kept, and a person hears of it.
    expect(await paid(lateToken, 'TKH0000002', late.body.checkoutRequestId)).toBe(200);
    const review = await until('the review', async () => {
      const found = await stack.ctx.db.prisma.review.findFirst({ where: { reason: 'callback_astray' } });
      return found ?? undefined;
    });
    expect(review.detail).toEqual({ receipt: 'TKH0000002', amount: '10' });

    const url = restorable.urlAs('cli');
    expect(await tillgate(url, 'gap', 'list')).toMatch(/open +3 \(1 of 1 APIs\)/);
    await tillgate(url, 'gap', 'close', '--note', 'All is in order.');
    expect((await payOut('new-p')).status).toBe(202);
    expect(await payOut('gap-p')).toMatchObject({ status: 409, body: { indeterminate: true } });
    expect(await collect('gap-1')).toMatchObject({ status: 409 });
    expect({ pushes: await pushes('gap-1'), payouts: await payouts() }).toEqual({ pushes: 1, payouts: 2 });
  });
});
