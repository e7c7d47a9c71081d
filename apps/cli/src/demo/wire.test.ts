import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createProvider } from '@tillgate/provider';
import { startSimulator } from '@tillgate/simulator/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sandboxAccount } from './merchant.ts';
import { balances, offlineConfirmation, resultCallback, stkCallback } from './wire.ts';

const { initiatorName: name, initiatorPassword: password, ...keys } = sandboxAccount;
const environment = 'sandbox' as const;
const { shortcode: address } = keys;
const account = {
  ...keys,
  rail: 'mpesa' as const,
  address,
  environment,
  tillNumber: null,
  initiator: { name, password },
  c2bVersion: null,
};
const phone = '254712345678';
const at = new Date('2026-01-31T11:30:00Z');
const sendBefore = new Date('2099-01-01T00:00:00Z');
const ids = {
  originatorConversationId: '2654-4b64-97ff-b827b542881d3130',
  conversationId: 'AG_20260131_00004e48cf7e3533f581',
};
const promptIds = { merchantRequestId: '2654-4b64-34620561-1', checkoutRequestId: 'ws_CO_191220191020363925' };
const silent = { debug() {}, info() {}, warn() {}, error() {} };
/** Each call gets a token of its own. */
const noStore = {
  read: async () => undefined,
  lease: async () => 'lease',
  store: async () => {},
  release: async () => {},
};

let simulator: Awaited<ReturnType<typeof startSimulator>>;
let provider: ReturnType<typeof createProvider>;
let hookUrl = '';
const posted: { path: string; body: string }[] = [];
const hook = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    posted.push({ path: request.url ?? '', body });
    response.end('{"ResultCode":"0","ResultDesc":"Accepted"}');
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => hook.listen(0, '127.0.0.1', done));
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}`;
  simulator = await startSimulator({ callbackDelayMs: 0 });
  const urls = { sandboxUrl: simulator.url, productionUrl: simulator.url };
  const clock = { now: () => new Date() };
  provider = createProvider({ ...urls, airtel: urls, timeoutMs: 10_000, clock, log: silent, tokens: noStore });
});
afterAll(async () => {
  await provider.close();
  await simulator.close();
  hook.closeAllConnections();
  await new Promise((done) => hook.close(done));
});

/** What the simulator posts to a path. */
async function bodyAt(path: string): Promise<unknown> {
  await expect.poll(() => posted.map((message) => message.path)).toContain(path);
  return JSON.parse(posted.find((message) => message.path === path)?.body ?? '');
}

/** The body without its values: names in any order, types, and the marks between the words and numbers of a text. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value === 'string') return value.replace(/-?\w+/g, 'x');
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === 'Key' || key === 'Name' ? each : formOf(each)]),
  );
}
const formOfBytes = (body: Buffer) => formOf(JSON.parse(body.toString()));

const push = { promptId: null, amount: 10, phone, accountRef: 'INV-7', description: 'Bread', sendBefore };

it('a paid prompt has the form that the simulator posts', async () => {
  const answer = await provider.rail(account).prompts.push({ ...push, callbackUrl: `${hookUrl}/paid` });
  expect(answer).toMatchObject({ kind: 'accepted' });
  const result = { code: '0', description: 'The service request is processed successfully.' };
  const ours = stkCallback(promptIds, result, { amount: 10, receipt: 'UAV0000001', phone, at });
  expect(formOfBytes(ours)).toEqual(formOf(await bodyAt('/paid')));
});

it('a cancelled prompt has the form that the simulator posts', async () => {
  const answer = await provider
    .rail(account)
    .prompts.push({ ...push, phone: '254700071032', callbackUrl: `${hookUrl}/no` });
  expect(answer).toMatchObject({ kind: 'accepted' });
  const ours = stkCallback(promptIds, { code: '1032', description: 'Request cancelled by user' }, undefined);
  expect(formOfBytes(ours)).toEqual(formOf(await bodyAt('/no')));
});

it('an offline payment has the form that the simulator posts, without a balance', async () => {
  const urls = { confirmationUrl: `${hookUrl}/offline`, validationUrl: `${hookUrl}/validation` };
  expect(await provider.mpesa(account).offline.registerUrls(urls)).toMatchObject({ kind: 'accepted' });
  const { shortcode } = account;
  await fetch(`${simulator.url}/admin/c2b/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shortcode, amount: 150, phone, reference: 'INV-7' }),
  });
  const ours = offlineConfirmation({
    receipt: 'UAV0000001',
    at,
    amount: 150,
    cents: 0,
    shortcode,
    reference: 'INV-7',
    phone,
  });
  expect(formOfBytes(ours)).toEqual({ ...(formOf(await bodyAt('/offline')) as object), OrgAccountBalance: '' });
});

it('a balance has the form that the simulator posts, without the internal URL of the provider', async () => {
  const urls = { resultUrl: `${hookUrl}/balance`, timeoutUrl: `${hookUrl}/timeout` };
  const answer = await provider.rail(account).questions?.balance({ ...urls, identifierType: '4', remarks: 'Balance' });
  expect(answer).toMatchObject({ kind: 'accepted' });
  const result = {
    code: '0',
    description: 'The service request is processed successfully.',
    transactionId: 'UAV0000000',
  };
  const ours = resultCallback(ids, result, {
    AccountBalance: balances(184_300, 1_250_000),
    BOCompletedTime: 20_260_131_143_000,
  });
  const theirs = (await bodyAt('/balance')) as { Result: object };
  const ReferenceData = { ReferenceItem: { Key: 'QueueTimeoutURL', Value: '' } };
  expect(formOfBytes(ours)).toEqual(formOf({ Result: { ...theirs.Result, ReferenceData } }));
});
