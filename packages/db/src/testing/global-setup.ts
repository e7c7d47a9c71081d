import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type RunningPostgres, startPostgres } from '../embedded/index.ts';
import { migrateDatabase } from '../migrate/index.ts';

export const templateDatabase = 'tillgate_template';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a test file asks for the database server of this run. */
    postgresDoor: string;
  }
}

async function startMigrated(dataDir: string): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, durable: false });
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${templateDatabase}`);
  await admin.end();
  await migrateDatabase(server.url(templateDatabase));
  return server;
}

/** The server of a run: where test files ask for it, and how many projects still use it. */
type Door = { url: string; users: number; close(): Promise<void> };

async function openDoor(): Promise<Door> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillgate-test-'));
  let starting: Promise<RunningPostgres> | undefined;
  const door = createServer((_request, response) => {
    starting ??= startMigrated(dataDir);
    starting.then(
      ({ url, socketDirectory }) => response.end(JSON.stringify({ url: url('postgres'), socketDirectory })),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((done) => door.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    users: 0,
    async close() {
      door.closeAllConnections();
      door.close();
      await starting?.then((server) => server.stop()).catch(() => {});
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

// Vitest loads this module once per project, and the schema engine must not be loaded twice in a process.
const shared = globalThis as typeof globalThis & { tillgateTestDoor?: Promise<Door> };

/**
 * One Postgres with one migrated template database per run, started when the first test file asks for it: a run of pure
 * tests starts none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.tillgateTestDoor ??= openDoor();
  const door = await shared.tillgateTestDoor;
  door.users += 1;
  project.provide('postgresDoor', door.url);
  return async () => {
    door.users -= 1;
    if (door.users === 0) await door.close();
  };
}
