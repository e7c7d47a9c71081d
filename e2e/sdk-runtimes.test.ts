import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EdgeVM } from '@edge-runtime/vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRuntime, type runtimes } from '../scripts/lib/runtimes.mjs';
import { createStack, type Stack } from './support/stack.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = join(root, 'e2e/support/sdk-in-runtime.mjs');
/** The delivery that docs/verify-webhooks.md prints. */
const webhook = {
  body: '{"type":"payment.success","created":1772359200,"data":{"amount":250,"accountRef":"Wanjikũ"}}',
  headers: {
    'x-webhook-signature': 't=1772359200,v1=821f924fd16a0af09e1873a37bf912284f6f684cb439f7fd35992d587f34e16b',
  },
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAAECAwQFBgc=',
  now: 1_772_359_201,
};
const expected = {
  type: 'payment.success',
  forged: 'body_not_raw',
  status: 'success',
  missing: 'not_found',
  listed: 1,
  isListed: true,
};

let stack: Stack;
let project: string;
let serial = 0;

/** A project that has the package installed as npm installs it, and no other. */
beforeAll(async () => {
  stack = await createStack({ simulator: { delayMs: 50 } });
  await stack.startApi();
  project = await mkdtemp(join(tmpdir(), 'tillgate-runtime-'));
  const installed = join(project, 'node_modules/@tillgate/sdk');
  await mkdir(installed, { recursive: true });
  for (const name of ['package.json', 'dist']) {
    await cp(join(root, 'packages/sdk', name), join(installed, name), { recursive: true });
  }
  await writeFile(join(project, 'package.json'), '{ "type": "module", "dependencies": { "@tillgate/sdk": "*" } }');
  await cp(script, join(project, 'try.mjs'));
  const main = `import { tryEverything } from './try.mjs';
    console.log(JSON.stringify(await tryEverything(JSON.parse(process.argv.at(-1)))));`;
  await writeFile(join(project, 'main.mjs'), main);
});
afterAll(async () => {
  await stack.close();
  await rm(project, { recursive: true, force: true });
});

async function given() {
  serial += 1;
  const merchant = await stack.merchant();
  return { apiKey: merchant.key().key, baseUrl: stack.front.url, phone: `25471300000${serial}`, webhook };
}

/** Runs the script in a runtime with a command line; returns what it prints. */
async function runIn(program: string, ...args: string[]): Promise<unknown> {
  const all = [...args, 'main.mjs', JSON.stringify(await given())];
  const env = { PATH: process.env.PATH, HOME: project, NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(program, all, { cwd: project, env });
  return JSON.parse(stdout);
}

/** The script in one file, as tools for the edge make it. */
async function bundled(contents: string, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project },
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    platform: 'neutral',
  });
  return outputFiles[0]?.text ?? '';
}

/** A runtime that this machine need not have: where it is, and what the name of its test says when it is missing. */
function optional(name: keyof typeof runtimes) {
  const path = findRuntime(name);
  return {
    path: path ?? '',
    title: path ? `runs in ${name}` : `runs in ${name} (skipped: npm run runtimes fetches it)`,
  };
}

it(`runs in Node.js ${process.versions.node}`, async () => {
  expect(await runIn(process.execPath)).toEqual(expected);
});

const node24 = optional('node 24');
it.skipIf(!node24.path)(node24.title, async () => {
  expect(await runIn(node24.path)).toEqual(expected);
});

const bun = optional('bun');
it.skipIf(!bun.path)(bun.title, async () => {
  expect(await runIn(bun.path, 'run')).toEqual(expected);
});

const deno = optional('deno');
it.skipIf(!deno.path)(deno.title, async () => {
  // Nothing but the network: the package reads no files and no environment.
  expect(await runIn(deno.path, 'run', '--quiet', '--node-modules-dir=manual', '--allow-net')).toEqual(expected);
});

it('runs at the edge, with nothing of Node.js', async () => {
  const code = await bundled(
    `import { tryEverything } from './try.mjs'; globalThis.tryEverything = tryEverything;`,
    'iife',
  );
  const edge = new EdgeVM();
  edge.evaluate(code);
  edge.evaluate(`globalThis.given = ${JSON.stringify(await given())}`);
  expect(edge.evaluate('typeof process + typeof require')).toBe('undefinedundefined');
  expect(JSON.parse(await edge.evaluate('tryEverything(given).then(JSON.stringify)'))).toEqual(expected);
});

const workerd = optional('workerd');
it.skipIf(!workerd.path)(workerd.title, async () => {
  const worker = `import { tryEverything } from './try.mjs';
    export default { fetch: async (request) => Response.json(await tryEverything(await request.json())) };`;
  await writeFile(join(project, 'worker.js'), await bundled(worker, 'esm'));
  await writeFile(
    join(project, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private"]))],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
    );
    const main :Workerd.Worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      compatibilityDate = "2024-01-01"
    );`,
  );
  const child = spawn(workerd.path, ['serve', '--control-fd=3', 'config.capnp'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`workerd ended with ${code}`)));
      child.stdio[3]?.on('data', (line) => {
        const told = JSON.parse(String(line).split('\n')[0] ?? '');
        if (told.event === 'listen') resolve(told.port);
      });
    });
    const body = JSON.stringify(await given());
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
    expect(JSON.parse(await response.text())).toEqual(expected);
  } finally {
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
  }
});
