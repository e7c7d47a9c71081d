/**
 * Measures how many runs of a one-step function the engine completes per second, from sending to the last stored
 * result: `npx tsx inngest/src/embedded/testing/throughput.ts [events]`, on a Postgres of its own with fsync on.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '@tillgate/db/embedded';
import { deploy } from '@tillgate/db/migrate';
import { Inngest } from 'inngest';
import pg from 'pg';
import { createEmbeddedEngine } from '../index.ts';

const events = Number(process.argv[2] ?? 5_000);
const eventsPerSend = 500;
const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-throughput-'));
const server = await startPostgres({ dataDir, durable: true });
try {
  const connectionString = server.url('postgres');
  await deploy(connectionString);
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const engine = createEmbeddedEngine({ connectionString, log, onLost: console.error });
  const client = new Inngest({ id: 'app', isDev: true, fetch: engine.fetch, logger: log });
  let ran = 0;
  const once = client.createFunction({ id: 'once', triggers: [{ event: 'once' }] }, async ({ step }) => {
    await step.run('only', () => {
      ran += 1;
    });
  });
  await engine.start({ client, functions: [once] });
  await engine.active;
  const pool = new pg.Pool({ connectionString, max: 1 });
  const completed = async () =>
    (await pool.query(`SELECT count(*)::int AS n FROM engine_runs WHERE status = 'completed'`)).rows[0].n as number;
  const startedAt = performance.now();
  const cpuAtStart = process.cpuUsage();
  for (let sent = 0; sent < events; sent += eventsPerSend) {
    const size = Math.min(eventsPerSend, events - sent);
    await client.send(Array.from({ length: size }, (_, index) => ({ name: 'once', data: { index } })));
  }
  while ((await completed()) < events) await pause(20);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuAtStart);
  const cpuMs = (cpu.user + cpu.system) / 1_000 / events;
  console.log(`npx tsx inngest/src/embedded/testing/throughput.ts ${events}`);
  console.log(
    `${events} deliveries, ${ran} steps, ${seconds.toFixed(2)} s: ${Math.round(events / seconds)} deliveries/s`,
  );
  console.log(`${cpuMs.toFixed(2)} ms of this process's CPU per delivery`);
  await pool.end();
  await engine.stop();
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
