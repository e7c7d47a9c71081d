import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '@tillgate/db';
import { startPostgres } from '@tillgate/db/embedded';
import { migrateDatabase } from '@tillgate/db/migrate';
import { type ProcessWithRole, roleOf } from '@tillgate/db/roles';

const poolMax = 6;
const patienceMs = 120_000;
const restartTriesMax = 100;
const restartWaitMs = 100;

export type OwnPostgres = {
  database: Database;
  urlAs(process: ProcessWithRole): string;
  /** kill -9 of the server, and a start on the same data. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
};

/** A durable server with a migrated database, for this run alone: it can be killed and started again. `directory` stays. */
export async function startOwnPostgres(directory?: string): Promise<OwnPostgres> {
  const dataDir = directory ?? (await mkdtemp(join(tmpdir(), 'tillgate-torture-')));
  let server = await startPostgres({ dataDir, durable: true });
  const { port } = server;
  const url = server.url();
  await migrateDatabase(url);
  const database = openDatabase(url, { poolMax, patienceMs, applicationName: 'tillgate torture' });
  return {
    database,
    urlAs(process) {
      const address = new URL(url);
      address.searchParams.set('options', `-c role=${roleOf(process)}`);
      return address.toString();
    },
    async killAndRestart() {
      const { crashed, pid } = server;
      process.kill(pid, 'SIGKILL');
      await crashed;
      for (let tries = 1; ; tries += 1) {
        try {
          server = await startPostgres({ dataDir, port, durable: true });
          return;
        } catch (error) {
          // Its orphans hold the shared memory until they notice.
          if (tries === restartTriesMax) throw error;
          await pause(restartWaitMs);
        }
      }
    },
    async stop() {
      await database.close();
      await server.stop();
      if (!directory) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
