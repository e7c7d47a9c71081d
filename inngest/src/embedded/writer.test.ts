import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { startCable, type TestDatabase, testDatabase } from '@tillgate/db/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from './testing/harness.ts';
import { openWriter, type Writer } from './writer.ts';

describe('writer', () => {
  let test: TestDatabase;
  let pool: pg.Pool;
  const losses: Error[] = [];
  const open = (connectionString = test.url): Promise<Writer> =>
    openWriter({ connectionString, log: silentLog, onNotify: () => {}, onLost: (error) => void losses.push(error) });
  const insert = (id: string, fn = 'app-f') => ({
    insert: [{ id, fn, event: { id, name: 'n', data: {}, ts: 1 }, keys: [], wakeAt: 1 }],
  });
  const ids = async () => (await pool.query('SELECT id FROM engine_runs ORDER BY id')).rows.map((row) => row.id);

  beforeAll(async () => {
    test = await testDatabase();
    pool = new pg.Pool({ connectionString: test.url, max: 2 });
    // The database is dropped while connections are still closing.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  });
  afterAll(async () => {
    await pool.end();
    await test.close();
  });

  it('commits what waits together, and one bad row does not fail its neighbours', async () => {
    const writer = await open();
    await writer.active;
    const changes = [insert('a'), insert('b'), insert('bad', 'zero\u0000byte'), insert('c')];
    const results = await Promise.allSettled(changes.map((change) => writer.write(change)));
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await ids()).toEqual(['a', 'b', 'c']);
    await writer.close();
  });

  it('takes an event from the mailbox only together with its runs', async () => {
    const writer = await open();
    await pool.query(`INSERT INTO engine_events (seq, id, name, data, ts) VALUES (7, 'e', 'n', '{}', 1)`);
    await expect(writer.write({ ...insert('e', 'zero\u0000byte'), mailboxSeqs: ['7'] })).rejects.toThrow();
    expect((await pool.query('SELECT seq FROM engine_events')).rowCount).toBe(1);
    await writer.write({ ...insert('e'), mailboxSeqs: ['7'] });
    expect((await pool.query('SELECT seq FROM engine_events')).rowCount).toBe(0);
    await writer.close();
  });

  it('lets the server remove dead rows while a standby waits', async () => {
    const holder = await open();
    await holder.active;
    const standby = await open();
    await pool.query('SELECT pg_current_xact_id()');
    const { rows } = await pool.query('SELECT pg_current_xact_id()::text AS id');
    const oldest = async () => {
      const found = await pool.query(
        `SELECT min(backend_xmin::text::bigint)::text AS xmin FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'tillgate engine'`,
      );
      return BigInt(found.rows[0].xmin ?? rows[0].id);
    };
    await expect.poll(oldest).toBeGreaterThanOrEqual(BigInt(rows[0].id));
    await standby.close();
    await holder.close();
  });

  it('writes nothing as a standby, and everything once the holder is gone', async () => {
    const holder = await open();
    await holder.active;
    const standby = await open();
    let wrote = false;
    const written = standby.write(insert('late')).then(() => {
      wrote = true;
    });
    await holder.write(insert('early'));
    expect(wrote).toBe(false);
    await holder.close();
    await written;
    expect(await ids()).toEqual(expect.arrayContaining(['early', 'late']));
    await standby.close();
  });

  it('loses the connection when the host of the database has vanished without closing it, idle and as a standby', async () => {
    const holder = await open();
    await holder.active;
    for (const isStandby of [true, false]) {
      const cable = await startCable(test.url);
      let told: (error: Error) => void = () => {};
      const lost = new Promise<Error>((resolve) => {
        told = resolve;
      });
      const heartbeat = { everyMs: 20, answerMs: 1_000 };
      const writer = await openWriter({
        connectionString: cable.url,
        log: silentLog,
        onNotify: () => {},
        onLost: (error) => told(error),
        heartbeat,
      });
      if (!isStandby) {
        await holder.close();
        await writer.active;
      }
      cable.silence();
      expect((await lost).message).toBe('The engine has lost its database connection');
      if (!isStandby) await expect(writer.write(insert('never'))).rejects.toThrow('lost');
      await writer.close();
      cable.close();
    }
    expect(await ids()).not.toContain('never');
  });

  it('gives up when the host of the database vanishes while the session is set up', async () => {
    // Lets the client in, asks for nothing, and never answers a statement.
    const welcome = Buffer.from([...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], ...[0x5a, 0, 0, 0, 5, 0x49]]);
    const host = createServer((socket) => socket.once('data', () => socket.write(welcome))).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const connectionString = `postgresql://postgres@127.0.0.1:${(host.address() as AddressInfo).port}/postgres`;
    const heartbeat = { everyMs: 50, answerMs: 100 };
    const opening = openWriter({ connectionString, heartbeat, log: silentLog, onNotify: () => {}, onLost: () => {} });
    await expect(opening).rejects.toThrow('timeout');
    host.close();
  });

  it('rejects a connection that cannot be made, and reports no loss of it', async () => {
    const address = new URL(test.url);
    address.pathname = '/no_such_database';
    await expect(open(address.toString())).rejects.toThrow('no_such_database');
    expect(losses).toEqual([]);
  });
});
