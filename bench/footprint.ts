import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Line } from './figures.ts';
import { load } from './load.ts';
import { freePort, residentMb } from './program.ts';
import { createWorld, type World } from './world.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const startSecondsMax = 5;
const startPatienceMs = 300_000;
const driftMax = 1.1;
const halfLoadPerSecond = 60;
const sampleMs = 5_000;
const settlesMs = 3_000;

/** Seconds until `npm start` is ready, the first and the second time, and the memory of processes at rest and in use. */
export async function measureFootprint({ soakSeconds }: { soakSeconds: number }): Promise<Line[]> {
  return [...(await measureStart()), ...(await measureMemory(soakSeconds))];
}

async function measureStart(): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-start-'));
  try {
    const first = await start(dataDir);
    const second = await start(dataDir);
    const goal = { value: second, max: startSecondsMax, unit: 's' };
    return [
      { path: 'npm start, first start of a data directory', figure: `${first.toFixed(1)} s` },
      { path: 'npm start, second start', figure: `${second.toFixed(1)} s`, goal },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts the product as people do, on ports of its own, until its banner, and stops it. */
async function start(dataDir: string): Promise<number> {
  const ports: Record<string, string> = {};
  for (const name of ['WEB_PORT', 'API_PORT', 'WORKER_PORT', 'SIMULATOR_PORT', 'RECEIVER_PORT', 'PAY_PORT'])
    ports[name] = String(await freePort());
  const startedAt = performance.now();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { PATH, HOME, ...ports, DATA_DIR: dataDir, TILLGATE_INSTALL: 'never' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await banner(child);
    return (performance.now() - startedAt) / 1000;
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }
}

async function banner(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`It was not ready in time:\n${said.join('')}`)), startPatienceMs);
    child.once('exit', (code) => reject(new Error(`npm start ended (${code}):\n${said.join('')}`)));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.push(text);
      if (!/Tillgate is ready/.test(text)) return;
      clearTimeout(late);
      resolve();
    });
  });
}

/** API and worker at rest, and at half of what one worker carries: flat means that the end is like the middle. */
async function measureMemory(soakSeconds: number): Promise<Line[]> {
  const world = await createWorld();
  try {
    const worker = await world.startWorker();
    await pause(settlesMs);
    const processes = [
      { name: 'api', pid: world.api.pid },
      { name: 'worker', pid: worker.pid },
    ];
    const idle = processes.map(({ pid }) => residentMb(pid));
    const samples: number[][] = [];
    const endsAt = Date.now() + soakSeconds * 1000;
    while (Date.now() < endsAt) {
      await soak(world);
      samples.push(processes.map(({ pid }) => residentMb(pid)));
    }
    return processes.map(({ name }, n) => {
      const of = (from: number, to: number) =>
        average(samples.slice(from, to).map((sample) => sample[n] ?? Number.NaN));
      const half = Math.floor(samples.length / 2);
      const [middle, end] = [of(half - Math.ceil(half / 3), half + 1), of(-Math.ceil(half / 3), samples.length)];
      return {
        path: `memory of ${name}, ${soakSeconds} s of half load`,
        figure: `idle ${idle[n]?.toFixed(0)} MB, middle ${middle.toFixed(0)} MB, end ${end.toFixed(0)} MB`,
        goal: { value: end / middle, max: driftMax, unit: '× the middle' },
      };
    });
  } finally {
    await world.close();
  }
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Some seconds of prompts that are asked for and paid, at a steady rate. */
async function soak(world: World): Promise<void> {
  const until = Date.now() + sampleMs;
  const count = (halfLoadPerSecond * sampleMs) / 1000;
  const waiting = (await world.prompts(count + 8)).values();
  const next = () => {
    const prompt = waiting.next().value;
    if (!prompt) throw new Error('There are no more prompts.');
    const headers = { 'content-type': 'application/json' };
    return { method: 'POST' as const, path: `/functions/v1/stk-hook/${prompt.token}`, headers, body: prompt.body };
  };
  await load(world.apiUrl, next, { connections: 4, amount: count });
  await pause(Math.max(0, until - Date.now()));
}
