import { setTimeout as delay } from 'node:timers/promises';
import type { Log, WakeUp } from '@tillgate/domain';
import pg from 'pg';
import { wakeUpChannel, wakeUps } from './wake-ups.ts';

const reconnectMsMin = 100;
const reconnectMsMax = 5_000;
const connectTimeoutMs = 10_000;
const heartbeatOfListener = { everyMs: 10_000, answerMs: 10_000 };

type ListenerOptions = {
  /** Also called for every wake-up after each connection, because wake-ups may have been missed. */
  onWakeUp: (wakeUp: WakeUp) => void;
  log: Log;
  /** How often it asks whether the database is there, and how long it waits for an answer. */
  heartbeat?: { everyMs: number; answerMs: number };
};

/**
 * Listens for wake-ups on its own connection, and reconnects when that ends. A vanished host closes no connection, so it
 * also sends heartbeats. Behind a pooler in transaction mode it gets no wake-ups: signals and sweeps then wake the
 * worker. `hears` says whether a notification has come since it connected.
 */
export function listenForWakeUps(
  connectionString: string,
  { onWakeUp, log, heartbeat = heartbeatOfListener }: ListenerOptions,
): { hears(): boolean; close(): Promise<void> } {
  let isClosed = false;
  let hasHeard = false;
  let failures = 0;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = async () => {
    const connection = new pg.Client({
      connectionString,
      application_name: 'tillgate-worker-wake-ups',
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: heartbeat.answerMs,
      keepAlive: true,
    });
    client = connection;
    connection.on('notification', ({ payload }) => {
      hasHeard = true;
      const wakeUp = wakeUps.find((known) => known === payload);
      if (wakeUp) onWakeUp(wakeUp);
    });
    connection.on('error', (error) => log.warn({ err: error }, 'The connection that listens for wake-ups was lost.'));
    connection.on('end', again);
    try {
      await connection.connect();
      await connection.query(`LISTEN ${wakeUpChannel}`);
      failures = 0;
      for (const wakeUp of wakeUps) onWakeUp(wakeUp);
      void keepAsking(connection);
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'The worker cannot listen for wake-ups. It tries again.');
      await connection.end().catch(() => undefined);
      again();
    }
  };
  /** Ends the connection when no answer comes. */
  const keepAsking = async (connection: pg.Client): Promise<void> => {
    const probe: pg.QueryConfig & { query_timeout: number } = {
      text: 'SELECT 1',
      query_timeout: heartbeat.answerMs,
    };
    while (connection === client && !isClosed) {
      await connection.query(probe).catch(() => connection.end());
      await delay(heartbeat.everyMs, undefined, { ref: false });
    }
  };
  const again = () => {
    hasHeard = false;
    if (isClosed || timer) return;
    const waitMs = Math.min(reconnectMsMin * 2 ** failures, reconnectMsMax);
    failures += 1;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, waitMs);
  };
  void connect();
  return {
    hears: () => hasHeard,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
