import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { Bell, Signal } from '@tillgate/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenForBells } from './bell-listener.ts';
import { createBells } from './bells.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

const log = { debug() {}, info() {}, warn() {}, error() {} };
const bell = (name: Bell) => ({ name, id: `${name}:1`, data: {} }) as const;

function heard() {
  const rings: Bell[] = [];
  return { rings, onRing: (name: Bell) => void rings.push(name) };
}

describe('bells', () => {
  it('are heard by every worker that listens, and a thousand rings are few', async () => {
    const [one, other] = [heard(), heard()];
    const listeners = [one, other].map(({ onRing }) => listenForBells(test.url, { onRing, log }));
    // Each connection begins with a ring of every bell.
    await expect.poll(() => [one, other].map(({ rings }) => rings.length)).toEqual([2, 2]);
    const sent: Signal[] = [];
    const bells = createBells(test.database.pool, { send: async (signal) => sent.push(signal), log });
    for (let n = 0; n < 1_000; n += 1) bells.ring(bell('callbacks.waiting'));
    for (const { rings } of [one, other]) {
      await expect.poll(() => rings.slice(2)).toContain('callbacks.waiting');
    }
    await bells.close();
    expect(sent).toEqual([bell('callbacks.waiting')]);
    await expect.poll(() => one.rings.length).toBe(4);
    expect(one.rings.slice(2)).toEqual(['callbacks.waiting', 'callbacks.waiting']);
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
    const bells = createBells(test.database.pool, { send, log });
    bells.ring(bell('callbacks.waiting'));
    await expect.poll(() => sent.length).toBe(1);
    bells.ring(bell('callbacks.waiting'));
    const closed = bells.close();
    expect(sent).toHaveLength(1);
    answer();
    await closed;
  });

  it('are listened for again after the connection was lost, and every bell rings then', async () => {
    const { rings, onRing } = heard();
    const listener = listenForBells(test.url, { onRing, log });
    await expect.poll(() => rings.length).toBe(2);
    await test.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'tillgate-worker-bells' AND datname = current_database()`,
    );
    await expect.poll(() => rings.length).toBe(4);
    const bells = createBells(test.database.pool, { send: async () => undefined, log });
    bells.ring(bell('deliveries.waiting'));
    await expect.poll(() => rings[4]).toBe('deliveries.waiting');
    await bells.close();
    await listener.close();
  });
});
