import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { revokeKey } from '@tillgate/domain/keys';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createStack, type Stack } from './support/stack.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let stack: Stack;
let dataDir: string;
let publicKey: string;
const clients: Client[] = [];
beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 300 } });
  ({ publicKey } = await generateSealKeys());
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate mcp '));
  await Promise.all([stack.startApi(), stack.startWorker()]);
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(async () => {
  await stack.close();
  await rm(dataDir, { recursive: true });
});

/** A client of the built command, with the environment of its process alone. */
async function startClient(
  args: string[],
  env: Record<string, string>,
  program = 'apps/cli/dist/main.js',
): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, program), 'mcp', ...args],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      DATA_DIR: dataDir,
      DATABASE_URL: stack.test.urlAs('cli'),
      SEAL_PUBLIC_KEY: publicKey,
      TILLGATE_API_URL: stack.baseUrl,
      ...env,
    },
    // Clients start it wherever they are.
    cwd: dataDir,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(transport);
  return client;
}

async function call(client: Client, input: Record<string, unknown>) {
  const result = await client.callTool({ name: 'send_sandbox_prompt', arguments: input });
  const [first] = result.content as { text: string }[];
  return { isError: result.isError === true, text: first?.text ?? '', data: result.structuredContent ?? {} };
}

const sandboxOf = ({ applicationId }: { applicationId: string }) => ['--app', applicationId, '--env', 'sandbox'];

describe('tillgate mcp with a sandbox key', () => {
  it('sends prompts to the simulated phones of the application, and tells how each ended', async () => {
    const merchant = await stack.merchant();
    const client = await startClient(sandboxOf(merchant), { TILLGATE_API_KEY: merchant.key().key });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'send_sandbox_prompt')?.annotations).toMatchObject({
      readOnlyHint: false,
    });
    const paid = await call(client, { phone: '0712345678', amount: 250, reference: 'ORDER-1' });
    expect(paid).toMatchObject({
      isError: false,
      data: { status: 'success', amount: 250, phone: '0712…678', accountReference: 'ORDER-1', failure: null },
    });
    const failed = await call(client, { phone: '254700071032', amount: 10 });
    expect(failed).toMatchObject({ isError: false, data: { status: 'failed', failure: { code: '1032' } } });
    expect(failed.text).toMatch(/^Failed with 1032: /);
    const rows = await stack.ctx.db.prisma.payment.findMany({ where: { applicationId: merchant.applicationId } });
    expect(rows.map(({ environment, status }) => `${environment} ${status}`).sort()).toEqual([
      'sandbox failed',
      'sandbox success',
    ]);
  });

  it('sends one prompt however often a call is repeated with its key', async () => {
    const merchant = await stack.merchant();
    const client = await startClient(sandboxOf(merchant), { TILLGATE_API_KEY: merchant.key().key });
    const input = { phone: '0722000111', amount: 20, waitSeconds: 0, idempotencyKey: 'once' };
    const first = await call(client, input);
    const again = await call(client, input);
    expect(first.data).toMatchObject({ idempotencyKey: 'once', paymentId: expect.any(String) });
    expect(again.data).toMatchObject({ paymentId: (first.data as { paymentId: string }).paymentId });
    const where = { applicationId: merchant.applicationId };
    expect(await stack.ctx.db.prisma.payment.count({ where })).toBe(1);
  });

  it('tells what the API refuses, also a key that was revoked meanwhile', async () => {
    const merchant = await stack.merchant();
    const { key, keyId } = merchant.key();
    const client = await startClient(sandboxOf(merchant), { TILLGATE_API_KEY: key });
    const wrong = await call(client, { phone: 'nobody', amount: 10 });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringMatching(/phone/) });
    await revokeKey(stack.ctx, { keyId });
    await expect
      .poll(() => call(client, { phone: '0712345678', amount: 10, waitSeconds: 0 }))
      .toMatchObject({ isError: true, text: expect.stringMatching(/does not accept the key/) });
  });
});

describe('tillgate mcp without a key', () => {
  it('has no tool that sends', async () => {
    const client = await startClient(sandboxOf(await stack.merchant()), {});
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('send_sandbox_prompt');
    await expect(call(client, { phone: '0712345678', amount: 10 })).rejects.toThrow(/not found/i);
  });
});

describe('node scripts/tillgate.mjs mcp', () => {
  it('serves a client that starts it, as the documentation says', async () => {
    const client = await startClient(sandboxOf(await stack.merchant()), {}, 'scripts/tillgate.mjs');
    const { structuredContent } = await client.callTool({ name: 'explain_error', arguments: { code: '1037' } });
    expect(structuredContent).toMatchObject({ isKnown: true });
  });

  it('keeps no database for itself, which would keep Tillgate from starting', async () => {
    const args = [join(root, 'scripts/tillgate.mjs'), 'mcp', '--app', 'x', '--env', 'sandbox'];
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', DATA_DIR: dataDir, DATABASE_URL: '' };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('Tillgate is not running. Start it with `npm start`, or set DATABASE_URL.');
  });
});
