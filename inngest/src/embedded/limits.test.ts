import { cron, EventType, type Inngest, staticSchema } from 'inngest';
import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestEngine, silentLog, type TestEngine } from './testing/harness.ts';

const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 10 });
const minuteMs = 60_000;
const dayMs = 86_400_000;
const workTrigger = new EventType({ name: 'work', schema: staticSchema<{ id: string }>() });

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function insertRun(pool: pg.Pool, id: string, columns: Record<string, unknown> = {}) {
  const event = { id, name: 'work', data: { id }, ts: 1 };
  const row: Record<string, unknown> = { id, fn: 'app-work', event_id: id, event, keys: [], ...columns };
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await pool.query(`INSERT INTO engine_runs (${names}) VALUES (${places})`, Object.values(row));
}

describe('limits of the embedded engine', () => {
  const openEngines: TestEngine[] = [];
  const open = async (...args: Parameters<typeof openTestEngine>) => {
    const opened = await openTestEngine(...args);
    openEngines.push(opened);
    return opened;
  };
  afterEach(async () => {
    for (const opened of openEngines.splice(0)) await opened.close();
  });
  const work = (client: Inngest.Any, body: (id: string) => Promise<unknown>, extra: object = {}) =>
    client.createFunction({ id: 'work', triggers: [workTrigger], ...extra }, ({ event, step }) =>
      step.run('only', () => body(event.data.id)),
    );

  it('frees the slot of a hung step, counts it as a failed attempt and ignores its late answer', async () => {
    const hang = gate();
    const attempts: number[] = [];
    const functions = (client: Inngest.Any) => [
      client.createFunction({ id: 'hangs', triggers: [{ event: 'hangs' }] }, async ({ step, attempt }) => {
        const first = await step.run('first', async () => {
          attempts.push(attempt);
          if (attempt > 0) return 'second try';
          await hang.opened;
          return 'too late';
        });
        return step.run('next', () => `${first}, next`);
      }),
    ];
    const opened = await open(functions, { callTimeoutMs: 1_000, slots: 1 });
    await opened.client.send({ name: 'hangs', data: {} });
    await until(async () => (await opened.runs('hangs'))[0]?.output).toBe('second try, next');
    hang.open();
    await until(() => opened.answers.filter((answer) => answer.startsWith('409')).length).toBe(1);
    expect(attempts.slice(0, 2)).toEqual([0, 1]);
    expect((await opened.runs('hangs'))[0]?.output).toBe('second try, next');
  });

  it('fails a function that hangs in every attempt, by name', async () => {
    const functions = (client: Inngest.Any) => [work(client, () => new Promise(() => {}), { retries: 1 })];
    const opened = await open(functions, { callTimeoutMs: 100 });
    await opened.client.send({ name: 'work', data: {} });
    await until(async () => (await opened.runs('work'))[0]?.output).toMatchObject({ name: 'CallTimeoutError' });
  });

  it('does not call a run again after five starts without a stored answer, and tells onFailure', async () => {
    const failures: string[] = [];
    const onFailure = async ({ error }: { error: Error }) => void failures.push(error.message);
    const functions = (client: Inngest.Any) => [work(client, async (id) => id, { onFailure })];
    const opened = await open(functions, {}, async (pool) => {
      await insertRun(pool, 'fifth', { unanswered: 5 });
      await insertRun(pool, 'fourth', { unanswered: 4 });
    });
    await until(() => failures).toEqual(['5 starts in a row ended without an answer that could be stored']);
    await until(async () => (await opened.runs('work')).map((run) => [run.id, run.status, run.unanswered])).toEqual([
      ['fifth', 'failed', 0],
      ['fourth', 'completed', 0],
    ]);
  });

  it('runs those under suspicion of ending the process one at a time', async () => {
    let inFlight = 0;
    let inFlightMax = 0;
    const functions = (client: Inngest.Any) => [
      work(client, async (id) => {
        if (!id.startsWith('suspect')) return;
        inFlight += 1;
        inFlightMax = Math.max(inFlightMax, inFlight);
        await new Promise((resolve) => setTimeout(resolve, 20));
        inFlight -= 1;
      }),
    ];
    const ids = ['suspect1', 'suspect2', 'suspect3', 'plain1', 'plain2'];
    const opened = await open(functions, {}, async (pool) => {
      for (const id of ids) await insertRun(pool, id, { unanswered: id.startsWith('suspect') ? 2 : 1 });
    });
    await until(async () => (await opened.runs('work')).filter((run) => run.status === 'completed').length).toBe(5);
    expect(inFlightMax).toBe(1);
  });

  it('deletes ended runs after the days to keep, and nothing that is queued', async () => {
    const old = new Date(Date.now() - 2 * dayMs);
    const opened = await open(
      (client) => [work(client, async () => {})],
      { keepDays: 1 },
      async (pool) => {
        await insertRun(pool, 'ended-long-ago', { status: 'completed', ended_at: old, created_at: old });
        await insertRun(pool, 'ended-now', { status: 'failed', ended_at: new Date() });
        await insertRun(pool, 'asleep', { created_at: old, wake_at: new Date(Date.now() + dayMs) });
      },
    );
    await until(async () => (await opened.runs('work')).map((run) => run.id)).toEqual(['asleep', 'ended-now']);
  });

  it('leaves runs of functions that are not served queued, and says so', async () => {
    const warnings: object[] = [];
    const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) };
    const opened = await open(
      (client) => [work(client, async () => 1)],
      { log },
      async (pool) => {
        await insertRun(pool, 'removed', { fn: 'app-removed' });
        await insertRun(pool, 'served');
      },
    );
    await until(async () => (await opened.runs('work'))[0]?.status).toBe('completed');
    expect((await opened.runs('removed'))[0]?.status).toBe('queued');
    // Runs start before somebody has counted what is left.
    await until(() => warnings).toContainEqual({ stranded: [{ fn: 'app-removed', runs: 1 }] });
  });

  it('drops events that no function listens to, with a debug line', async () => {
    const lines: object[] = [];
    const log = { ...silentLog, debug: (fields: object) => void lines.push(fields) };
    const opened = await open((client) => [work(client, async () => 1)], { log });
    await opened.client.send({ name: 'nobody.listens', data: {} });
    await until(() => lines).toContainEqual({ event: 'nobody.listens' });
    await until(async () => (await opened.pool.query('SELECT 1 FROM engine_events')).rowCount).toBe(0);
  });

  it('stops after the step in flight, keeps its result and leaves the rest to the next start', async () => {
    const inStep = gate();
    const release = gate();
    const ran: string[] = [];
    const functions = (client: Inngest.Any) => [
      client.createFunction({ id: 'two', triggers: [{ event: 'two' }] }, async ({ step }) => {
        await step.run('first', async () => {
          inStep.open();
          await release.opened;
          return 'kept';
        });
        await step.run('second', () => void ran.push('second'));
      }),
    ];
    const opened = await open(functions);
    await opened.client.send({ name: 'two', data: {} });
    await inStep.opened;
    const stopped = opened.engine.stop();
    release.open();
    await stopped;
    expect(ran).toEqual([]);
    const { rows } = await opened.pool.query('SELECT status, steps, unanswered FROM engine_runs');
    expect(rows).toEqual([{ status: 'queued', steps: expect.anything(), unanswered: 0 }]);
    expect(Object.values(rows[0].steps)).toEqual([{ data: 'kept' }]);
  });

  it('stops within its time although a step hangs', async () => {
    const inStep = gate();
    const functions = (client: Inngest.Any) => [
      work(client, () => {
        inStep.open();
        return new Promise(() => {});
      }),
    ];
    const opened = await open(functions, { stopTimeoutMs: 100 });
    await opened.client.send({ name: 'work', data: {} });
    await inStep.opened;
    await opened.engine.stop();
    expect((await opened.runs('work'))[0]).toMatchObject({ status: 'queued', unanswered: 0 });
    expect(opened.engine.stats()).toEqual({ state: 'stopped', inFlight: 0 });
  });

  it('reports the loss of its writer connection once and does nothing more', async () => {
    const losses: string[] = [];
    const onLost = (error: Error) => void losses.push(error.name);
    const opened = await open((client) => [work(client, async () => 1)], { onLost });
    await opened.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    await until(() => losses).toEqual(['WriterLostError']);
    expect(opened.engine.stats().state).toBe('stopped');
  });

  it('goes on when its reader connections are lost', async () => {
    const opened = await open((client) => [work(client, async () => 1)]);
    await opened.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> 'tillgate engine'`);
    await until(() => opened.client.send({ name: 'work', data: {} }).then(() => 'sent', String)).toBe('sent');
    await until(async () => (await opened.runs('work'))[0]?.status).toBe('completed');
  });

  it('sleeps for days on its own clock', async () => {
    let now = Date.UTC(2026, 0, 1);
    const functions = (client: Inngest.Any) => [
      client.createFunction({ id: 'long', triggers: [{ event: 'long' }] }, async ({ step }) => {
        await step.sleep('s', '3d');
        return 'awake';
      }),
    ];
    const opened = await open(functions, { clock: { now: () => new Date(now) } });
    await opened.client.send({ name: 'long', data: {} });
    await until(async () => (await opened.runs('long'))[0]?.wake_at.getTime()).toBe(now + 3 * dayMs);
    now += 3 * dayMs - 1;
    expect((await opened.runs('long'))[0]?.status).toBe('queued');
    now += 1;
    await until(async () => (await opened.runs('long'))[0]?.output).toBe('awake');
  });

  it('runs a cron on time, and of several missed ticks only the last', async () => {
    let now = Date.UTC(2026, 0, 1, 0, 2);
    const ticks: string[] = [];
    const functions = (client: Inngest.Any) => [
      client.createFunction({ id: 'tick', triggers: [cron('*/5 * * * *')] }, async ({ event }) => {
        ticks.push(new Date(event.ts ?? 0).toISOString().slice(11, 16));
      }),
    ];
    await open(functions, { clock: { now: () => new Date(now) } });
    await until(() => ticks).toEqual(['00:00']);
    now += 3 * minuteMs;
    await until(() => ticks).toEqual(['00:00', '00:05']);
    now += 22 * minuteMs;
    await until(() => ticks).toEqual(['00:00', '00:05', '00:25']);
  });
});
