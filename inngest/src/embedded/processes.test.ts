import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { build } from 'esbuild';
import type { Inngest } from 'inngest';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddedFetch } from './sender.ts';
import { testClient } from './testing/harness.ts';

const workerSource = fileURLToPath(new URL('./testing/worker.ts', import.meta.url));
/** Bundled once: a process that compiles TypeScript as it starts costs four times as much. */
const workerFile = fileURLToPath(new URL(`../../node_modules/.cache/test-worker-${process.pid}.mjs`, import.meta.url));
/** TILLGATE_LONG_TESTS=1 kills more often, under more load. */
const isLong = process.env.TILLGATE_LONG_TESTS === '1';
const until = <T>(read: () => T | Promise<T>) => expect.poll(read);

describe('embedded engine across processes', () => {
  let test: TestDatabase;
  let pool: pg.Pool;
  let client: Inngest.Any;
  let workers: ChildProcess[] = [];

  /** A process that runs the functions, or stands by while another does. */
  function startWorker() {
    const child = spawn(process.execPath, [workerFile, test.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers.push(child);
    const active = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    return { child, active };
  }

  async function kill(child: ChildProcess) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  const count = async (sql: string, values: unknown[] = []) =>
    Number((await pool.query(`SELECT count(*) FROM ${sql}`, values)).rows[0].count);
  const marks = (step: string) => count('marks WHERE step = $1', [step]);
  const statuses = async (fn: string) =>
    (await pool.query('SELECT status FROM engine_runs WHERE fn = $1', [`app-${fn}`])).rows.map((row) => row.status);

  beforeAll(async () => {
    const node = { platform: 'node', format: 'esm', target: 'node20' } as const;
    const external = ['inngest', 'pg'];
    await build({ entryPoints: [workerSource], outfile: workerFile, bundle: true, external, ...node });
  });
  afterAll(() => rm(workerFile, { force: true }));
  beforeEach(async () => {
    test = await testDatabase();
    pool = new pg.Pool({ connectionString: test.url, max: 4 });
    // The database is dropped while connections are still closing.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    await pool.query('CREATE TABLE marks (run text, step text, prior text[], token text)');
    client = testClient(embeddedFetch({ pool }));
  });
  afterEach(async () => {
    await Promise.all(workers.map(kill));
    workers = [];
    await pool.end();
    await test.close();
  });

  it('picks up events that were published while no engine ran, once although two senders sent one of them', async () => {
    const other = testClient(embeddedFetch({ pool }));
    await Promise.all([client, other].map((sender) => sender.send({ id: 'same', name: 'chain', data: {} })));
    await client.send({ name: 'chain', data: {} });
    startWorker();
    await until(() => statuses('chain')).toEqual(['completed', 'completed']);
    expect(await count('engine_events')).toBe(0);
  });

  it('repeats only the step in which the process was killed, and a standby takes over', async () => {
    const first = startWorker();
    await first.active;
    const standby = startWorker();
    let isKilled = false;
    const tookOver = standby.active.then(() => isKilled);
    await client.send({ name: 'stuck', data: {} });
    await until(() => marks('stuck')).toBe(1);
    await until(() =>
      count("pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_try_advisory_lock%'"),
    ).toBe(1);
    isKilled = true;
    await kill(first.child);
    expect(await tookOver, 'not before').toBe(true);
    await until(() => statuses('stuck')).toEqual(['completed']);
    expect([await marks('before'), await marks('stuck'), await marks('after')]).toEqual([1, 2, 1]);
  });

  it('goes on sleeping after it was killed in a sleep, and wakes on time', async () => {
    const first = startWorker();
    await first.active;
    await client.send({ name: 'sleeper', data: {} });
    await until(() => count(`engine_runs WHERE pending::text LIKE '%sleep%'`)).toBe(1);
    const { rows } = await pool.query('SELECT wake_at FROM engine_runs');
    await kill(first.child);
    startWorker();
    await until(() => statuses('sleeper')).toEqual(['completed']);
    const ended = await pool.query('SELECT ended_at FROM engine_runs');
    expect(ended.rows[0].ended_at.getTime()).toBeGreaterThanOrEqual(rows[0].wake_at.getTime());
    expect([await marks('before'), await marks('after')]).toEqual([1, 1]);
  });

  it('completes every run and loses no stored step result when it is killed again and again under load', async () => {
    const [runs, kills] = isLong ? [500, 5] : [200, 3];
    let active = startWorker();
    await active.active;
    const events = Array.from({ length: runs }, () => ({ name: 'chain', data: {} }));
    await client.send(events);
    for (let killed = 1; killed <= kills; killed += 1) {
      const standby = startWorker();
      const target = (runs * killed) / (kills + 2);
      await until(() => count("engine_runs WHERE status = 'completed'")).toBeGreaterThan(target);
      await kill(active.child);
      active = standby;
    }
    await until(() => count("engine_runs WHERE status = 'completed'")).toBe(runs);
    expect(await count('engine_runs')).toBe(runs);
    // What a later step saw of the earlier ones must be what the run returned: a lost result would have been made anew.
    const changed = `marks m JOIN engine_runs r ON r.id = m.run
      WHERE m.prior <> (SELECT coalesce(array_agg(t), '{}') FROM (
        SELECT t FROM json_array_elements_text(r.output) WITH ORDINALITY e(t, n) WHERE n <= cardinality(m.prior) ORDER BY n) x)`;
    expect(await count(changed)).toBe(0);
    const repeated = (await count('marks')) - runs * 3;
    expect(repeated).toBeLessThanOrEqual(kills * 64);
  });

  it('fails a run whose step ends the process each time, and no other run with it', async () => {
    await client.send([
      { name: 'poison', data: {} },
      ...Array.from({ length: 20 }, () => ({ name: 'chain', data: {} })),
    ]);
    let deaths = 0;
    for (let start = 1; start <= 8 && !(await statuses('poison')).includes('failed'); start += 1) {
      const { child, active } = startWorker();
      const exited = once(child, 'exit').then(() => 'died');
      await active;
      const failed = until(() => statuses('poison'))
        .toContain('failed')
        .then(
          () => 'failed',
          () => 'neither',
        );
      if ((await Promise.race([exited, failed])) === 'died') deaths += 1;
    }
    expect(deaths).toBe(5);
    expect(await statuses('poison')).toEqual(['failed']);
    await until(async () => new Set(await statuses('chain'))).toEqual(new Set(['completed']));
  });
});
