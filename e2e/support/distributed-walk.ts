import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findInngest, freePorts, onPath } from './binary.ts';
import {
  host,
  main,
  makeKeys,
  type Ports,
  password,
  prepareDatabases,
  startBalancers,
  writeFiles,
} from './distributed-steps.ts';
import { lackingForInngest, startInngestServer } from './inngest-server.ts';
import { type RestorableDatabase, startRestorable } from './restorable-database.ts';
import { until } from './until.ts';
import { root } from './whole-start.ts';

const run = promisify(execFile);
const outputMax = 2 ** 24;

/** What this machine lacks to walk through docs/distributed.md, or undefined. */
export function lackingForWalk(): string | undefined {
  const lacking = ['haproxy', 'curl', 'openssl', 'sed'].filter((name) => !onPath(name));
  return lacking.length > 0 ? `not on the PATH: ${lacking.join(', ')}` : undefined;
}

/** The installation of docs/distributed.md on this machine, made by the commands and files of the page. */
export type Walk = {
  /** `inngest` where the server's program is on the PATH, else the embedded engine. */
  engine: 'inngest' | 'embedded';
  restorable: RestorableDatabase;
  /** Address of the balancer before the APIs. */
  api: string;
  provider: string;
  start(name: 'api' | 'worker' | 'web' | 'pay', place?: 1 | 2): Promise<void>;
  /** SIGTERM, and the wait for the end. */
  stop(name: 'api' | 'worker' | 'web' | 'pay', place?: 1 | 2): Promise<number | null>;
  /** Runs `tillgate` with cli.env. `databaseUrl` takes the place of its own. */
  tillgate(words: string[], databaseUrl?: string): Promise<string>;
  /** Runs a command of the page in a shell, where its files are. */
  shell(command: string, env?: Record<string, string>): Promise<string>;
  /** The connection string of one of the page's users. */
  urlOf(user: string, at?: string): string;
  close(): Promise<void>;
};

/** Walks the page's steps 1 to 5. */
export async function startWalk(): Promise<Walk> {
  const directory = await mkdtemp(join(tmpdir(), 'tillgate-walk-'));
  const names = ['api', 'api1', 'api2', 'workers', 'worker1', 'worker2', 'simulator', 'web', 'pay'] as const;
  const metricsNames = ['a1', 'a2', 'w1', 'w2', 'web', 'pay'] as const;
  const free = await freePorts(names.length + metricsNames.length);
  const ports = Object.fromEntries(names.map((name, n) => [name, free[n] ?? 0])) as Record<
    (typeof names)[number],
    number
  >;
  const metrics = free.slice(names.length);
  const keys = await makeKeys();
  const restorable = await startRestorable(prepareDatabases);
  const urlOf = (user: string, at = restorable.url()) => {
    return `postgresql://${user}:${password}@${host}:${new URL(at).port}/walk`;
  };
  const inngest =
    lackingForInngest() === undefined && findInngest() ? await startInngestServer(restorable.url()) : undefined;
  await writeFiles({ directory, ports, keys, inngest, urlOf });
  const balancer = await startBalancers(directory, ports);
  await inngest?.balance([ports.worker1, ports.worker2]);

  const { running, start, stop } = runner(directory, ports, metrics);
  await start('simulator');

  return {
    engine: inngest ? 'inngest' : 'embedded',
    restorable,
    api: `http://${host}:${ports.api}`,
    provider: `http://${host}:${ports.simulator}`,
    start,
    stop,
    async tillgate(words, databaseUrl) {
      const env = { PATH: process.env.PATH ?? '', ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      const args = [`--env-file=${join(directory, 'cli.env')}`, main, ...words];
      return (await run(process.execPath, args, { env, maxBuffer: outputMax })).stdout;
    },
    async shell(command, env = {}) {
      const alias = `tillgate() { node --env-file=cli.env '${main}' "$@"; }`;
      const options = { cwd: directory, env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: outputMax };
      return (await run('sh', ['-ec', `${alias}\n${command}`], options)).stdout;
    },
    urlOf,
    async close() {
      await Promise.all([...running.keys()].map((key) => stop(key.slice(0, -1), Number(key.at(-1)))));
      await balancer.stop();
      await inngest?.close();
      await restorable.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts and ends the processes, each with its file and with the ports that it has on one machine. */
function runner(directory: string, ports: Ports, metrics: number[]) {
  const running = new Map<string, ChildProcess>();
  const placed = (name: string, place: number): { own: Record<string, string>; look: string } => {
    const at = (port: number, path: string) => `http://${host}:${port}${path}`;
    const [api, worker] = place === 1 ? [ports.api1, ports.worker1] : [ports.api2, ports.worker2];
    switch (name) {
      case 'api':
        return { own: { API_PORT: `${api}`, METRICS_API_PORT: `${metrics[place - 1]}` }, look: at(api, '/readyz') };
      case 'worker':
        return {
          own: { WORKER_PORT: `${worker}`, METRICS_WORKER_PORT: `${metrics[place + 1]}` },
          look: at(worker, '/readyz'),
        };
      case 'web':
        return {
          own: { WEB_PORT: `${ports.web}`, METRICS_WEB_PORT: `${metrics[4]}` },
          look: at(ports.web, '/healthz'),
        };
      case 'pay':
        return {
          own: { PAY_PORT: `${ports.pay}`, METRICS_PAY_PORT: `${metrics[5]}` },
          look: at(ports.pay, '/healthz'),
        };
      default:
        return {
          own: { SIMULATOR_PORT: `${ports.simulator}`, SIMULATOR_DELAY_MS: '200' },
          look: at(ports.simulator, '/admin/prompts'),
        };
    }
  };
  return {
    running,
    async start(name: string, place = 1) {
      const { own, look } = placed(name, place);
      const file = name === 'simulator' ? [] : [`--env-file=${join(directory, `${name}.env`)}`];
      const child = spawn(process.execPath, [...file, join(root, 'ops/start.mjs'), name], {
        env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said: string[] = [];
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => said.push(String(text)));
      running.set(`${name}${place}`, child);
      await until(`${name} ${place} is ready`, async () => {
        const last = said.join('').slice(-2_000);
        if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${last}`);
        const answer = await fetch(look).catch(() => undefined);
        return answer?.ok ? true : undefined;
      });
    },
    async stop(name: string, place = 1) {
      const child = running.get(`${name}${place}`);
      running.delete(`${name}${place}`);
      if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}
