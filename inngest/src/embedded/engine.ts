import { pinSession } from '@tillgate/db/session';
import pg from 'pg';
import { type FunctionDefinition, readFunctions } from './config.ts';
import type { EngineLog } from './event.ts';
import { Flights } from './flights.ts';
import { type Caller, createCaller, type EngineClient, type EngineFunctions } from './protocol.ts';
import { createPurge, type Purge } from './purge.ts';
import { createSchedule } from './schedule.ts';
import { Scheduler } from './scheduler.ts';
import { acceptEvents, notAvailable, pathOf } from './sender.ts';
import { backoffMs } from './time.ts';
import { openWriter, type Writer } from './writer.ts';

const dayMs = 86_400_000;
const poolMax = 4;
const readTimeoutMs = 30_000;

export type EmbeddedEngineOptions = {
  /** Must be a direct connection. A pooler in transaction mode cannot hold the engine's lock. */
  connectionString: string;
  log: EngineLog;
  /** Called once when the writer connection is lost. The engine has then ended; restart the process. */
  onLost: (error: Error) => void;
  /** How many runs may be in flight at once. Default 64. */
  slots?: number;
  /** Returns the milliseconds to wait after failed attempt n; 0 is the first. */
  backoff?: (attempt: number) => number;
  /** How many days ended runs are kept, and with them the event ids that start nothing twice. Default 7. */
  keepDays?: number;
  /** A call that reports nothing for this long has failed, and its late result is ignored. Default two minutes. */
  callTimeoutMs?: number;
  /** How long `stop` waits for steps in flight. Default ten seconds. */
  stopTimeoutMs?: number;
  clock?: { now(): Date };
};

export type EmbeddedEngine = {
  /** Stands in for the Inngest API. Pass it to `new Inngest({ fetch, isDev: true })`. */
  fetch: typeof fetch;
  /**
   * Checks the functions and connects. The functions run in this process once `active` has resolved.
   * @throws UnsupportedFunctionError, or the error of the connection
   */
  start(app: { client: EngineClient; functions: EngineFunctions }): Promise<void>;
  /** Resolves when this process runs the functions. Before that it is a standby. Never rejects. */
  active: Promise<void>;
  /** Waits `stopTimeoutMs` for steps in flight. The next start continues the rest. */
  stop(): Promise<void>;
  stats(): { state: 'idle' | 'standby' | 'active' | 'stopped'; inFlight: number };
};

type Parts = { writer: Writer; flights: Flights; scheduler: Scheduler; purge: Purge };
type Wiring = { pool: pg.Pool; now: () => number; parts: () => Parts | undefined; lost: (error: Error) => void };

/**
 * Runs ordinary Inngest functions in this process and keeps their state in Postgres. README.md lists what it
 * supports. It holds connections from the first event on, so call `stop` even when `start` failed.
 */
export function createEmbeddedEngine(options: EmbeddedEngineOptions): EmbeddedEngine {
  const { connectionString, log, stopTimeoutMs = 10_000 } = options;
  const pool = new pg.Pool({ connectionString, max: poolMax, query_timeout: readTimeoutMs, onConnect: pinSession });
  let registrations: unknown[] | undefined;
  let parts: Parts | undefined;
  let state: ReturnType<EmbeddedEngine['stats']>['state'] = 'idle';
  pool.on('error', (error) => {
    if (state !== 'stopped') log.warn({ err: error }, 'The engine lost a connection for reading.');
  });
  // A connection in use has no listener of the pool. Its statement fails; the process must not end.
  pool.on('connect', (client) => client.on('error', () => {}));
  let becomeActive = () => {};
  const active = new Promise<void>((resolve) => {
    becomeActive = resolve;
  });

  const halt = async (timeoutMs: number) => {
    if (state === 'stopped') return;
    state = 'stopped';
    await Promise.all([parts?.scheduler.stop(), parts?.flights.stop(timeoutMs), parts?.purge.stop()]);
    await parts?.writer.close().catch(() => {});
    await pool.end();
  };
  const lost = (error: Error) => {
    halt(0).catch((cause) => log.error({ err: cause }, 'The engine could not stop.'));
    options.onLost(error);
  };

  return {
    active,
    async fetch(input, init) {
      const path = pathOf(input);
      if (path.startsWith('/e/')) return acceptEvents(pool, init);
      if (path === '/fn/register') {
        registrations = JSON.parse(String(init?.body)).functions;
        return Response.json({ ok: true, status: 200, modified: true });
      }
      if (!/^\/v1\/checkpoint\/[^/]+\/async$/.test(path)) return notAvailable(path);
      const status = (await parts?.flights.checkpoint(JSON.parse(String(init?.body)))) ?? 409;
      return Response.json({}, { status });
    },
    async start({ client, functions }) {
      const caller = createCaller(client, functions);
      await caller.register();
      if (!registrations) throw new Error("The Inngest client must be made with the engine's fetch");
      const now = () => (options.clock?.now() ?? new Date()).getTime();
      const opened = await assemble(options, readFunctions(registrations), caller, {
        pool,
        now,
        parts: () => parts,
        lost,
      });
      if (state === 'stopped') return opened.writer.close();
      parts = opened;
      state = 'standby';
      void opened.writer.active.then(() => {
        if (state !== 'standby') return;
        state = 'active';
        opened.scheduler.start();
        opened.purge.start();
        becomeActive();
      });
    },
    stop: () => halt(stopTimeoutMs),
    stats: () => ({ state, inFlight: parts?.flights.size ?? 0 }),
  };
}

async function assemble(
  { connectionString, log, backoff, slots = 64, keepDays = 7, callTimeoutMs = 120_000 }: EmbeddedEngineOptions,
  functions: Map<string, FunctionDefinition>,
  caller: Caller,
  { pool, now, parts, lost }: Wiring,
): Promise<Parts> {
  const onNotify = () => parts()?.scheduler.mailArrived();
  const writer = await openWriter({ connectionString, log, onNotify, onLost: lost });
  const flights = new Flights({
    functions,
    caller,
    writer,
    now,
    backoff: backoff ?? ((attempt) => backoffMs(attempt)),
    callTimeoutMs,
    log,
    onLanded: () => parts()?.scheduler.kick(),
  });
  const keepMs = keepDays * dayMs;
  const schedule = createSchedule(functions.values(), keepMs);
  const scheduler = new Scheduler({ pool, writer, flights, functions, schedule, slots, now, log });
  const purge = createPurge({ pool, keepMs, now, log });
  return { writer, flights, scheduler, purge };
}
