import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embeddedFetch } from './sender.ts';
import { testClient } from './testing/harness.ts';

describe('embeddedFetch', () => {
  let test: TestDatabase;
  let pool: pg.Pool;
  const rows = async () => (await pool.query('SELECT id, name, data, ts FROM engine_events ORDER BY seq')).rows;
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    embeddedFetch({ pool })('http://x/e/key', { method: 'POST', body: JSON.stringify(body), headers });

  const bodyOf = async (answer: Response) => (await answer.json()) as { ids: string[]; error: string };

  beforeAll(async () => {
    test = await testDatabase();
    pool = new pg.Pool({ connectionString: test.url, max: 2 });
    // The database is dropped while connections are still closing.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  });
  beforeEach(() => pool.query('DELETE FROM engine_events'));
  afterAll(async () => {
    await pool.end();
    await test.close();
  });

  it('stores what the SDK sends and answers the ids in order', async () => {
    const client = testClient(embeddedFetch({ pool }));
    const sent = [{ id: 'mine', name: 'a', data: { n: 1 }, ts: 5 }, { name: 'b' }];
    const { ids } = await client.send(sent);
    expect(ids[0]).toBe('mine');
    expect(await rows()).toEqual([
      { id: 'mine', name: 'a', data: { n: 1 }, ts: '5' },
      { id: ids[1], name: 'b', data: {}, ts: expect.any(String) },
    ]);
  });

  it('wakes the engine', async () => {
    const listener = new pg.Client({ connectionString: test.url });
    await listener.connect();
    await listener.query('LISTEN engine_events');
    const heard = new Promise((resolve) => listener.once('notification', resolve));
    await post({ name: 'a' });
    await heard;
    await listener.end();
  });

  it('gives a repeated sending the same ids, so that a retry after a lost answer starts nothing twice', async () => {
    const headers = { 'x-inngest-event-id-seed': '1,abc' };
    const first = await bodyOf(await post([{ name: 'a' }, { name: 'b' }], headers));
    const again = await bodyOf(await post([{ name: 'a' }, { name: 'b' }], headers));
    const other = await bodyOf(await post([{ name: 'a' }], { 'x-inngest-event-id-seed': '2,abc' }));
    expect(again.ids).toEqual(first.ids);
    expect(new Set([...first.ids, ...other.ids]).size).toBe(3);
  });

  it.each([
    [{ name: 'inngest/function.failed' }, 'begins with inngest/'],
    [{ name: '' }, 'Not an event'],
    [{ name: 'a', id: 'a\u0000b' }, 'zero byte'],
    [{ name: 'a', user: { id: 1 } }, 'user'],
    [{ name: 'a', v: '2' }, 'v'],
    [Array.from({ length: 5_001 }, () => ({ name: 'a' })), '5000'],
  ])('refuses an event that it would have to change: %#', async (body, sentence) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect((await bodyOf(answer)).error).toContain(sentence);
    expect(await rows()).toEqual([]);
  });

  it('stores all events of a sending or none', async () => {
    expect((await post([{ name: 'a' }, { name: 'inngest/x' }])).status).toBe(400);
    expect(await rows()).toEqual([]);
  });

  it('answers 503 when the events cannot be stored', async () => {
    const closed = new pg.Pool({ connectionString: test.url });
    await closed.end();
    const answer = await embeddedFetch({ pool: closed })('http://x/e/key', { body: '{"name":"a"}' });
    expect(answer.status).toBe(503);
  });

  it.each(['/fn/register', '/v1/signals', '/v1/realtime/publish'])(
    'names the path %s that it does not have',
    async (path) => {
      const answer = await embeddedFetch({ pool })(`http://x${path}`, { body: '{}' });
      expect(answer.status).toBe(501);
      expect((await bodyOf(answer)).error).toContain(path);
    },
  );
});
