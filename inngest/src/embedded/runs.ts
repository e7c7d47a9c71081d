import type pg from 'pg';
import type { EngineEvent } from './event.ts';
import type { RunState } from './fold.ts';

/** A run that an event starts. Times are epoch milliseconds of the engine's clock, never of the database's. */
export type NewRun = { id: string; fn: string; event: EngineEvent; keys: string[]; wakeAt: number };

export type DueRun = { id: string; fn: string; event: EngineEvent; unanswered: number; state: RunState };

/** Everything that one commit changes. A run is in `begin` or in `save`, never in both. */
export type Batch = {
  /** Runs that are about to be called. They count as unanswered until they are saved. */
  begin: string[];
  save: { id: string; state: RunState; at: number }[];
  insert: NewRun[];
  /** The `seq` of the mailbox rows whose runs are in `insert`. */
  mailboxSeqs: string[];
};

/** Selects the queued runs that may start. */
export type DueFilter = {
  functions: string[];
  /** Runs in flight. */
  busy: string[];
  /** Concurrency groups without room. */
  fullGroups: string[];
  /** Leaves out runs with this many unanswered starts or more. Null leaves out none. */
  unansweredBelow: number | null;
};

type DueRow = Pick<RunState, 'steps' | 'stack' | 'pending' | 'attempt'> & {
  id: string;
  fn: string;
  event: EngineEvent;
  unanswered: number;
  wake_at: Date;
};

const writeSql = `
  WITH begun AS (
    UPDATE engine_runs SET unanswered = unanswered + 1 WHERE id = ANY($1::text[])
  ), saved AS (
    UPDATE engine_runs r SET steps = x.steps::json, stack = x.stack::json, pending = x.pending::json, attempt = x.attempt,
      unanswered = 0, status = x.status::"EngineRunStatus", wake_at = to_timestamp(x.wake_at / 1000.0),
      output = CASE WHEN x.status <> 'queued' THEN x.output::json END,
      ended_at = CASE WHEN x.status <> 'queued' THEN to_timestamp(x.at / 1000.0) END
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::text[], $8::float8[], $9::text[], $10::float8[])
      x(id, steps, stack, pending, attempt, status, wake_at, output, at)
    WHERE r.id = x.id
  ), taken AS (
    DELETE FROM engine_events WHERE seq = ANY($11::bigint[])
  )
  INSERT INTO engine_runs (id, fn, event_id, event, keys, wake_at)
  SELECT x.id, x.fn, x.event_id, x.event::json, ARRAY(SELECT json_array_elements_text(x.keys::json)),
    to_timestamp(x.wake_at / 1000.0)
  FROM unnest($12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::float8[])
    x(id, fn, event_id, event, keys, wake_at)
  ON CONFLICT (fn, event_id) DO NOTHING`;

/** Applies a batch in one statement, all of it or nothing. The same event starts a function once. */
export async function writeBatch(client: pg.Client, batch: Batch, timeoutMs: number): Promise<void> {
  const { begin, save, insert, mailboxSeqs } = batch;
  const query: pg.QueryConfig & { query_timeout: number } = {
    name: 'engine_write',
    text: writeSql,
    query_timeout: timeoutMs,
    values: [
      begin,
      save.map((run) => run.id),
      save.map((run) => JSON.stringify(run.state.steps)),
      save.map((run) => JSON.stringify(run.state.stack)),
      save.map((run) => JSON.stringify(run.state.pending)),
      save.map((run) => run.state.attempt),
      save.map((run) => run.state.status),
      save.map((run) => run.state.wakeAt),
      save.map((run) => JSON.stringify(run.state.output ?? null)),
      save.map((run) => run.at),
      mailboxSeqs,
      insert.map((run) => run.id),
      insert.map((run) => run.fn),
      insert.map((run) => run.event.id),
      insert.map((run) => JSON.stringify(run.event)),
      insert.map((run) => JSON.stringify(run.keys)),
      insert.map((run) => run.wakeAt),
    ],
  };
  await client.query(query);
}

const startable = `status = 'queued' AND fn = ANY($1::text[]) AND id <> ALL($2::text[]) AND NOT keys && $3::text[]
  AND ($4::int IS NULL OR unanswered < $4)`;

function filterValues(filter: DueFilter): unknown[] {
  return [filter.functions, filter.busy, filter.fullGroups, filter.unansweredBelow];
}

/** Returns the runs that may start now. Those that are due the longest come first. */
export async function readDue(pool: pg.Pool, filter: DueFilter, now: number, limit: number): Promise<DueRun[]> {
  const { rows } = await pool.query<DueRow>({
    name: 'engine_read_due',
    text: `SELECT id, fn, event, steps, stack, pending, attempt, unanswered, wake_at FROM engine_runs
      WHERE ${startable} AND wake_at <= to_timestamp($5::float8 / 1000.0) ORDER BY wake_at LIMIT $6`,
    values: [...filterValues(filter), now, limit],
  });
  return rows.map(({ id, fn, event, unanswered, wake_at, ...state }) => ({
    id,
    fn,
    event,
    unanswered,
    state: { ...state, status: 'queued', wakeAt: wake_at.getTime(), output: null },
  }));
}

/** Returns when the next run may start, in epoch milliseconds. Undefined when none is queued. */
export async function readNextWake(pool: pg.Pool, filter: DueFilter): Promise<number | undefined> {
  const { rows } = await pool.query<{ wake_at: Date }>({
    name: 'engine_next_wake',
    text: `SELECT wake_at FROM engine_runs WHERE ${startable} ORDER BY wake_at LIMIT 1`,
    values: filterValues(filter),
  });
  return rows[0]?.wake_at.getTime();
}

/** Counts the queued runs of functions that are not in `functions`. They wait until a worker serves them again. */
export async function countStranded(pool: pg.Pool, functions: string[]): Promise<{ fn: string; runs: number }[]> {
  const { rows } = await pool.query<{ fn: string; runs: number }>(
    `SELECT fn, count(*)::int AS runs FROM engine_runs WHERE status = 'queued' AND fn <> ALL($1::text[]) GROUP BY fn`,
    [functions],
  );
  return rows;
}

/** By `ctid`, because Postgres may read the whole table to find a thousand rows by their ids. */
export const deleteEndedSql = `
  WITH deleted AS (
    DELETE FROM engine_runs WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM engine_runs
      WHERE ended_at >= to_timestamp($1::float8 / 1000.0) AND ended_at < to_timestamp($2::float8 / 1000.0)
      ORDER BY ended_at LIMIT $3))
    RETURNING ended_at
  ) SELECT count(*)::int AS runs, max(ended_at) AS last FROM deleted`;

/**
 * Deletes at most `limit` of the runs that ended since `from` and before `before` (epoch milliseconds), oldest first.
 * Queued runs stay.
 * @returns how many it deleted, and when the last of them ended
 */
export async function deleteEnded(
  pool: pg.Pool,
  { from, before, limit }: { from: number; before: number; limit: number },
): Promise<{ runs: number; lastEndedAt: Date | null }> {
  const { rows } = await pool.query<{ runs: number; last: Date | null }>({
    // Without a name, so that Postgres plans it for these times and not once for all.
    text: deleteEndedSql,
    values: [from, before, limit],
  });
  const [row] = rows;
  return { runs: row?.runs ?? 0, lastEndedAt: row?.last ?? null };
}
