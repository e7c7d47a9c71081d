import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRuntime } from '../scripts/lib/runtimes.mjs';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let stack: Stack;
const running: ChildProcess[] = [];

beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 300 } });
  await Promise.all([stack.startApi(), stack.startWorker()]);
});
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await stack.close();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts an example as `npm run example` does, for a merchant of its own. Returns where the shop is. */
async function startExample(name: string): Promise<string> {
  const merchant = await stack.merchant();
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'scripts/example.mjs'), name], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      TILLGATE_INSTALL: 'never',
      TILLGATE_API_KEY: merchant.key().key,
      TILLGATE_API_URL: stack.front.url,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }
  const url = `http://localhost:${port}`;
  await until(`${name} serves`, () => {
    if (child.exitCode !== null) throw new Error(`the example ended:\n${printed}`);
    return fetch(`${url}/orders/nobody`).then(
      () => true,
      () => undefined,
    );
  });
  return url;
}

async function json(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, init);
  const text = await response.text();
  expect(response.ok, `${response.status} ${text}`).toBe(true);
  return JSON.parse(text);
}
const order = (phone: string) => ({
  method: 'POST',
  body: JSON.stringify({ amount: 10, phone }),
  headers: { 'content-type': 'application/json' },
});

it('the shop with Express is told of payments and failures by webhooks', async () => {
  const url = await startExample('express');
  const bought = await json(`${url}/orders`, order('254712345678'));
  const paid = await until('the order is paid', async () => {
    const now = await json(`${url}/orders/${bought.id}`);
    return now.status === 'paid' ? now : undefined;
  });
  expect(paid).toMatchObject({ amount: 10, receipt: expect.stringMatching(/\w/) });
  const cancelled = await json(`${url}/orders`, order('254700071032'));
  const failed = await until('the order has failed', async () => {
    const now = await json(`${url}/orders/${cancelled.id}`);
    return now.status === 'failed' ? now : undefined;
  });
  expect(failed.message).toMatch(/\w/);
  const refused = await fetch(`${url}/orders`, order('12345'));
  expect([refused.status, await refused.json()]).toEqual([
    422,
    { issues: [expect.objectContaining({ path: 'phone' })] },
  ]);
  const forged = await fetch(`${url}/webhooks`, { method: 'POST', body: '{}' });
  expect(forged.status).toBe(400);
});

const workerd = findRuntime('workerd');
const skipped = workerd ? '' : ' (skipped: npm run runtimes fetches workerd)';
it.skipIf(!workerd)(`the shop at the edge is told of payments by webhooks${skipped}`, async () => {
  const url = await startExample('hono');
  const { paymentId } = await json(`${url}/orders`, order('254712345679'));
  const told = await until('the payment is announced', async () => {
    const now = await json(`${url}/orders/${paymentId}`);
    return now.announced ? now : undefined;
  });
  expect(told).toEqual({ paymentId, status: 'success', announced: true });
});
