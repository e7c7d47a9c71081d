import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import type { Log } from '@tillgate/domain';
import type { Inngest } from 'inngest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postEvents } from '../embedded/mailbox.ts';
import { handOver, startHandOver } from './hand-over.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(() => test.database.pool.query('DELETE FROM engine_events'));

type Sent = { id: string; name: string; data: unknown; ts: number };

/** A server that takes signals, or that fails. */
function taking(fails = () => false) {
  const sent: Sent[] = [];
  const send = async (signals: Sent[]) => {
    if (fails()) throw new Error('The server answers 503.');
    sent.push(...signals);
    return { ids: [] };
  };
  return { sent, inngest: { send } as unknown as Pick<Inngest, 'send'> };
}

const mail = (n: number) => ({ id: `mail:${n}`, name: 'mail.due', data: { mailId: String(n) }, ts: 1_000 + n });
const wakeUp = { id: 'wake-up:1', name: 'callbacks.waiting', data: {}, ts: 1 };
const post = (count: number) =>
  postEvents(test.databaseAs('api').pool, [wakeUp, ...Array.from({ length: count }, (_, n) => mail(n))]);
const left = async () => (await test.database.pool.query('SELECT 1 FROM engine_events')).rows.length;

describe('the mailbox that an API without INNGEST_* fills', () => {
  it('is handed over with the rights of a worker, each signal once with its own id, wake-ups not at all', async () => {
    await post(3);
    const { sent, inngest } = taking();
    expect(await handOver(test.databaseAs('worker').pool, inngest)).toBe(4);
    expect(sent).toEqual([mail(0), mail(1), mail(2)]);
    expect(await left()).toBe(0);
  });

  it('stays while the server takes nothing', async () => {
    await post(2);
    const { inngest } = taking(() => true);
    await expect(handOver(test.databaseAs('worker').pool, inngest)).rejects.toThrow('503');
    expect(await left()).toBe(3);
  });

  it('loses nothing when workers hand over at once, and a signal that is sent twice keeps its id', async () => {
    await post(500);
    const { sent, inngest } = taking();
    const { pool } = test.databaseAs('worker');
    const counts = await Promise.all([handOver(pool, inngest), handOver(pool, inngest), handOver(pool, inngest)]);
    expect(Math.max(...counts)).toBe(200);
    while ((await handOver(pool, inngest)) > 0);
    expect(new Set(sent.map(({ id }) => id))).toEqual(new Set(Array.from({ length: 500 }, (_, n) => mail(n).id)));
    expect(await left()).toBe(0);
  });

  it('is emptied as soon as the server is well, and that is said once', async () => {
    await post(450);
    let isReady = false;
    const lines: string[] = [];
    const log: Log = { debug() {}, info() {}, warn: (_fields, message) => void lines.push(message), error() {} };
    const { sent, inngest } = taking();
    const { pool } = test.databaseAs('worker');
    const handingOver = startHandOver({ pool, inngest, isReady: () => isReady, log });
    expect(await left()).toBe(451);
    isReady = true;
    await expect.poll(left).toBe(0);
    await handingOver.stop();
    expect(sent).toHaveLength(450);
    expect(lines).toEqual([expect.stringContaining('without INNGEST_BASE_URL')]);
  });
});
