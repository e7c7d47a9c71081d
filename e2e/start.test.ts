import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defaultPorts } from '../scripts/lib/environment.mjs';
import { call } from './support/client.ts';
import { signInAt } from './support/dashboard.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';
import { viewOffline } from './support/offline-view.ts';
import { testMs } from './support/patience.ts';
import { root, type WholeStart, wholeStart } from './support/whole-start.ts';

const run = promisify(execFile);
/** Each test starts everything, some of them more than once. */
vi.setConfig({ testTimeout: 3 * testMs });

let whole: WholeStart;
let hook: MerchantHook;

beforeAll(async () => {
  whole = await wholeStart();
  hook = await startMerchantHook();
});
afterAll(async () => {
  await hook.close();
  await whole.close();
});

const partOf = { 'apps/simulator': 'simulator', inngest: 'worker', 'apps/public-api': 'api', 'apps/web': 'web' };

/** When the first start made what later starts take over: the database and the keys. */
function madeOnce(): Promise<number[]> {
  const files = ['postgres-password', 'database-passwords.json', 'seal-keys.json', 'web-secret'];
  return Promise.all(files.map(async (file) => (await stat(join(whole.env.DATA_DIR ?? '', file))).mtimeMs));
}

const unknownPayment = () => `http://localhost:${whole.env.API_PORT}/functions/v1/status/${crypto.randomUUID()}`;

/** A customer pays the paybill of the demo at the simulated provider, without a prompt, and the payment arrives. */
async function payOffline(key: string, amount: number): Promise<void> {
  const provider = viewOffline(`http://localhost:${whole.env.SIMULATOR_PORT}`);
  const order = { shortcode: '174379', amount, phone: '254712345678', reference: 'TABLE 4' };
  const { transactionId: providerReceipt } = await provider.pay(order);
  const url = `http://localhost:${whole.env.API_PORT}/functions/v1/payments`;
  const arrived = expect.objectContaining({ source: 'c2b', status: 'success', amount, providerReceipt });
  await expect.poll(async () => (await call(url, key)).body.payments).toContainEqual(arrived);
}

/** The shortcodes that the simulator knows; undefined while it does not answer. */
async function registeredShortcodes(): Promise<string[] | undefined> {
  const url = `http://localhost:${whole.env.SIMULATOR_PORT}/admin/c2b/registrations`;
  const answer = await fetch(url).catch(() => undefined);
  if (!answer) return undefined;
  const { registrations } = (await answer.json()) as { registrations: { shortcode: string }[] };
  return registrations.map(({ shortcode }) => shortcode);
}

const sandboxKey = (banner: string) => /mp_test_[0-9A-Za-z]{43}/.exec(banner)?.[0] ?? '';

/** Whether an account without rights can enter the repository. Below a private directory, it cannot. */
async function isOpenToOthers(directory = dirname(join(root, 'package.json'))): Promise<boolean> {
  if (((await stat(directory)).mode & 0o001) === 0) return false;
  return directory === dirname(directory) || isOpenToOthers(dirname(directory));
}

/** The variables of a running process, as the system knows them. */
async function variablesOf(workspace: string): Promise<Record<string, string>> {
  const text = await readFile(`/proc/${await whole.pidOf(workspace)}/environ`, 'utf8');
  const entries = text
    .split('\0')
    .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]);
  return Object.fromEntries(entries);
}

it('what is built is not built again at the next start', async () => {
  const turbo = join(root, 'node_modules/.bin/turbo');
  const { stdout } = await run(turbo, ['run', 'build', '--dry=json'], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; command: string; cache: { status: string } }[] };
  const built = tasks.filter(({ taskId, command }) => taskId.endsWith('#build') && !command.includes('NONEXISTENT'));
  expect(built.length).toBeGreaterThan(4);
  expect(built.filter(({ cache }) => cache.status !== 'HIT')).toEqual([]);
});

