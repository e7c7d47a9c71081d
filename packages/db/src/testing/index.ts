import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../client.ts';
import { type ProcessWithRole, roleOf } from '../roles/index.ts';
import { templateDatabase } from './global-setup.ts';

export { type Cable, startCable } from './cable.ts';

/** Connections of one test database; two workers share one server. */
const poolMax = 10;
/** A busy machine must not fail a test. */
const patienceMs = 120_000;

export type TestDatabase = {
  url: string;
  database: Database;
  /** Connection string with only the rights of a process. */
  urlAs(process: ProcessWithRole): string;
  /** Connections with only the rights of a process; closed with the rest. */
  databaseAs(process: ProcessWithRole): Database;
  /** Ends the connections and drops the database. */
  close(): Promise<void>;
};

async function server(): Promise<{ url: string; socketDirectory?: string }> {
  const response = await fetch(inject('postgresDoor'));
  const text = await response.text();
  if (!response.ok) throw new Error(`The test database server did not start: ${text}`);
  return JSON.parse(text);
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Connection string of the run's server, with the right to create databases. */
export async function testServerUrl(): Promise<string> {
  return (await server()).url;
}

/** The same database by way of the server's socket. */
function bySocket(url: string, directory: string): string {
  const address = new URL(url);
  address.searchParams.set('host', directory);
  return address.toString();
}

/** The connection string of a superuser with the role of a process. */
function withRole(url: string, process: ProcessWithRole): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c role=${roleOf(process)}`);
  return address.toString();
}

/** A database of its own, migrated and empty. For `beforeAll`; close it in `afterAll`. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url: admin, socketDirectory } = await server();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(admin, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`);
  const address = new URL(admin);
  address.pathname = `/${name}`;
  const url = address.toString();
  const open = (at: string) =>
    openDatabase(socketDirectory ? bySocket(at, socketDirectory) : at, {
      poolMax,
      patienceMs,
      applicationName: 'tillgate test',
    });
  const database = open(url);
  const opened = new Map<ProcessWithRole, Database>();
  return {
    url,
    database,
    urlAs: (process) => withRole(url, process),
    databaseAs(process) {
      const limited = opened.get(process) ?? open(withRole(url, process));
      opened.set(process, limited);
      return limited;
    },
    async close() {
      await Promise.all([database, ...opened.values()].map((each) => each.close()));
      await asAdmin(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
