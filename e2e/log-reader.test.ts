import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { call } from './support/client.ts';
import { createStack, type Stack } from './support/stack.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let stack: Stack;
beforeAll(async () => {
  stack = await createStack();
});
afterAll(() => stack.close());

it('the api whose log nobody reads serves on, and ends in order', async () => {
  const api = await stack.startApi();
  api.closeOutput();
  for (let round = 0; round < 3; round += 1) expect((await call(`${stack.baseUrl}/status/x`, 'none')).status).toBe(401);
  expect(await api.stop()).toBe(0);
});

it('the worker whose log nobody reads ends in order', async () => {
  const worker = await stack.startWorker({ LOG_LEVEL: 'trace' });
  worker.closeOutput();
  expect(await worker.stop()).toBe(0);
});

it('the worker whose log nobody reads ends when it has lost its database', async () => {
  const worker = await stack.startWorker();
  const health = async () => (await fetch(`http://127.0.0.1:${worker.port}/readyz`)).json();
  await expect.poll(health).toMatchObject({ engine: 'active' });
  worker.closeOutput();
  const ended = worker.ended();
  await stack.test.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  expect(await ended).toBe(1);
});

it('the simulator whose log nobody reads ends in order', async () => {
  const main = decodeURIComponent(new URL('../apps/simulator/dist/main.js', import.meta.url).pathname);
  const simulator = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, SIMULATOR_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(simulator, 'exit');
  const [line] = await once(simulator.stdout, 'data');
  const url = /Server listening at (http:[^"]+)/.exec(String(line))?.[1];
  simulator.stdout.destroy();
  simulator.stderr.destroy();
  expect((await fetch(`${url}/oauth/v1/generate`)).status).toBeGreaterThanOrEqual(400);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  simulator.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
