import { testDatabase } from '@tillgate/db/testing';
import { EventType, type Inngest, staticSchema } from 'inngest';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { deleteEndedSql } from './runs.ts';
import { openTestEngine, type TestEngine } from './testing/harness.ts';

const until = <T>(read: () => T | Promise<T>) => expect.poll(read, { interval: 10 });
const dayMs = 86_400_000;
const workTrigger = new EventType({ name: 'work', schema: staticSchema<{ id: string }>() });
const work = (client: Inngest.Any) => [
  client.createFunction({ id: 'work', triggers: [workTrigger] }, ({ step }) => step.run('only', () => 'done')),
];

/** Ended runs of the past, one second apart; the first is the oldest. */
async function insertEnded(pool: pg.Pool | pg.Client, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO engine_runs (id, fn, event_id, event, status, ended_at)
     SELECT 'old' || n, 'app-old', 'old' || n, '{}', 'completed', now() - interval '90 days' + n * interval '1 second'
     FROM generate_series(1, $1::int) n`,
    [count],
  );
}

describe('the purge of ended runs', { timeout: 60_000 }, () => {
  let opened: TestEngine | undefined;
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
  });
  const oldRuns = async (pool: pg.Pool) =>
    (await pool.query(`SELECT id FROM engine_runs WHERE fn = 'app-old'`)).rowCount ?? 0;

  it('lets runs start and end while it is under way, and removes everything old', async () => {
    let release = async () => {};
    opened = await openTestEngine(work, {}, async (pool) => {
      await insertEnded(pool, 3_500);
      // While this lock is held the purge cannot get past its third slice, however fast the machine is.
      const holder = await pool.connect();
      await holder.query('BEGIN');
      await holder.query(`SELECT 1 FROM engine_runs WHERE id = 'old2500' FOR UPDATE`);
      release = async () => {
        await holder.query('COMMIT');
        holder.release();
      };
    });
    const { client, pool, runs } = opened;
    try {
      await until(() => oldRuns(pool)).toBe(1_500);
      await client.send({ name: 'work', data: { id: 'meanwhile' } });
      await until(async () => (await runs('work')).map(({ status }) => status)).toEqual(['completed']);
      expect(await oldRuns(pool)).toBe(1_500);
    } finally {
      await release();
    }
    await until(() => oldRuns(pool)).toBe(0);
    expect(await runs('work')).toHaveLength(1);
  });

  it('removes more runs than a slice holds that ended in the same millisecond', async () => {
    const endedAt = new Date('2026-01-01T00:00:00.123Z');
    opened = await openTestEngine(work, {}, async (pool) => {
      await insertEnded(pool, 2_500);
      await pool.query('UPDATE engine_runs SET ended_at = $1', [endedAt]);
    });
    const { pool } = opened;
    await until(() => oldRuns(pool)).toBe(0);
  });

  it('finds a slice by the index of ended runs among 200,000, with and without statistics', async () => {
    const test = await testDatabase();
    const client = new pg.Client(test.url);
    await client.connect();
    const plan = async () => {
      const { rows } = await client.query(`EXPLAIN ${deleteEndedSql}`, [0, Date.now() - dayMs, 1_000]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    try {
      await insertEnded(client, 200_000);
      for (const statistics of ['SELECT 1', 'ANALYZE engine_runs']) {
        await client.query(statistics);
        const found = await plan();
        expect(found).toContain('engine_runs_ended_idx');
        expect(found).toContain('Tid Scan on engine_runs');
        expect(found).not.toContain('Seq Scan');
      }
    } finally {
      await client.end();
      await test.close();
    }
  });
});
