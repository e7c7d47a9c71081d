import { startCable, type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { Signal, WakeUp } from '@tillgate/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenForWakeUps } from './wake-up-listener.ts';
import { wakeUps as allWakeUps, createWakeUps } from './wake-ups.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

/** A connection that is silent for this long is lost. */
const heartbeat = { everyMs: 20, answerMs: 1_000 };
const kinds = allWakeUps.length;
const log = { debug() {}, info() {}, warn() {}, error() {} };
const wakeUp = (name: WakeUp) => ({ name, id: `${name}:1`, data: {} }) as const;

function heard() {
  const names: WakeUp[] = [];
  return { names, onWakeUp: (name: WakeUp) => void names.push(name) };
}

describe('wake-ups', () => {
  it('are heard by every worker that listens, and a thousand wake-ups are few', async () => {
    const [one, other] = [heard(), heard()];
    const listeners = [one, other].map(({ onWakeUp }) => listenForWakeUps(test.url, { onWakeUp, log }));
    // Each connection begins with every wake-up.
    await expect.poll(() => [one, other].map(({ names }) => names.length)).toEqual([kinds, kinds]);
    const sent: Signal[] = [];
    const wakeUps = createWakeUps(test.database.pool, { send: async (signal) => sent.push(signal), log });
    for (let n = 0; n < 1_000; n += 1) wakeUps.wake(wakeUp('callbacks.waiting'));
    for (const { names } of [one, other]) {
      await expect.poll(() => names.slice(kinds)).toContain('callbacks.waiting');
    }
    await wakeUps.close();
    expect(sent).toEqual([wakeUp('callbacks.waiting')]);
    await expect.poll(() => one.names.length).toBe(kinds + 2);
    expect(one.names.slice(kinds)).toEqual(['callbacks.waiting', 'callbacks.waiting']);
    await Promise.all(listeners.map((listener) => listener.close()));
  });

  it('are not signalled again to a queue that has not taken the signal before', async () => {
    const sent: Signal[] = [];
    let answer = () => {};
    const send = (signal: Signal) => {
      sent.push(signal);
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    };
    const wakeUps = createWakeUps(test.database.pool, { send, log, signalEveryMs: 10 });
    wakeUps.wake(wakeUp('callbacks.waiting'));
    await expect.poll(() => sent.length).toBe(1);
    wakeUps.wake(wakeUp('callbacks.waiting'));
    const closed = wakeUps.close();
    expect(sent).toHaveLength(1);
    answer();
    await closed;
  });

  it('are listened for again after the connection was lost, and every wake-up comes then', async () => {
    const { names, onWakeUp } = heard();
    const listener = listenForWakeUps(test.url, { onWakeUp, log });
    await expect.poll(() => names.length).toBe(kinds);
    await test.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tillgate-worker-wake-ups' AND datname = current_database()`,
    );
    await expect.poll(() => names.length).toBe(2 * kinds);
    const wakeUps = createWakeUps(test.database.pool, { send: async () => undefined, log });
    wakeUps.wake(wakeUp('deliveries.waiting'));
    expect(listener.hears()).toBe(false);
    await expect.poll(() => names[2 * kinds]).toBe('deliveries.waiting');
    expect(listener.hears()).toBe(true);
    await wakeUps.close();
    await listener.close();
  });

  it('are listened for again when the host of the database has vanished without closing the connection', async () => {
    const cable = await startCable(test.url);
    const { names, onWakeUp } = heard();
    const listener = listenForWakeUps(cable.url, { onWakeUp, log, heartbeat });
    await expect.poll(() => names.length).toBe(kinds);
    cable.silence();
    cable.mend();
    await expect.poll(() => names.length).toBe(2 * kinds);
    await listener.close();
    cable.close();
  });
});