it('a newcomer gets from npm start to a paid payment and a signed webhook by pasting what is printed, and to an offline payment', async () => {
  const { child, banner } = await whole.start(['npm', 'start']);
  const key = sandboxKey(banner);
  const applicationId = /endpoint create --app (\S+)/.exec(banner)?.[1] ?? '';
  const created = await run(
    'npm',
    [
      'run',
      '-s',
      'tillgate',
      '--',
      'endpoint',
      'create',
      '--app',
      applicationId,
      '--env',
      'sandbox',
      '--url',
      hook.url,
      '--json',
    ],
    { cwd: root, env: whole.env },
  );
  const { secret } = JSON.parse(created.stdout) as { secret: string };

  const curl = /curl -sS[\s\S]*?"phone":"254712345678"}'/.exec(banner)?.[0] ?? '';
  const collected = JSON.parse((await run('bash', ['-c', curl])).stdout) as { paymentId: string; status: string };
  expect(collected.status).toBe('pending');
  const url = `http://localhost:${whole.env.API_PORT}/functions/v1/status/${collected.paymentId}`;
  await expect
    .poll(async () => (await call(url, key)).body)
    .toMatchObject({ status: 'success', providerReceipt: expect.stringMatching(/^[A-Z0-9]{10}$/) });

  await expect.poll(() => hook.received.length).toBe(1);
  const [delivery] = hook.received;
  expect(delivery?.event).toBe('payment.success');
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(delivery?.signature ?? '') ?? [];
  const openssl = run('openssl', ['dgst', '-sha256', '-hmac', secret]);
  openssl.child.stdin?.end(`${t}.${delivery?.rawBody}`);
  expect((await openssl).stdout.trim().split(' ').at(-1)).toBe(v1);
  await payOffline(key, 120);

  expect(await whole.interrupt(child)).toEqual([0, null]);
  await whole.nothingIsLeft();
});

it('a start beside taken ports leaves them alone, and a payment works at the free ports', async () => {
  const [made, known] = [await madeOnce(), await whole.demo()];
  const usual = [defaultPorts.API_PORT, defaultPorts.SIMULATOR_PORT, defaultPorts.RECEIVER_PORT];
  const servers = usual.map((port) => createServer().listen(port, '127.0.0.1'));
  // Somebody else may have one of them already: `once` would reject.
  await Promise.all(servers.map((server) => new Promise((done) => server.on('listening', done).on('error', done))));
  const unset = { API_PORT: undefined, SIMULATOR_PORT: undefined, RECEIVER_PORT: undefined };
  const { child, banner } = await whole.start(undefined, unset);
  for (const server of servers) server.close();
  expect(await madeOnce()).toEqual(made);

  for (const port of usual) expect(banner).toContain(`Port ${port} is taken: `);
  const apiUrl = /API +(\S+)\/functions\/v1/.exec(banner)?.[1] ?? '';
  expect(usual).not.toContain(Number(new URL(apiUrl).port));
  const curl = /curl -sS[\s\S]*?"phone":"254712345678"}'/.exec(banner)?.[0] ?? '';
  expect(curl).toContain(apiUrl);
  const pasted = await run('bash', ['-c', curl], { cwd: root, env: whole.env });
  const { paymentId } = JSON.parse(pasted.stdout) as { paymentId: string };
  const url = `${apiUrl}/functions/v1/status/${paymentId}`;
  await expect.poll(async () => (await call(url, known.key)).body).toMatchObject({ status: 'success' });

  const env = { ...whole.env, ...unset };
  const tillgate = async (...args: string[]) =>
    JSON.parse((await run('npm', ['run', '-s', 'tillgate', '--', ...args, '--json'], { cwd: root, env })).stdout);
  const app = /endpoint create --app (\S+)/.exec(banner)?.[1] ?? '';
  const { endpoints } = (await tillgate('endpoint', 'list', '--app', app)) as { endpoints: { url: string }[] };
  const ports = JSON.parse(await readFile(join(whole.env.DATA_DIR ?? '', 'ports.json'), 'utf8')) as Record<
    string,
    number
  >;
  expect(Object.keys(ports).sort()).toEqual(['API_PORT', 'RECEIVER_PORT', 'SIMULATOR_PORT']);
  expect(endpoints.map(({ url }) => url)).toContain(`http://localhost:${ports.RECEIVER_PORT}/webhooks`);
  await tillgate('doctor');
  await whole.end(child, 'SIGKILL');
});

