import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, type Json, startBench, testPasskey, until } from '../test-client.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** The host that the SDKs have in their code. */
const providerHost = 'sandbox.safaricom.co.ke';

let bench: Bench;
let folder: string;
beforeEach(async () => {
  bench = await startBench({ names: [providerHost], checkCredential: true, initiatorPassword: 'Safaricom999' });
  folder = await mkdtemp(join(tmpdir(), 'sdk-'));
  await writeFile(join(folder, 'certificate.pem'), (await bench.call('GET', '/admin/certificate')).text);
});
afterEach(async () => {
  await bench.close();
  await rm(folder, { recursive: true });
});

/** The callbacks that came to the URL of an operation. */
const callbacksOf = (operation: string): Json[] =>
  bench.received.filter(({ path }) => path === `/${operation}`).map(({ json }) => json);

/** The receipt of the pushed prompt, once its callback has brought it. */
const receiptOfPush = () =>
  until(() => {
    const [callback] = bench.received.filter(({ path }) => path === '/push').map(({ callback }) => callback);
    const { Item } = (callback?.CallbackMetadata ?? { Item: [] }) as { Item: { Name: string; Value?: unknown }[] };
    return Item.find(({ Name }) => Name === 'MpesaReceiptNumber')?.Value as string | undefined;
  });

type Said = { operation: string; status: number; data: Json };

/** Runs the calls of an SDK in a process of its own, where nothing but the way to the provider is changed. */
async function runSdk(script: string): Promise<Said[]> {
  const child = spawn(process.execPath, ['--require', here('to-simulator.cjs'), here(script)], {
    env: {
      PATH: process.env.PATH,
      SIMULATOR_PORT: new URL(bench.url).port,
      CALLBACKS: bench.listener.base,
      CERTIFICATE: join(folder, 'certificate.pem'),
      PASSKEY: testPasskey,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const said: Said[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Said;
    said.push(one);
    if (one.operation === 'push') child.stdin.write(`${await receiptOfPush()}\n`);
  }
  expect(await ended, errors).toBe(0);
  return said;
}

describe.each([
  { sdk: 'mpesa-node', operations: ['push', 'query', 'status', 'balance', 'payout', 'b2b', 'reversal'] },
  { sdk: 'mpesa-api', operations: ['push', 'query', 'status', 'balance', 'payout', 'reversal'] },
])('the SDK $sdk, as it was published', ({ sdk, operations }) => {
  it('has every operation accepted, and gets every callback with what it asked for', async () => {
    const said = await runSdk(`${sdk}.cjs`);
    expect(said.map(({ operation }) => operation)).toEqual([
      ...operations,
      ...['register', 'simulate', 'parallel', 'parallel', 'parallel'],
    ]);
    for (const { operation, status, data } of said) {
      expect([operation, status, data.ResponseCode], JSON.stringify(data)).toEqual([operation, 200, '0']);
    }
    expect(said[1]?.data).toMatchObject({ ResultCode: '0', CheckoutRequestID: said[0]?.data.CheckoutRequestID });
    for (const operation of operations.slice(2)) {
      const { data } = said.find((one) => one.operation === operation) ?? {};
      const [callback] = await until(() => {
        const found = callbacksOf(operation);
        return found.length > 0 && found;
      });
      expect(callback, operation).toMatchObject({ Result: { ResultCode: 0, ConversationID: data?.ConversationID } });
    }
    const [confirmation] = await until(() => {
      const found = callbacksOf('confirmation');
      return found.length > 0 && found;
    });
    expect(confirmation).toMatchObject({ TransAmount: '100.00', BusinessShortCode: '600123' });
    expect(callbacksOf('validation')).toHaveLength(1);
    expect(callbacksOf('timeout')).toEqual([]);
  });
});
