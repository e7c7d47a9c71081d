import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { otherRails, setRailAccount } from '@tillgate/domain/applications';
import { applyCallback } from '@tillgate/domain/callbacks';
import { attacks } from '@tillgate/domain/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { moneyOutWorld } from '../routes/money-out.fixture.ts';
import { startApi } from '../testing.ts';

const world = moneyOutWorld({ autoAnswer: false });
const bodyBytesMax = 100_000;

/** The right last part of each hook's path. A new hook needs its line. */
const tokens: Record<string, string> = {};

beforeAll(async () => {
  const { prisma } = world.api.ctx.db;
  const payment = await world.send('/collect', { amount: 10, phone: '0712345678' });
  const payout = await world.send('/payout', { amount: 10, phone: '0712345678', remarks: 'magic:accepted-silent' });
  const registered = await world.send('/c2b-register', {});
  const { callbackToken } = await prisma.payment.findUniqueOrThrow({ where: { id: payment.body.paymentId } });
  const disbursement = await prisma.disbursement.findUniqueOrThrow({ where: { id: payout.body.disbursementId } });
  tokens['/stk-hook/'] = callbackToken ?? '';
  tokens['/result-hook/'] = disbursement.callbackToken;
  tokens['/timeout-hook/'] = disbursement.callbackToken;
  tokens['/c2b-hook/'] = registered.body.confirmationUrl.split('/').at(-1);
  const { applicationId } = disbursement;
  const secrets = { clientId: 'a-client', clientSecret: 'a-secret', callbackKey: 'a-key' };
  const account = { applicationId, environment: 'sandbox', rail: otherRails[0], number: '450123', secrets } as const;
  const { accountId: id } = await setRailAccount(world.api.ctx, account);
  tokens['/rail-hook/'] = (await prisma.railAccount.findUniqueOrThrow({ where: { id } })).hookToken ?? '';
});

/** The paths of all hooks, from the routes of the API itself. */
async function hookPaths(): Promise<string[]> {
  const app = await createApp(world.api.deps);
  await app.ready();
  const routes = app.printRoutes({ commonPrefix: false });
  await app.close();
  return [...new Set([...routes.matchAll(/\/functions\/v1(\/[a-z0-9-]*hook\/):token/g)].map(([, path = '']) => path))];
}

/** One text per table, which changes with any of its rows. */
async function everyRow(): Promise<Record<string, string>> {
  const { rows } = await world.api.ctx.db.pool.query<{ name: string; rows: string }>(`
    SELECT table_name AS name, md5(query_to_xml(format('SELECT * FROM %I ORDER BY 1', table_name), true, true, '')::text) AS rows
    FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      AND table_name NOT IN ('engine_events', 'engine_runs', 'provider_callbacks', 'api_requests', 'rate_limit_counters', 'api_keys', 'key_networks')
    ORDER BY 1`);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
const callbacks = () => world.api.ctx.db.prisma.providerCallback.findMany({ orderBy: { id: 'asc' } });

const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  fetch(`${world.api.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: body as string,
  });

const success = JSON.stringify({
  Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item: [{ Name: 'Amount', Value: 10 }] } } },
  Result: { ResultCode: 0, ResultType: 0 },
  transaction: { id: 'an-id', status_code: 'TS', airtel_money_id: 'MP210603.1234.L06941' },
  TransID: 'TKH0000001',
  TransAmount: '90000.00',
  BusinessShortCode: '600200',
  MSISDN: '254712345678',
});

it('are all known to this test', async () => {
  expect((await hookPaths()).sort()).toEqual(Object.keys(tokens).sort());
});

describe('a forged token', () => {
  it('that no hook can have is refused without the database, and nothing of it is kept: the doctor posts one', async () => {
    const DATABASE_URL = 'postgresql://nobody@127.0.0.1:1/none';
    const settings = { RATE_LIMIT_STORE: 'memory', DATABASE_URL };
    const api = { database: world.api.ctx.db, urlAs: () => DATABASE_URL };
    const lonely = await startApi(api, 'http://127.0.0.1:1', settings);
    for (const path of await hookPaths()) {
      const response = await fetch(`${lonely.baseUrl}${path}doctor`, { method: 'POST', body: '{}' });
      expect([response.status, await response.json()], path).toMatchObject([
        404,
        { code: 'not_found', detail: 'There is no such hook.', requestId: expect.any(String) },
      ]);
    }
    expect(lonely.deps.spooled()).toEqual({ waiting: 0, aside: 0 });
    await lonely.close();
  });

  it('changes no row, whatever comes with it, and the answer never depends on what is wrong', async () => {
    const before = [await everyRow(), await callbacks()];
    for (const [path, token] of Object.entries(tokens)) {
      const others = Object.entries(tokens).filter(([other, its]) => other !== path && its !== token);
      const forged = [
        randomBytes(32).toString('hex'),
        token.toUpperCase(),
        `${token}0`,
        token.slice(0, -1),
        `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
        ...others.map(([, its]) => its),
        ...attacks.malformedIds.filter((id) => id !== '' && id.length < 200).map((id) => encodeURIComponent(id)),
        ...['*', '_%', '%25', '%2e%2e%2fstatus', '$1', "'or'1'='1"].map((id) => encodeURIComponent(id)),
      ];
      const answers = new Set<string>();
      for (const wrong of new Set(forged)) {
        const response = await post(`${path}${wrong}`, success);
        answers.add(`${response.status} ${(await response.text()).replaceAll(/req_[0-9a-f-]{36}/g, 'req')}`);
      }
      expect([...answers], path).toEqual([expect.stringMatching(/^404 /)]);
    }
    expect([await everyRow(), await callbacks()]).toEqual(before);
  });
});

