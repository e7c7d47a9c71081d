import { setTimeout as delay } from 'node:timers/promises';
import { pinSession } from '@tillgate/db/session';
import pg from 'pg';
import { type EngineLog, mailboxChannel } from './event.ts';
import { type Batch, writeBatch } from './runs.ts';

/** There is one engine per database. The number has to differ from other advisory locks in it. */
const lockKey = 7_104_465_310;
const writeTimeoutMs = 30_000;
const connectTimeoutMs = 10_000;
const opsPerCommitMax = 500;
const lockRetryMs = 250;
const heartbeatOfEngine = { everyMs: 10_000, answerMs: 10_000 };

/**
 * The server notices within half a minute that the machine of the lock's holder is gone. Timeouts that are set for the
 * role do not apply: they would end a connection that is only idle, and the engine with it.
 */
const sessionSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  idle_session_timeout: '0',
};

/** The writer connection is lost, and with it the engine's lock. */
class WriterLostError extends Error {
  override name = 'WriterLostError';
}

export type Writer = {
  /** Resolves when this process holds the lock. Until then it is a standby. Never rejects. */
  active: Promise<void>;
  /** Resolves when the change is committed. Changes that wait are committed together. */
  write(change: Partial<Batch>): Promise<void>;
  close(): Promise<void>;
};

type WriterOptions = {
  connectionString: string;
  log: EngineLog;
  /** Called when the mailbox has new entries. */
  onNotify: () => void;
  /** Called once when the connection is lost, but not when `close` ended it. */
  onLost: (error: Error) => void;
  /** How often it asks whether the database is there, and how long it waits for an answer. */
  heartbeat?: { everyMs: number; answerMs: number };
};

/**
 * Opens the only connection that stores and changes runs. The connection holds an advisory lock, so a process that
 * loses it can no longer write. A standby gets the lock a moment after the server notices; there are no leases. The
 * heartbeat notices a server whose host has vanished without closing the connection.
 */
export async function openWriter(options: WriterOptions): Promise<Writer> {
  const { connectionString, log, onNotify, onLost, heartbeat = heartbeatOfEngine } = options;
  const client = new pg.Client({
    connectionString,
    application_name: 'tillgate engine',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    // A host may vanish at any moment, also while the session is set up.
    query_timeout: heartbeat.answerMs,
  });
  let gone: Error | undefined;
  let connected = false;
  let closing = false;
  const lose = (cause?: Error) => {
    if (gone || !connected) return;
    gone = new WriterLostError('The engine has lost its database connection', { cause });
    if (!closing) onLost(gone);
  };
  client.on('error', lose);
  client.on('end', () => lose());
  client.on('notification', onNotify);
  await client.connect();
  connected = true;
  await setSession(client, log);
  const active = new Promise<void>((resolve) => {
    acquireLock(client, heartbeat.answerMs)
      .then(() => client.query(`LISTEN ${mailboxChannel}`))
      .then(() => resolve(), lose);
  });
  let last: Promise<unknown> = active;
  /** Runs one statement after the other. */
  const alone = <T>(statement: () => Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      if (gone) throw gone;
      return statement();
    });
    last = result.catch((error: Error) => {
      // After any error but the server's own refusal, the state of the connection is unknown.
      if (!(error instanceof pg.DatabaseError)) lose(error);
    });
    return result;
  };
  const keepAsking = async () => {
    while (!gone) {
      await delay(heartbeat.everyMs, undefined, { ref: false });
      await alone(() => client.query(within(heartbeat.answerMs, 'SELECT 1')));
    }
  };
  void active.then(keepAsking).catch(() => undefined);
  return {
    active,
    write: groupCommits((changes) => alone(() => writeBatch(client, merge(changes), writeTimeoutMs)), log),
    async close() {
      closing = true;
      await client.end();
    },
  };
}

/**
 * Tries until this connection has the lock. A statement that waited for it would hold a snapshot, and as long as a
 * standby waits, the server could remove no dead row of the whole database.
 */
async function acquireLock(client: pg.Client, answerMs: number): Promise<void> {
  const lockQuery = within(answerMs, `SELECT pg_try_advisory_lock(${lockKey}) AS taken`);
  const isTaken = async () => (await client.query<{ taken: boolean }>(lockQuery)).rows[0]?.taken === true;
  while (!(await isTaken())) await delay(lockRetryMs, undefined, { ref: false });
}

const within = (answerMs: number, text: string): pg.QueryConfig & { query_timeout: number } => ({
  text,
  query_timeout: answerMs,
});

/** An old server, or its operating system, may not support a setting. The engine then runs without that setting. */
async function setSession(client: pg.Client, log: EngineLog): Promise<void> {
  await pinSession(client);
  for (const [name, value] of Object.entries(sessionSettings)) {
    await client.query('SELECT set_config($1, $2, false)', [name, value]).catch((error: Error) => {
      if (!(error instanceof pg.DatabaseError)) throw error;
      log.debug({ err: error, setting: name }, 'The database does not take a setting of the engine.');
    });
  }
}

type Waiting = { change: Partial<Batch>; resolve: () => void; reject: (error: Error) => void };

/** Changes that arrive during a commit go into the next one. */
function groupCommits(commit: (changes: Partial<Batch>[]) => Promise<void>, log: EngineLog): Writer['write'] {
  let waiting: Waiting[] = [];
  let draining = false;
  const drain = async () => {
    draining = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, opsPerCommitMax);
      waiting = waiting.slice(opsPerCommitMax);
      try {
        await commit(batch.map(({ change }) => change));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        if (batch.length > 1)
          log.warn({ err: error }, 'The engine could not commit its changes together. It tries them one by one.');
        // One bad row must not fail the others.
        for (const { change, resolve, reject } of batch) await commit([change]).then(resolve, reject);
      }
    }
    draining = false;
  };
  return (change) =>
    new Promise((resolve, reject) => {
      waiting.push({ change, resolve, reject });
      if (!draining) void drain();
    });
}

/** Joins changes. Of several saves of a run the last counts, because a statement updates a row once. */
function merge(changes: Partial<Batch>[]): Batch {
  const save = new Map(changes.flatMap((change) => change.save ?? []).map((run) => [run.id, run]));
  return {
    begin: changes.flatMap((change) => change.begin ?? []),
    save: [...save.values()],
    insert: changes.flatMap((change) => change.insert ?? []),
    mailboxSeqs: changes.flatMap((change) => change.mailboxSeqs ?? []),
  };
}
