import { setFlagsFromString } from 'node:v8';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/prisma/client.ts';
import { isDatabaseOutage } from './outage.ts';
import { pinSession } from './session.ts';
import type { Queryable } from './statement.ts';

// Prisma compiles queries in WebAssembly and keeps the plans. V8 would optimize that compiler in the first seconds of
// each process, for 0.3 s of processor time. With this budget it does so only where the compiler runs very often.
setFlagsFromString('--wasm-tiering-budget=100000000');

/** One pool per process, shared by Prisma and by the statements by hand. */
export type Database = {
  prisma: PrismaClient;
  pool: pg.Pool;
  /** Runs statements on one connection: all of them are kept, or none when `use` throws. */
  transaction<T>(use: (db: Queryable) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Ends all connections; pending queries finish first. */
  close(): Promise<void>;
};

type TransactionOptions = {
  /**
   * Makes Postgres find rows through indexes, one after the other. Otherwise a plan from when a table was small would
   * read the whole table until it is analyzed.
   */
  byIndex?: boolean;
};

const beginByIndex =
  'BEGIN; SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';

const statementNamesMax = 500;
const connectTimeoutMs = 10_000;
/** Far above any statement of ours. */
const queryTimeoutMs = 15_000;

/** Names one prepared statement per SQL text, up to a limit: lists of values vary without end. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known) return known;
    if (names.size >= statementNamesMax) return '';
    const name = `p${names.size}`;
    names.set(sql, name);
    return name;
  };
}

type DatabaseOptions = {
  /** Most connections at a time. */
  poolMax?: number;
  applicationName?: string;
  /** Milliseconds for a connection, a statement and a transaction each, in place of the limits of a service. */
  patienceMs?: number;
  /** Refuses every change, and ends a statement on the server after this many milliseconds. */
  readOnly?: { statementTimeoutMs: number };
};

function readOnlySettings(statementTimeoutMs: number): string {
  return `SET default_transaction_read_only = on; SET statement_timeout = ${Math.trunc(statementTimeoutMs)}`;
}

/** Connects lazily: nothing is sent until the first query. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { patienceMs, readOnly } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolMax ?? 16,
    application_name: options.applicationName ?? 'tillgate',
    connectionTimeoutMillis: patienceMs ?? connectTimeoutMs,
    // A database that hangs, or whose host has vanished, must not hold a request for ever.
    query_timeout: patienceMs ?? queryTimeoutMs,
    keepAlive: true,
    // In statements, because `options` of the URL would replace these settings.
    onConnect: async (client) => {
      await pinSession(client);
      if (readOnly) await client.query(readOnlySettings(readOnly.statementTimeoutMs));
    },
  });
  surviveLostConnections(pool);
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementNames() });
  const transactionOptions = patienceMs === undefined ? {} : { maxWait: patienceMs, timeout: patienceMs };
  const prisma = new PrismaClient({ adapter, transactionOptions });
  return {
    prisma,
    pool,
    transaction: (use, { byIndex = false } = {}) => inTransaction(pool, use, byIndex ? beginByIndex : 'BEGIN'),
    async close() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function inTransaction<T>(pool: pg.Pool, use: (db: Queryable) => Promise<T>, begin: string): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await use(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that failed is closed, and the server rolls back. After any other error it stays good.
    const isBroken = isDatabaseOutage(error) || !(await rollBack(client));
    client.release(isBroken);
    throw error;
  }
}

/**
 * Keeps the process alive when a connection of the pool breaks. Whoever uses the connection gets the error from the
 * next statement, and the pool replaces the connection.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  // A connection has no listener of the pool while it is handed out, nor while the pool ends it.
  pool.on('connect', (client) => client.on('error', () => {}));
}

function rollBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}
