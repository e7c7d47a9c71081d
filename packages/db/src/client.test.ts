import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from './client.ts';
import { only, type Queryable, query, sql } from './statement.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await testDatabase();
  await test.database.pool.query('CREATE TABLE notes (text text)');
});
afterAll(() => test.close());

const pidOf = async (db: Queryable) =>
  only(await query<{ pid: number }>(db, 'pid', sql`SELECT pg_backend_pid() AS pid`)).pid;
const write = (db: Queryable, text: string) => query(db, 'write', sql`INSERT INTO notes VALUES (${text})`);

it('a transaction that throws leaves nothing, and its connection serves the next one', async () => {
  const database = openDatabase(test.url, { poolMax: 1 });
  try {
    const pid = await pidOf(database.pool);
    const refused = database.transaction(async (db) => {
      await write(db, 'refused');
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    await expect(database.transaction((db) => query(db, 'wrong', sql`SELECT 1 FROM nothing`))).rejects.toThrow();
    await database.transaction((db) => write(db, 'kept'));
    expect(await pidOf(database.pool)).toBe(pid);
    expect((await database.pool.query('SELECT text FROM notes')).rows).toEqual([{ text: 'kept' }]);
  } finally {
    await database.close();
  }
});

it('a connection that breaks between two statements does not end the process', async () => {
  const database = openDatabase(test.url, { poolMax: 1 });
  try {
    const client = await database.pool.connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await test.database.pool.query('SELECT pg_terminate_backend($1)', [await pidOf(client)]);
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
  }
});

it('a transaction whose connection breaks throws, and the next one gets another connection', async () => {
  const database = openDatabase(test.url, { poolMax: 1 });
  try {
    let pid = 0;
    const broken = database.transaction(async (db) => {
      pid = await pidOf(db);
      await test.database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
      await write(db, 'lost');
    });
    await expect(broken).rejects.toThrow();
    expect(await database.transaction(pidOf)).not.toBe(pid);
  } finally {
    await database.close();
  }
});
