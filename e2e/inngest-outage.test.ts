import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, collectUntilAnswered } from './support/client.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import type { Program } from './support/program.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const payments = 150;
/** More than sends that hang, and far less than one for each callback. */
const socketsMax = 20;

let server: Server;
let isHanging = true;
let open = 0;
let openMax = 0;
let stack: Stack;
let hook: MerchantHook;
let api: Program;
let worker: Program;
let key: string;

beforeAll(async () => {
  // An Inngest server that takes connections and never answers, until it does.
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (isHanging) return;
      const isList = request.method === 'GET';
      response.end(isList ? '[]' : JSON.stringify({ ids: ['1'], status: 200, ok: true }));
    });
  });
  server.on('connection', (socket) => {
    open += 1;
    openMax = Math.max(open, openMax);
    socket.on('close', () => {
      open -= 1;
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = {
    INNGEST_BASE_URL: baseUrl,
    INNGEST_EVENT_KEY: 'event',
    INNGEST_SIGNING_KEY: 'ab'.repeat(32),
    INNGEST_SERVE_ORIGIN: 'http://127.0.0.1:9',
  };
  stack = await createStack({ simulator: { delayMs: 50 }, env, repeatHooks: true });
  hook = await startMerchantHook();
  const merchant = await stack.merchant();
  key = merchant.key().key;
  await stack.endpoint(merchant, hook.url);
  api = await stack.startApi();
  worker = await stack.startWorker();
});
afterAll(async () => {
  await stack.close();
  await hook.close();
  server.closeAllConnections();
  server.close();
});

const pay = (n: number) =>
  collectUntilAnswered(
    stack.baseUrl,
    key,
    { amount: 100 + n, phone: `2547121${String(n).padStart(5, '0')}`, accountReference: `H${n}` },
    `hang-${n}`,
  );

/** Lines of a process with this sentence. */
const told = ({ pid }: Program, sentence: string) =>
  stack.lines.filter((line) => line.includes(`"pid":${pid},`) && line.includes(sentence)).length;

/** Sockets that a process holds. Undefined where the system does not tell. */
async function socketsOf({ pid }: Program): Promise<number | undefined> {
  const directory = `/proc/${pid}/fd`;
  const names = await readdir(directory).catch(() => undefined);
  if (!names) return undefined;
  const targets = await Promise.all(names.map((name) => readlink(`${directory}/${name}`).catch(() => '')));
  return targets.filter((target) => target.startsWith('socket:')).length;
}

const away = 'The Inngest server takes no signals.';
const back = 'The Inngest server takes signals again.';

async function readiness(): Promise<{ status: number; reason?: string }> {
  const response = await fetch(`http://127.0.0.1:${worker.port}/readyz`);
  const { reason } = (await response.json()) as { reason?: string };
  return { status: response.status, ...(reason !== undefined && { reason }) };
}

describe.sequential('an Inngest server that accepts connections and never answers', () => {
  it('costs few connections while payments are settled and announced, and is told once', async () => {
    await pay(0);
    await until('the first webhook', () => hook.received[0]);
    const socketsBefore = await socketsOf(api);
    for (let n = 1; n <= payments; n += 1) await pay(n);
    await until('every webhook', () => (hook.received.length > payments ? true : undefined));
    await until('the circuit of the API is open', async () => {
      await pay(payments + 1);
      return told(api, away) > 0 ? true : undefined;
    });
    expect(openMax).toBeLessThan(socketsMax);
    const sockets = await socketsOf(api);
    if (sockets !== undefined && socketsBefore !== undefined) {
      // The pool of the database may have grown meanwhile.
      expect(sockets - socketsBefore).toBeLessThan(socketsMax + 8);
    }
    expect([told(api, away), told(api, back)]).toEqual([1, 0]);
  });

  it('makes the worker not ready, with the reason', async () => {
    expect(await readiness()).toEqual({
      status: 503,
      reason: 'The Inngest server cannot be reached: no response within 3 s.',
    });
    expect((await fetch(`http://127.0.0.1:${worker.port}/healthz`)).status).toBe(200);
  });

  it('gets signals again when it answers, which is told once', async () => {
    isHanging = false;
    let serial = payments + 2;
    await until('the circuit of the API is closed', async () => {
      await pay(serial++);
      return told(api, back) > 0 ? true : undefined;
    });
    expect([told(api, away), told(api, back)]).toEqual([1, 1]);
    const found = await until('the worker knows', async () => {
      const now = await readiness();
      return now.reason?.includes('cannot be reached') ? undefined : now;
    });
    expect(found).toEqual({ status: 503, reason: 'The functions are not registered.' });
  });

  it('changes nothing for callers: a status is read while it hangs', async () => {
    isHanging = true;
    const { body } = await pay(1);
    const status = await call(`${stack.baseUrl}/status/${body.paymentId}`, key);
    expect(status).toMatchObject({ status: 200, body: { status: 'success' } });
  });
});