const bodies: [what: string, body: string | Uint8Array][] = [
  ['nothing', ''],
  ['40,000 levels', attacks.deepJson()],
  ['40,000 levels in a field', `{"Body":{"stkCallback":${attacks.deepJson(20_000)}}}`],
  [
    'a prototype',
    '{"__proto__":{"polluted":true,"ResultCode":0},"Body":{"__proto__":{"stkCallback":{"ResultCode":0}}}}',
  ],
  ['a constructor', '{"constructor":{"prototype":{"polluted":true}}}'],
  ['the same key twice', '{"Body":{"stkCallback":{"ResultCode":1,"ResultCode":0}}}'],
  ['noise', randomBytes(5_000)],
  ['NUL', '\u0000\u0000'],
  ['markup', '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>'],
  ['a list', '[[[]]]'],
  ['a number', '1e999'],
  ['a form', 'ResultCode=0&Amount=90000'],
  ['a text for every value', '{"Body":{"stkCallback":{"ResultCode":"0 OR 1=1","CheckoutRequestID":"\' OR 1"}}}'],
  ['a result of something else', '{"Result":{"ResultType":0,"ResultCode":0,"ConversationID":"AG_other"}}'],
  ['a prompt of somebody else', '{"Body":{"stkCallback":{"ResultCode":0,"CheckoutRequestID":"ws_CO_other"}}}'],
  [
    'a notice of somebody else',
    '{"transaction":{"id":"other","status_code":"TS","airtel_money_id":"MP1"},"hash":"AAAA"}',
  ],
  ['two ids in a notice', '{"transaction":{"id":"other","id":"another","status_code":"TS"}}'],
];
const contentTypes = [
  'application/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'x/y',
  '',
];

describe('the right token', () => {
  it('keeps garbage as evidence, answers in the provider’s form, and moves no money by it', async () => {
    const before = await everyRow();
    for (const path of Object.keys(tokens)) {
      for (const [index, [what, body]] of bodies.entries()) {
        const type = contentTypes[index % contentTypes.length] ?? '';
        const response = await post(`${path}${tokens[path]}`, body, type === '' ? {} : { 'content-type': type });
        const text = await response.text();
        expect(response.status, `${path} ${what} ${text}`).toBe(200);
        const accepted = { ResultCode: expect.anything(), ResultDesc: expect.any(String) };
        expect(JSON.parse(text), what).toEqual(path === '/rail-hook/' ? {} : accepted);
      }
    }
    expect(await everyRow()).toEqual(before);
    for (const { id } of await callbacks()) await applyCallback(world.api.deps.context, id);
    const { prisma } = world.api.ctx.db;
    expect(await prisma.payment.count({ where: { status: { not: 'pending' } } })).toBe(0);
    expect(await prisma.disbursement.count({ where: { status: 'success' } })).toBe(0);
    expect(await prisma.payment.count({ where: { source: 'c2b' } })).toBe(0);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('does not open for more than 100 kB, sent whole or in chunks', async () => {
    const before = (await callbacks()).length;
    for (const path of Object.keys(tokens)) {
      expect((await post(`${path}${tokens[path]}`, 'x'.repeat(bodyBytesMax + 1))).status).toBe(413);
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      const head = `POST /functions/v1${path}${tokens[path]} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;
      expect(await raw(`${head}${chunk.repeat(8)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    }
    expect(await callbacks()).toHaveLength(before);
  });
});

/** Sends bytes as they are and returns what comes back until the connection is closed or answers. */
async function raw(bytes: string): Promise<string> {
  const { port, hostname } = new URL(world.api.origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.end(bytes);
  return textOf(socket).catch(() => '');
}

describe('a request that two readers could read in two ways', () => {
  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc'],
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n'],
    ['a broken chunk', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
    ['an unknown transfer encoding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['a length that is none', 'Content-Length: -1\r\n\r\n{}'],
    ['a folded header', 'X-A: b\r\n c: d\r\nContent-Length: 2\r\n\r\n{}'],
  ])('is refused once and changes nothing: %s', async (_what, rest) => {
    const before = [await everyRow(), (await callbacks()).length];
    for (const [path, token] of Object.entries(tokens)) {
      const answer = await raw(`POST /functions/v1${path}${token} HTTP/1.1\r\nHost: a\r\n${rest}`);
      expect(answer.match(/^HTTP\/1\.1 /gm) ?? []).toHaveLength(answer === '' ? 0 : 1);
      if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect([await everyRow(), (await callbacks()).length]).toEqual(before);
  });
});
