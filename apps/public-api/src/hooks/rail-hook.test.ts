import { createHmac } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { otherRails, setRailAccount } from '@tillgate/domain/applications';
import { applyCallback } from '@tillgate/domain/callbacks';
import { seed } from '@tillgate/domain/testing';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../testing.ts';

const [rail] = otherRails;
const callbackKey = 'callback-key-of-a-test';

let test: TestDatabase;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let api: RunningApi;
beforeAll(async () => {
  [test, simulator] = await Promise.all([testDatabase(), startSimulator({ autoAnswer: false })]);
  api = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory', AIRTEL_SANDBOX_URL: simulator.url });
});
afterAll(async () => {
  await api.close();
  await simulator.close();
  await test.close();
});

let made = 0;
/** A merchant with one account, and a prompt that nobody has answered. `hook`: the URL that is typed into its portal. */
async function shopWithPrompt(secrets: { callbackKey?: string } = { callbackKey }) {
  const { prisma } = api.ctx.db;
  const merchant = await seed(api.ctx).owner().application().key('sandbox').mint();
  const { applicationId } = merchant;
  made += 1;
  const own = { clientId: `client-${made}`, clientSecret: 'a-secret', ...secrets };
  const account = { applicationId, environment: 'sandbox', rail, number: `${450_000 + made}`, secrets: own } as const;
  const { accountId } = await setRailAccount(api.ctx, account);
  const response = await fetch(`${api.baseUrl}/collect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${merchant.key().key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 10, phone: '0733345678' }),
  });
  expect(response.status, await response.clone().text()).toBe(202);
  const { paymentId } = (await response.json()) as { paymentId: string };
  const { checkoutRequestId } = await prisma.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const { hookToken } = await prisma.railAccount.findUniqueOrThrow({ where: { id: accountId } });
  return {
    applicationId,
    accountId,
    paymentId,
    id: checkoutRequestId ?? '',
    hook: `${api.baseUrl}/rail-hook/${hookToken}`,
  };
}

const transactionOf = (id: string, status = 'TS', more = '') =>
  `{"id":"${id}","message":"Paid KES 10","status_code":"${status}","airtel_money_id":"MP${made}"${more}}`;
const hashOf = (text: string, key = callbackKey) => createHmac('sha256', key).update(text).digest('base64');
const noticeOf = (transaction: string, hash?: string) =>
  `{"transaction":${transaction}${hash === undefined ? '' : `,"hash":"${hash}"`}}`;
const signed = (transaction: string) => noticeOf(transaction, hashOf(transaction));
const post = (hook: string, body: string) =>
  fetch(hook, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

/** Posts a body, applies what is stored of it, and returns its state. */
async function hear(hook: string, applicationId: string, body: string) {
  const { prisma } = api.ctx.db;
  expect((await post(hook, body)).status).toBe(200);
  const open = { applicationId, retryAt: { not: null } };
  const stored = await prisma.providerCallback.findMany({ where: open });
  for (const { id } of stored) await applyCallback(api.deps.context, id);
  return prisma.providerCallback.findFirstOrThrow({ where: { applicationId }, orderBy: { id: 'desc' } });
}
const paymentOf = (id: string) => api.ctx.db.prisma.payment.findUniqueOrThrow({ where: { id } });

it('stores the bytes as they came before it answers with an empty object', async () => {
  const { hook, paymentId, id } = await shopWithPrompt();
  const body = ` { "transaction" : ${transactionOf(id)} }`;
  const response = await post(hook, body);
  expect([response.status, await response.json()]).toEqual([200, {}]);
  const [row] = await api.ctx.db.prisma.providerCallback.findMany({ where: { subjectId: paymentId } });
  expect(Buffer.from(row?.body ?? []).toString()).toBe(body);
  expect((await fetch(hook)).status).toBe(405);
});

it('is no operation of the API', async () => {
  const document = await (await fetch(`${api.origin}/openapi.json`)).text();
  expect(document).not.toContain('rail-hook');
});

describe('a notice of a success', () => {
  it.each<[string, (id: string) => string, boolean]>([
    ['with the hash of its bytes', (id) => signed(transactionOf(id)), true],
    [
      'with the hash of what it says, written again',
      (id) => noticeOf(transactionOf(id).replaceAll(',', ' , '), hashOf(transactionOf(id))),
      true,
    ],
    ['without a hash', (id) => noticeOf(transactionOf(id)), false],
    ['with the hash of another key', (id) => noticeOf(transactionOf(id), hashOf(transactionOf(id), 'guessed')), false],
    ['with the hash of a failure', (id) => noticeOf(transactionOf(id), hashOf(transactionOf(id, 'TF'))), false],
    [
      'in the place of a signed failure',
      (id) =>
        `{"transaction":${transactionOf(id, 'TF')},${noticeOf(transactionOf(id), hashOf(transactionOf(id, 'TF'))).slice(1)}`,
      false,
    ],
    ['that is signed, of a failure', (id) => signed(transactionOf(id, 'TF')), false],
  ])('%s settles the payment at once or has the network asked', async (_what, write, isWord) => {
    const { hook, applicationId, paymentId, id } = await shopWithPrompt();
    expect(await hear(hook, applicationId, write(id))).toMatchObject({ state: 'applied', subjectId: paymentId });
    const payment = await paymentOf(paymentId);
    expect(payment).toMatchObject(
      isWord ? { status: 'success', settledBy: 'callback', providerReceipt: `MP${made}` } : { status: 'pending' },
    );
    if (!isWord) expect(payment.nextQueryAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('signed with the key of another account settles nothing', async () => {
    const mine = await shopWithPrompt();
    const other = await shopWithPrompt({ callbackKey: 'key-of-the-other' });
    const transaction = transactionOf(mine.id);
    const foreign = noticeOf(transaction, hashOf(transaction, 'key-of-the-other'));
    expect(await hear(other.hook, other.applicationId, foreign)).toMatchObject({
      ...{ state: 'unmatched', subjectKind: 'rail_account', subjectId: other.accountId },
    });
    expect(await hear(mine.hook, mine.applicationId, foreign)).toMatchObject({ state: 'applied' });
    expect(await paymentOf(mine.paymentId)).toMatchObject({ status: 'pending' });
  });

  it('settles nothing where the account has no key, whatever hash it has', async () => {
    const { hook, applicationId, paymentId, id } = await shopWithPrompt({});
    for (const key of ['', 'null', 'undefined', callbackKey]) {
      const transaction = transactionOf(id, 'TS', `,"n":"${key}"`);
      await hear(hook, applicationId, noticeOf(transaction, hashOf(transaction, key)));
    }
    expect(await paymentOf(paymentId)).toMatchObject({ status: 'pending' });
  });

  it('about another payment of the account settles that one, and no other', async () => {
    const first = await shopWithPrompt();
    const second = await shopWithPrompt();
    await hear(first.hook, first.applicationId, signed(transactionOf(second.id)));
    await hear(first.hook, first.applicationId, signed(transactionOf(first.id)));
    expect(await paymentOf(first.paymentId)).toMatchObject({ status: 'success' });
    expect(await paymentOf(second.paymentId)).toMatchObject({ status: 'pending' });
  });
});

describe('a notice in production', () => {
  it.each([
    ['passes from any address by default', {}, 200],
    ['does not ask for the addresses of M-PESA', { CALLBACK_ALLOWED_IPS: '10.0.0.1' }, 200],
    ['passes from the addresses of the setting', { AIRTEL_CALLBACK_ALLOWED_IPS: '127.0.0.0/8' }, 200],
    ['passes from no others', { AIRTEL_CALLBACK_ALLOWED_IPS: '10.0.0.1', CALLBACK_ALLOWED_IPS: 'any' }, 404],
  ])('%s', async (_what, environment, status) => {
    const { applicationId } = await seed(api.ctx).owner().application().mint();
    made += 1;
    const secrets = { clientId: `client-${made}`, clientSecret: 'a-secret' };
    const account = { applicationId, environment: 'production', rail, number: `${450_000 + made}`, secrets } as const;
    const { accountId } = await setRailAccount(api.ctx, account);
    const { hookToken } = await api.ctx.db.prisma.railAccount.findUniqueOrThrow({ where: { id: accountId } });
    const other = await startApi(test, simulator.url, { RATE_LIMIT_STORE: 'memory', ...environment });
    try {
      expect((await post(`${other.baseUrl}/rail-hook/${hookToken}`, '{}')).status).toBe(status);
    } finally {
      await other.close();
    }
  });
});