it('a start after kill -9 goes on with the same data and offline payments, prints no secret, and lets the people of npm run demo sign in', async () => {
  const [made, known] = [await madeOnce(), await whole.demo()];
  const canaries = { CANARY_TOKEN: 'canary', AWS_SECRET_ACCESS_KEY: 'canary', PGPASSWORD: 'canary' };
  const { child, banner } = await whole.start(['npm', 'start'], canaries);
  expect(await madeOnce()).toEqual(made);
  expect(await whole.demo()).toMatchObject({ key: known.key, password: known.password });
  expect(banner).not.toContain(known.key);
  expect(banner).not.toContain(known.password);
  const { stdout: shown } = await run('npm', ['run', '-s', 'demo'], { cwd: root, env: whole.env });
  expect(shown).toContain(known.key);
  const url = /Dashboard +(\S+)/.exec(banner)?.[1] ?? '';
  const password = /password of all of them is (\S+)/.exec(shown)?.[1] ?? '';
  const people = [...shown.matchAll(/^ {2}(\S+@tillgate\.test) +(\w+)$/gm)];
  expect(people.map(([, , role]) => role)).toEqual(['owner', 'admin', 'finance', 'developer', 'support']);
  for (const [, email = ''] of people) {
    const { session, home } = await signInAt(url, { email, password });
    expect(session.user?.email).toBe(email);
    expect(home).toContain('Demo Shop');
  }
  await expect(signInAt(url, { email: 'demo@tillgate.test', password: 'wrong password' })).rejects.toThrow(
    'wrong_password',
  );

  if (process.platform === 'linux') await eachProcessSeesItsOwn();

  // The simulator forgets registrations whenever it ends.
  await payOffline(known.key, 130);
  const simulator = await whole.pidOf('apps/simulator');
  process.kill(Number(simulator), 'SIGKILL');
  await expect.poll(() => whole.pidOf('apps/simulator')).toSatisfy((pid) => pid !== undefined && pid !== simulator);
  await expect.poll(registeredShortcodes).toEqual(['174379']);
  await payOffline(known.key, 140);

  const second = run(process.execPath, ['scripts/start.mjs'], { cwd: root, env: whole.env });
  const { code, stderr } = await second.then(
    () => expect.unreachable('a second start ran beside the first'),
    (error: { code: number; stderr: string }) => error,
  );
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toHaveLength(1);

  // Everything goes on when nobody reads the output any more, and ends in order.
  child.stdout?.destroy();
  child.stderr?.destroy();
  const worker = await whole.pidOf('inngest');
  process.kill(Number(worker), 'SIGKILL');
  await expect.poll(() => whole.pidOf('inngest')).toSatisfy((pid) => pid !== undefined && pid !== worker);
  expect((await call(unknownPayment(), known.key)).status).toBe(404);
  // npm passes the signal on, and ends before what is under it.
  await whole.end(child, 'SIGTERM');
  await whole.nothingIsLeft();
});

/** Its variables and its database role, and no variable of the shell that started everything. */
async function eachProcessSeesItsOwn(): Promise<void> {
  const haveAccounts = process.getuid?.() === 0 && (await isOpenToOthers());
  const roles: Record<string, string> = {};
  for (const [workspace, part] of Object.entries(partOf)) {
    const variables = await variablesOf(workspace);
    expect(Object.values(variables), part).not.toContain('canary');
    if (variables.DATABASE_URL) roles[part] = new URL(variables.DATABASE_URL).username;
    expect('SEAL_PRIVATE_KEY' in variables, part).toBe(part === 'api' || part === 'worker');
    expect('DATA_DIR' in variables, part).toBe(part === 'api');
    const { uid } = await stat(`/proc/${await whole.pidOf(workspace)}`);
    const isApart = haveAccounts && (part === 'web' || part === 'simulator');
    expect(uid !== process.getuid?.(), part).toBe(isApart);
  }
  expect(roles).toEqual({ api: 'tillgate_api', worker: 'tillgate_worker', web: 'tillgate_web' });
}
