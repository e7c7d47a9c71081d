import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { defaultPorts } from '../../scripts/lib/environment.mjs';
import { freePorts } from '../../scripts/lib/ports.mjs';

export const root = new URL('../..', import.meta.url).pathname;
/** A start that fails ends the wait at once. */
const startTimeoutMs = 120_000;
const endTimeoutMs = 60_000;

export type Started = { child: ChildProcess; banner: string; elapsedMs: number };

/** `npm start` on a data directory and ports of its own. */
export type WholeStart = {
  env: NodeJS.ProcessEnv;
  /** Runs the command and waits for the banner. Default: the supervisor itself, without npm. `own` changes the environment. */
  start(command?: string[], own?: NodeJS.ProcessEnv): Promise<Started>;
  /** Presses Ctrl-C as a terminal does: npm and what it runs get SIGINT. Returns how npm ended: exit code and signal. */
  interrupt(child: ChildProcess): Promise<unknown[]>;
  /** Sends the signal to what was started and returns how it ended: exit code and signal. */
  end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]>;
  /** What the first start noted of the demo merchant. */
  demo(): Promise<{ key: string; password: string }>;
  /** Waits until no process of this data directory is left. */
  nothingIsLeft(): Promise<void>;
  /** The process that runs in a workspace, undefined while there is none. */
  pidOf(workspace: string): Promise<number | undefined>;
  close(): Promise<void>;
};

/** Prepares a data directory and free ports. */
export async function wholeStart(): Promise<WholeStart> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate start-'));
  const ports = await freePorts(Object.keys(defaultPorts));
  const variables = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
  // Its packages are those of this run: installing anew would take them away from it.
  const own = { DATA_DIR: dataDir, TILLGATE_INSTALL: 'never', TILLGATE_DEMO_HISTORY: 'no', NODE_ENV: undefined };
  const env = { ...process.env, ...variables, ...own };
  const started: ChildProcess[] = [];
  return {
    env,
    async start(command = [process.execPath, 'scripts/start.mjs'], own = {}) {
      const startedAt = Date.now();
      const [file = '', ...args] = command;
      const child = spawn(file, args, { cwd: root, env: { ...env, ...own }, stdio: ['ignore', 'pipe', 'pipe'] });
      started.push(child);
      let printed = '';
      const collect = (chunk: Buffer) => {
        printed += chunk.toString();
      };
      child.stdout?.on('data', collect);
      child.stderr?.on('data', collect);
      const ready = expect
        .poll(() => printed, { timeout: startTimeoutMs, interval: 50 })
        .toContain('Ctrl-C stops everything');
      const ended = once(child, 'close').then(([code]) => {
        throw new Error(`npm start ended with ${code}:\n${printed}`);
      });
      // It ends some day in any case: that is a failure only before the banner.
      ended.catch(() => {});
      await Promise.race([ready, ended]);
      return { child, banner: printed, elapsedMs: Date.now() - startedAt };
    },
    async interrupt(child) {
      const exit = once(child, 'exit');
      const below = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
      for (const pid of [child.pid, ...below.split(' ')].map(Number).filter(Boolean)) process.kill(pid, 'SIGINT');
      return exit;
    },
    async end(child, signal) {
      const exit = once(child, 'exit');
      child.kill(signal);
      return exit;
    },
    demo: async () => JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')),
    async nothingIsLeft() {
      await expect.poll(() => processesOf(dataDir, variables), { timeout: endTimeoutMs }).toEqual([]);
    },
    async pidOf(workspace) {
      const pids = await processesOf(dataDir, variables);
      const places = await Promise.all(
        pids.map((pid) => readlink(`/proc/${Number.parseInt(pid, 10)}/cwd`).catch(() => '')),
      );
      const pid = pids[places.indexOf(join(root, workspace))];
      return pid === undefined ? undefined : Number.parseInt(pid, 10);
    },
    async close() {
      for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Processes whose command line names the data directory, or whose environment has it or a port of this start, as text. */
async function processesOf(dataDir: string, ports: Record<string, string>): Promise<string[]> {
  const marks = Object.entries({ ...ports, DATA_DIR: dataDir }).map(([name, value]) => `${name}=${value}\0`);
  if (process.platform !== 'linux') return [];
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (marks.some((mark) => environment.includes(mark)) || command.includes(dataDir)) {
      found.push(`${pid} ${command.replaceAll('\0', ' ')}`);
    }
  }
  return found;
}
