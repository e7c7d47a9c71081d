import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../scripts/lib/ports.mjs';
import { call } from './support/client.ts';
import {
  isShown,
  type Language,
  languages,
  layOut,
  missingFor,
  printedBy,
  readExamples,
  typeErrorsOf,
} from './support/examples.ts';
import { testMs } from './support/patience.ts';
import { blockOf } from './support/recipes.ts';
import { createStack, type Stack } from './support/stack.ts';
import { until } from './support/until.ts';

vi.setConfig({ testTimeout: testMs });

const examples = readExamples();

/** Those that need something of their own: the tests at the end run them. */
const apart = ['poll', 'retry', 'receive'];
const simple = [...examples.keys()].filter((name) => !apart.includes(name));
const verifiers: Record<string, string> = { ts: 'verify.ts', python: 'verify.py', php: 'verify.php' };

let stack: Stack;

beforeAll(async () => {
  // Time enough for an example to answer its prompt before the customer does.
  stack = await createStack({ simulator: { delayMs: 2_000 } });
  await Promise.all([stack.startApi(), stack.startWorker()]);
});
afterAll(() => stack.close());

function example(name: string, language: Language): { code: string; prints: string } {
  const { code = {}, prints = '' } = examples.get(name) ?? {};
  return { code: code[language] ?? '', prints };
}

/** Runs an example as a merchant of its own, and expects it to print what the page shows. */
async function runExample(name: string, language: Language, env: Record<string, string> = {}) {
  const { code, prints } = example(name, language);
  const own = env.TILLGATE_API_KEY ?? (await stack.merchant()).key().key;
  const printed = await printedBy(language, code, { TILLGATE_API_URL: stack.baseUrl, TILLGATE_API_KEY: own, ...env });
  const body = JSON.parse(printed) as Record<string, unknown>;
  expect(isShown(JSON.parse(prints), body), `printed ${printed}, where the page shows ${prints}`).toBe(true);
  return body;
}

/** Passes requests on, and loses the first answer. */
async function loseFirstAnswer(): Promise<{ url: string; keys: unknown[]; server: Server }> {
  const keys: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    keys.push(request.headers['idempotency-key']);
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const answer = await fetch(stack.baseUrl + request.url, {
      method: request.method ?? 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': String(key) },
      body: Buffer.concat(chunks),
    });
    if (keys.length === 1) return request.socket.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys, server };
}

describe('the examples of docs/', () => {
  it('are in every language and say what they print', () => {
    expect(simple.length).toBeGreaterThan(3);
    for (const { name, code, prints } of examples.values()) {
      // Only a server can receive, and curl is none.
      const wanted = name === 'receive' ? languages.filter((language) => language !== 'bash') : languages;
      expect(Object.keys(code), name).toEqual(wanted);
      expect(prints, name).not.toBe('');
    }
  });

  it('in TypeScript have the right types', async () => {
    expect(await typeErrorsOf(examples.values(), { 'verify.ts': blockOf('ts verify.ts') })).toBe('');
  });

  it('would fail if they printed something else', () => {
    expect(isShown({ id: '01…', n: 1 }, { id: '01a', n: 1 })).toBe(true);
    for (const printed of [
      { id: '02a', n: 1 },
      { id: '01a', n: 2 },
      { id: '01a' },
      { id: '01a', n: 1, more: 1 },
      null,
    ]) {
      expect(isShown({ id: '01…', n: 1 }, printed)).toBe(false);
    }
  });
});

// At once: each test has a merchant of its own, and waits for its customer most of the time.
describe.concurrent.each(languages)('in %s', (language) => {
  const missing = missingFor(language);
  const title = (text: string) => (missing ? `${text} (not run: ${missing})` : text);

  it.skipIf(missing).each(simple)(title('%s prints what the page shows'), async (name) => {
    await runExample(name, language);
  });

  it.skipIf(missing)(title('a payment is collected and its outcome read'), async () => {
    const { key } = (await stack.merchant()).key();
    const { paymentId } = await runExample('collect', language, { TILLGATE_API_KEY: key });
    await runExample('poll', language, { TILLGATE_API_KEY: key, PAYMENT_ID: String(paymentId) });
  });

  it.skipIf(missing)(title('a request whose answer is lost is sent again, and charges once'), async () => {
    const { key } = (await stack.merchant()).key();
    const lossy = await loseFirstAnswer();
    const { paymentId } = await runExample('retry', language, { TILLGATE_API_KEY: key, TILLGATE_API_URL: lossy.url });
    lossy.server.closeAllConnections();
    lossy.server.close();
    expect(lossy.keys).toEqual(['order-1043', 'order-1043']);
    const { body } = await call(`${stack.baseUrl}/payments`, key);
    expect((body as { payments: { paymentId: string }[] }).payments.map((payment) => payment.paymentId)).toEqual([
      paymentId,
    ]);
  });

  // A shell is no server: `tillgate listen` is, and has a test of its own.
  if (language === 'bash') return;
  it.skipIf(missing)(title('a receiver believes a webhook of ours and no other'), async () => {
    const { code, prints } = example('receive', language);
    const verifier = verifiers[language] ?? '';
    const ports = await freePorts(['RECEIVER']);
    const address = `127.0.0.1:${ports.RECEIVER}`;
    const merchant = await stack.merchant();
    const { secret } = await stack.endpoint(merchant, `http://${address}/webhooks`);
    const files = { [verifier]: blockOf(`${verifier.split('.')[1] === 'py' ? 'python' : language} ${verifier}`) };
    const { directory, file, command, remove } = await layOut(language, code, files);
    const [program, ...args] = language === 'php' ? ['php', '-S', address, file] : command;
    const env = { ...process.env, TILLGATE_WEBHOOK_SECRET: secret, PORT: String(ports.RECEIVER) };
    const child = spawn(program, args, { cwd: directory, env });
    let printed = '';
    let complaints = '';
    child.stdout.on('data', (chunk) => (printed += chunk));
    child.stderr.on('data', (chunk) => (complaints += chunk));
    try {
      const forged = await until(`a receiver in ${language} that listens: ${complaints}`, () =>
        fetch(`http://${address}/webhooks`, {
          method: 'POST',
          headers: { 'x-webhook-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
          body: '{"type":"payment.success","data":{"accountRef":"FORGED","amount":1}}',
        }).catch(() => undefined),
      );
      expect(forged.status).toBe(400);
      await runExample('collect', language, { TILLGATE_API_KEY: merchant.key().key });
      await until('the webhook', () => (printed.includes('\n') ? true : undefined));
      expect(printed).toBe(prints);
    } finally {
      child.kill();
      await once(child, 'exit');
      await remove();
    }
  });
});
