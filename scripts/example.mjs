// @ts-check
// `npm run example -- express` (or next, hono): starts a shop beside the running `npm start`, with the demo's sandbox key,
// and has its webhooks forwarded to it. TILLGATE_API_KEY and TILLGATE_API_URL name another API and merchant;
// TILLGATE_WEBHOOK_SECRET says that an endpoint is registered, so that nothing is forwarded.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cliArgs } from './lib/cli.mjs';
import { readDemo } from './lib/demo.mjs';
import { ensureBuilt, ensureInstalled, requireNode } from './lib/install.mjs';
import { ensureDataDir, loadDotEnv, root } from './lib/paths.mjs';
import { Problem, report } from './lib/problem.mjs';
import { createQuietProgress } from './lib/progress.mjs';
import { readRuntime } from './lib/runtime.mjs';
import { fetchRuntime, findRuntime } from './lib/runtimes.mjs';

const portDefault = 4910;
const progress = createQuietProgress(process.stderr);

/** @typedef {{ apiKey: string, apiUrl: string, secret: string, port: number, isForwarded: boolean }} Shop */

/** How each example is started, and where it takes webhooks. */
const examples = {
  express: { path: '/webhooks', command: () => [bin('tsx'), join(root, 'examples/express/server.ts')] },
  next: {
    path: '/api/webhooks',
    command: (/** @type {Shop} */ { port }) => [
      bin('next'),
      'dev',
      join(root, 'examples/next'),
      '--hostname',
      'localhost',
      '--port',
      `${port}`,
    ],
  },
  hono: { path: '/webhooks', command: (/** @type {Shop} */ shop) => startAtTheEdge(shop) },
};

/** @param {string} name */
const bin = (name) => join(root, 'node_modules/.bin', name);

/**
 * Bundles the worker and serves it with workerd, the runtime of Cloudflare Workers.
 * @param {Shop} shop
 */
async function startAtTheEdge({ port }) {
  const { build } = await import('esbuild');
  const workerd = findRuntime('workerd') ?? (await progress.step('Fetching workerd', () => fetchRuntime('workerd')));
  const directory = mkdtempSync(join(tmpdir(), 'tillgate-example-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const entryPoints = [join(root, 'examples/hono/worker.ts')];
  const outfile = join(directory, 'worker.js');
  await build({ entryPoints, outfile, bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning' });
  const bindings = ['TILLGATE_API_KEY', 'TILLGATE_API_URL', 'TILLGATE_WEBHOOK_SECRET']
    .map((name) => `(name = "${name}", fromEnvironment = "${name}")`)
    .join(', ');
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["public", "private"]))],
      sockets = [(name = "http", address = "localhost:${port}", http = (), service = "main")]
    );
    const main :Workerd.Worker = (
      modules = [(name = "worker", esModule = embed "worker.js")],
      bindings = [${bindings}],
      compatibilityDate = "2025-01-01"
    );`;
  writeFileSync(join(directory, 'config.capnp'), config);
  console.log(`The shop listens on http://localhost:${port}. To buy something for 10 KES:

  curl -sS http://localhost:${port}/orders -H 'content-type: application/json' -d '{"amount":10,"phone":"254712345678"}'
  curl -sS http://localhost:${port}/orders/PAYMENT_ID
`);
  return [workerd, 'serve', join(directory, 'config.capnp')];
}

/** A port that nobody listens on. @returns {Promise<number>} */
function freePort() {
  if (process.env.PORT) return Promise.resolve(Number(process.env.PORT));
  const tryOne = (/** @type {number} */ port) =>
    new Promise((resolve, reject) => {
      const server = createServer().once('error', reject);
      server.listen(port, 'localhost', () => {
        const { port: free } = /** @type {import('node:net').AddressInfo} */ (server.address());
        server.close(() => resolve(free));
      });
    });
  return /** @type {Promise<number>} */ (tryOne(portDefault).catch(() => tryOne(0)));
}

/** @returns {Promise<Shop>} */
async function readShop() {
  const dataDir = await ensureDataDir(process.env);
  const { TILLGATE_API_KEY, TILLGATE_API_URL, TILLGATE_WEBHOOK_SECRET } = process.env;
  const ports = (await readRuntime(dataDir))?.ports;
  const apiKey = TILLGATE_API_KEY || (await readDemo(dataDir))?.key;
  const apiUrl = TILLGATE_API_URL || (ports && `http://localhost:${ports.API_PORT}`);
  if (!apiKey || !apiUrl) throw new Problem('Nothing runs here. In another terminal: npm start');
  // The secret that `tillgate listen` signs with.
  const derived = `whsec_${createHmac('sha256', apiKey).update('tillgate listen').digest('base64')}`;
  const secret = TILLGATE_WEBHOOK_SECRET || derived;
  return { apiKey, apiUrl, secret, port: await freePort(), isForwarded: !TILLGATE_WEBHOOK_SECRET };
}

/** @param {keyof typeof examples} name */
async function start(name) {
  const { path, command } = examples[name];
  const shop = await readShop();
  const env = {
    ...process.env,
    TILLGATE_API_KEY: shop.apiKey,
    TILLGATE_API_URL: shop.apiUrl,
    TILLGATE_WEBHOOK_SECRET: shop.secret,
    PORT: `${shop.port}`,
    NEXT_TELEMETRY_DISABLED: '1',
  };
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = [];
  const end = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  const run = (
    /** @type {string[]} */ [file = '', ...args],
    /** @type {import('node:child_process').StdioOptions} */ stdio,
  ) => {
    const child = spawn(file, args, { env, stdio, cwd: root });
    children.push(child);
    child.once('exit', (code) => {
      process.exitCode ||= code ?? 0;
      end();
    });
    return child;
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, end);
  const prepared = await command(shop);
  if (shop.isForwarded) {
    const forward = ['listen', '--forward', `http://localhost:${shop.port}${path}`, '--api', shop.apiUrl];
    const listener = run([process.execPath, ...cliArgs, ...forward], ['ignore', 'pipe', 'inherit']);
    // What happens before it listens is not forwarded. It prints its secret and then one line for each event.
    await Promise.race([once(listener.stdout ?? listener, 'data'), once(listener, 'exit')]);
    listener.stdout?.resume();
    if (listener.exitCode !== null) return;
  }
  run(prepared, 'inherit');
}

try {
  requireNode();
  loadDotEnv();
  const name = process.argv[2] ?? '';
  if (!Object.hasOwn(examples, name)) {
    throw new Problem(`npm run example -- ${Object.keys(examples).join(' | ')}`);
  }
  const dataDir = await ensureDataDir(process.env);
  await ensureInstalled(progress, join(dataDir, 'logs/install.log'));
  const tasks = ['generate', 'build', '--filter=@tillgate/cli...', '--filter=@tillgate/sdk'];
  await ensureBuilt(progress, join(dataDir, 'logs/build-example.log'), tasks);
  await start(/** @type {keyof typeof examples} */ (name));
} catch (error) {
  report(error);
}
