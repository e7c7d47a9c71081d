import { execFileSync } from 'node:child_process';
import { refreshRollups } from '@tillgate/domain/rollups';
import type { PoolClient as Client } from 'pg';
import type { World } from '../world.ts';
import * as rows from './rows.ts';

/** As long as half a year: what reports of 90 days with the 90 days before read. */
const days = 180;
const otherApplications = 200;
/** Callbacks, events, deliveries, attempts and requests are written of so many of the newest payments. */
const followedMax = 1_000_000;
const stepRows = 250_000;
const tables = [
  ...['payments', 'disbursements', 'provider_callbacks', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'],
  'api_requests',
];

/**
 * Writes `count` payments of the past half year into a new world: four of ten of its merchant, the others of 200
 * applications, with what belongs to them. As an import does: without triggers, with indexes made afterwards.
 */
export async function fill({ db, merchant }: World, count: number): Promise<void> {
  const startedAt = performance.now();
  const client = await db.pool.connect();
  try {
    await hurry(client);
    const indexes = await dropIndexes(client);
    await client.query('SET session_replication_role = replica');
    await client.query(rows.idFunction);
    const others = await writeApplications(client, merchant.organizationId);
    for (let from = 1; from <= count; from += stepRows) {
      const to = Math.min(count, from + stepRows - 1);
      await client.query(rows.payments, [merchant.applicationId, others, count, from, to, days * 86_400]);
    }
    await client.query(rows.refunds);
    await client.query(rows.payouts, [merchant.applicationId]);
    const since = `${(days * Math.min(followedMax, count)) / count} days`;
    for (const written of rows.followers) await client.query(written, [since]);
    await client.query('SET session_replication_role = DEFAULT');
    for (const definition of indexes) await client.query(definition);
    await client.query('VACUUM ANALYZE');
    await client.query('UPDATE rollup_backfill SET counted_to = to_timestamp(0)');
    await rest(client);
  } finally {
    client.release();
  }
  while (!(await refreshRollups(merchant.as('sandbox'), { budgetMs: 60_000 })).current);
  await db.pool.query('VACUUM ANALYZE rollups');
  await db.pool.query('CHECKPOINT');
  const seconds = (performance.now() - startedAt) / 1000;
  console.error(`${count.toLocaleString('en')} payments written in ${seconds.toFixed(0)} s`);
}

/** Nothing that is written now has to outlive a crash. */
async function hurry(client: Client): Promise<void> {
  const quick = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' };
  for (const [name, value] of Object.entries({ ...quick, max_wal_size: '8GB', checkpoint_timeout: '1h' }))
    await client.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await client.query('SELECT pg_reload_conf()');
  await client.query(`SET maintenance_work_mem = '1GB'`);
  await client.query(`SET work_mem = '256MB'`);
}

/** From here on the server waits for the disk again, and what was written is on it. */
async function rest(client: Client): Promise<void> {
  await client.query('CHECKPOINT');
  await client.query('ALTER SYSTEM RESET ALL');
  await client.query('SELECT pg_reload_conf()');
  await client.query('RESET ALL');
  execFileSync('sync');
}

/** @returns the statements that make them again */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of found) await client.query(`DROP INDEX ${name}`);
  return found.map(({ definition }) => definition);
}

/** Applications of other organizations, and of the merchant's, each with an endpoint. */
async function writeApplications(client: Client, organizationId: string): Promise<string[]> {
  const { rows: made } = await client.query<{ id: string }>(rows.applications, [otherApplications, organizationId]);
  await client.query(rows.endpoints);
  return made.map(({ id }) => id);
}
