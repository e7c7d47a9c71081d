import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultPorts } from '../scripts/lib/environment.mjs';
import { freePorts } from '../scripts/lib/ports.mjs';
import { call } from './support/client.ts';
import { signInAt } from './support/dashboard.ts';
import { type MerchantHook, startMerchantHook } from './support/merchant-hook.ts';

const run = promisify(execFile);
const root = new URL('..', import.meta.url).pathname;
const startTimeoutMs = 120_000;

let dataDir: string;
let hook: MerchantHook;
let env: NodeJS.ProcessEnv;
const started: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tillgate start-'));
  hook = await startMerchantHook();
  const ports = await freePorts(Object.keys(defaultPorts));
  const variables = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  // Its packages are those of this run: installing anew would take them away from it.
  env = { ...process.env, ...variables, DATA_DIR: dataDir, TILLGATE_INSTALL: 'never', NODE_ENV: undefined };
});
afterAll(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await hook.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts everything and answers what was printed once the banner is there. */
async function start(): Promise<{ child: ChildProcess; banner: string; elapsedMs: number }> {
  const startedAt = Date.now();
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let printed = '';
  const collect = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  await expect
    .poll(
      () => {
        if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${printed}`);
        return printed;
      },
      { timeout: startTimeoutMs, interval: 50 },
    )
    .toContain('Ctrl-C stops everything');
  return { child, banner: printed, elapsedMs: Date.now() - startedAt };
}

/** Processes whose command line names our data directory or our ports' owner. */
async function ours(parents: number[]): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (environment.includes(`DATA_DIR=${dataDir}\0`) || command.includes(dataDir)) found.push(Number(pid));
  }
  return found.filter((pid) => !parents.includes(pid) && pid !== process.pid);
}

const sandboxKey = (banner: string) => /mp_test_[0-9A-Za-z]{43}/.exec(banner)?.[0] ?? '';

it('a newcomer gets from npm start to a paid payment and a signed webhook by pasting what is printed', {
  timeout: 240_000,
}, async () => {
  const { child, banner } = await start();
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
    { cwd: root, env },
  );
  const { secret } = JSON.parse(created.stdout) as { secret: string };

  const curl = /curl -sS[\s\S]*?"phone":"254712345678"}'/.exec(banner)?.[0] ?? '';
  const collected = JSON.parse((await run('bash', ['-c', curl])).stdout) as { paymentId: string; status: string };
  expect(collected.status).toBe('pending');
  const url = `http://localhost:${env.API_PORT}/functions/v1/status/${collected.paymentId}`;
  await expect
    .poll(async () => (await call(url, key)).body, { timeout: 15_000 })
    .toMatchObject({ status: 'success', providerReceipt: expect.stringMatching(/^[A-Z0-9]{10}$/) });

  await expect.poll(() => hook.received.length, { timeout: 10_000 }).toBe(1);
  const [delivery] = hook.received;
  expect(delivery?.event).toBe('payment.success');
  const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(delivery?.signature ?? '') ?? [];
  const openssl = run('openssl', ['dgst', '-sha256', '-hmac', secret]);
  openssl.child.stdin?.end(`${t}.${delivery?.rawBody}`);
  expect((await openssl).stdout.trim().split(' ').at(-1)).toBe(v1);

  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await expect.poll(() => ours([]), { timeout: 10_000 }).toEqual([]);
});

it('the people of the banner can sign in to the dashboard of the banner, and see two months of business', {
  timeout: 240_000,
}, async () => {
  const { child, banner } = await start();
  const url = /Dashboard +(\S+)/.exec(banner)?.[1] ?? '';
  const password = /password of all of them is (\S+)/.exec(banner)?.[1] ?? '';
  const people = [...banner.matchAll(/^ {2}(\S+@tillgate\.test) +(\w+)$/gm)];
  expect(people.map(([, , role]) => role)).toEqual(['owner', 'finance', 'developer', 'support']);
  for (const [, email = ''] of people) {
    const { session, home } = await signInAt(url, { email, password });
    expect(session.user?.email).toBe(email);
    expect(home).toContain('Demo Shop');
  }
  await expect(signInAt(url, { email: 'demo@tillgate.test', password: 'wrong password' })).rejects.toThrow(
    'wrong_password',
  );

  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  await expect.poll(() => ours([]), { timeout: 10_000 }).toEqual([]);
});

it('a second start goes on with the same data within ten seconds, also after kill -9 of the first', {
  timeout: 240_000,
}, async () => {
  const first = await start();
  expect(first.elapsedMs).toBeLessThan(10_000);
  const key = sandboxKey(first.banner);
  const exit = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await exit;
  const again = await start();
  expect(sandboxKey(again.banner)).toBe(key);
  const { status } = await call(`http://localhost:${env.API_PORT}/functions/v1/status/${crypto.randomUUID()}`, key);
  expect(status).toBe(404);

  const third = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(third);
  let said = '';
  third.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  expect((await once(third, 'exit'))[0]).toBe(1);
  expect(said.trim().split('\n')).toHaveLength(1);

  const ended = once(again.child, 'exit');
  again.child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  await expect.poll(() => ours([]), { timeout: 10_000 }).toEqual([]);
});
