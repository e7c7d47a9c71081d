import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { Inngest } from 'inngest';
import pg from 'pg';
import { createEmbeddedEngine, type EmbeddedEngine, type EmbeddedEngineOptions } from '../engine.ts';
import type { EngineFunctions } from '../protocol.ts';
import { pathOf } from '../sender.ts';

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} };

/** A client that sends its events and reports to `fetchFn`. */
export function testClient(fetchFn: typeof fetch): Inngest.Any {
  return new Inngest({ id: 'app', isDev: true, fetch: fetchFn, logger: silentLog });
}

export type TestEngine = {
  engine: EmbeddedEngine;
  client: Inngest.Any;
  /** The engine's responses to the SDK, as `<status> <path>`. */
  answers: string[];
  test: TestDatabase;
  pool: pg.Pool;
  /** Returns the rows of engine_runs of one function, oldest first. */
  runs(fn: string): Promise<RunRow[]>;
  close(): Promise<void>;
};
type RunRow = {
  id: string;
  status: string;
  output: unknown;
  attempt: number;
  unanswered: number;
  wake_at: Date;
};

/** Starts an engine on its own database, with short waits between attempts. */
export async function openTestEngine(
  functions: (client: Inngest.Any) => EngineFunctions,
  options: Partial<EmbeddedEngineOptions> = {},
  prepare: (pool: pg.Pool) => Promise<unknown> = async () => {},
): Promise<TestEngine> {
  const test = await testDatabase();
  const pool = new pg.Pool({ connectionString: test.url, max: 2 });
  // The database is dropped while connections are still closing.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await prepare(pool);
  const engine = createEmbeddedEngine({
    connectionString: test.urlAs('worker'),
    log: silentLog,
    onLost: () => {},
    backoff: () => 20,
    ...options,
  });
  const answers: string[] = [];
  const client = testClient(async (input, init) => {
    const answer = await engine.fetch(input, init);
    answers.push(`${answer.status} ${pathOf(input)}`);
    return answer;
  });
  await engine.start({ client, functions: functions(client) });
  await engine.active;
  return {
    engine,
    client,
    answers,
    test,
    pool,
    async runs(fn) {
      const sql = 'SELECT id, status, output, attempt, unanswered, wake_at FROM engine_runs WHERE fn = $1 ORDER BY id';
      return (await pool.query<RunRow>(sql, [`app-${fn}`])).rows;
    },
    async close() {
      await engine.stop();
      await pool.end();
      await test.close();
    },
  };
}
