import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnsupportedFunctionError } from './config.ts';
import { createEmbeddedEngine } from './engine.ts';
import { behaviours, inFlightMax, noted } from './testing/behaviours.ts';
import { openTestEngine, silentLog, type TestEngine, testClient } from './testing/harness.ts';

const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 10 });

describe('embedded engine', () => {
  let opened: TestEngine;
  const send = (name: string, data: object = {}) => opened.client.send({ name, data });
  const outputs = async (fn: string) =>
    (await opened.runs(fn)).filter((run) => run.status === 'completed').map((run) => run.output);

  beforeAll(async () => {
    opened = await openTestEngine(behaviours);
  });
  afterAll(() => opened.close());

  it('runs each step once around a sleep and stores what the function returns', async () => {
    await send('basic', { n: 1 });
    await until(() => outputs('basic')).toEqual([20]);
    expect(noted('basic')).toEqual(['basic-a', 'basic-b']);
  });

  it('retries a step and gives the next one a fresh budget of attempts', async () => {
    await send('flaky');
    await until(() => noted('flaky')).toEqual(['flaky-x:0', 'flaky-x:1', 'flaky-x:2', 'flaky-y:0']);
  });

  it('calls onFailure with the error and the event once the attempts are used up', async () => {
    await send('dead', { k: 7 });
    await until(() => noted('dead-failure')).toEqual(['dead-failure:gone:7:app-dead']);
    expect(noted('dead-x')).toHaveLength(2);
  });

  it('does not retry a NonRetriableError', async () => {
    await send('final');
    await until(() => noted('final-failure')).toEqual(['final-failure:never']);
    expect(noted('final-run')).toHaveLength(1);
  });

  it('waits as long as a RetryAfterError asks', async () => {
    await send('later');
    await until(() => noted('later')).toHaveLength(2);
    const [first, second] = noted('later').map((text) => Number(text.split(':')[2]));
    expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(900);
  });

  it('starts every function of an event, and none twice for one event id', async () => {
    const batch = [
      { id: 'e1', name: 'fan', data: { i: 1 } },
      { id: 'e1', name: 'fan', data: { i: 1 } },
      { name: 'fan', data: { i: 2 } },
    ];
    const { ids } = await opened.client.send(batch);
    expect(ids).toHaveLength(3);
    await opened.client.send({ id: 'e1', name: 'fan', data: { i: 1 } });
    await send('fan', { i: 3 });
    await until(() => noted('fan-two:3').length + noted('fan-one:3').length).toBe(2);
    expect([...noted('fan-one'), ...noted('fan-two')].sort()).toEqual([
      ...['fan-one:1', 'fan-one:2', 'fan-one:3'],
      ...['fan-two:1', 'fan-two:2', 'fan-two:3'],
    ]);
  });

  it('keeps the concurrency limit per key and lets other keys pass', async () => {
    const slow = Array.from({ length: 6 }, () => ({ name: 'grouped', data: { endpoint: 'slow', ms: 100 } }));
    await opened.client.send([...slow, { name: 'grouped', data: { endpoint: 'fast', ms: 1 } }]);
    await until(() => noted('grouped:slow')).toHaveLength(6);
    expect(inFlightMax.slow).toBe(2);
    const order = noted('grouped').map((text) => text.split(':')[1]);
    expect(order.indexOf('fast')).toBeLessThan(order.lastIndexOf('slow'));
  });

  it('runs parallel steps and sleeps, each once', async () => {
    await send('parallel');
    await until(() => outputs('parallel')).toEqual([{ sum: 3, both: { met: false } }]);
    expect([...noted('p1'), ...noted('p2')]).toEqual(['p1', 'p2']);
  });

  it('has parallel steps in flight at the same time', async () => {
    await send('meeting');
    await until(() => outputs('meeting')).toEqual([[true, true]]);
  });

  it('delivers what step.sendEvent sends', async () => {
    await send('emit');
    await until(() => noted('fan-one:sent')).toHaveLength(1);
  });

  it('lets a function catch the failure of a step', async () => {
    await send('caught');
    await until(() => noted('fallback')).toEqual(['fallback:bad']);
  });

  it('fails a run by name at a step that it does not support', async () => {
    await send('waiting');
    await until(() => noted('waiting')).toEqual([
      'waiting-failure:WaitForEvent is not supported by the embedded engine',
    ]);
  });

  it('fails a run that uses an API path it does not have, and names the path', async () => {
    await send('signal');
    await until(async () => (await opened.runs('signal'))[0]?.status).toBe('failed');
    expect(JSON.stringify((await opened.runs('signal'))[0]?.output)).toContain('/v1/signals is not available');
  });

  it('ends step.sleepUntil at its date and not before', async () => {
    await send('until');
    await until(() => noted('until')).toHaveLength(1);
    expect(Number(noted('until')[0]?.split(':')[1])).toBeGreaterThanOrEqual(0);
  });

  it('carries zero bytes and half surrogate pairs unchanged', async () => {
    const text = 'a\u0000b\ud800';
    await send('zero', { text });
    await until(() => outputs('zero')).toEqual([text]);
  });

  it('tells repeated step ids in a loop apart', async () => {
    await send('loop');
    await until(() => outputs('loop')).toHaveLength(1);
    expect(noted('loop')).toEqual(['loop:0', 'loop:1', 'loop:2', 'loop:3', 'loop:4']);
  });

  it('retries in the middle of a run without repeating what is done', async () => {
    await send('middle');
    await until(() => noted('mid')).toEqual(['mid-1:0', 'mid-2:0', 'mid-2:1', 'mid-3:0']);
  });

  it('goes on after a step that outlasts the checkpointing time', async () => {
    await send('slow');
    await until(() => noted('slow')).toEqual(['slow-next', 'slow-last']);
  });

  it('keeps its own copy of events and results: a function may change what it was given', async () => {
    await send('mutate', { n: 1 });
    await until(() => outputs('mutate')).toEqual([{ list: [1, 2], n: 99 }]);
    const { rows } = await opened.pool.query(`SELECT event, steps FROM engine_runs WHERE fn = 'app-mutate'`);
    expect(rows[0].event.data).toEqual({ n: 1 });
    expect(JSON.stringify(rows[0].steps)).toContain('{"data":[1]}');
  });

  it('runs the cron tick that was missed before the start', async () => {
    await until(() => noted('cron')).toContain('cron:inngest/scheduled.timer:* * * * *');
  });

  it('refuses to start with a config that it cannot honour, naming function and option', async () => {
    const engine = createEmbeddedEngine({ connectionString: opened.test.url, log: silentLog, onLost: () => {} });
    const client = testClient(engine.fetch);
    const triggers = [{ event: 'x' }];
    const bad = client.createFunction({ id: 'd', debounce: { period: '1m' }, triggers }, async () => 1);
    const start = engine.start({ client, functions: [bad] });
    await expect(start).rejects.toThrow(UnsupportedFunctionError);
    await expect(start).rejects.toThrow('app-d: debounce');
    await engine.stop();
  });

  it('refuses to start with a client that talks to somebody else', async () => {
    const engine = createEmbeddedEngine({ connectionString: opened.test.url, log: silentLog, onLost: () => {} });
    const client = testClient(async () => Response.json({ status: 200 }));
    await expect(engine.start({ client, functions: [] })).rejects.toThrow("made with the engine's fetch");
    await engine.stop();
  });
});

it('runs functions whatever somebody has set for the database', async () => {
  const opened = await openTestEngine(behaviours, {}, async (pool) => {
    const { rows } = await pool.query('SELECT current_database() AS name');
    for (const setting of ["DateStyle = 'German, DMY'", "lock_timeout = '1ms'", 'search_path = pg_catalog']) {
      await pool.query(`ALTER DATABASE ${rows[0].name} SET ${setting}`);
    }
  });
  await opened.client.send({ name: 'basic', data: { n: 1 } });
  const { pool } = opened;
  const outputs = () =>
    pool.query(`SELECT output FROM public.engine_runs WHERE fn LIKE '%basic' AND status = 'completed'`);
  await until(() => outputs().then(({ rows }) => rows)).toEqual([{ output: 20 }]);
  await opened.close();
});
