import type { Bell, Log } from '@tillgate/domain';
import pg from 'pg';
import { bellChannel, bells } from './bells.ts';

const reconnectMsMin = 100;
const reconnectMsMax = 5_000;
const connectTimeoutMs = 10_000;

/**
 * Listens for bells on a connection of its own, and connects again when that ends. Behind a pooler in transaction
 * mode nothing is heard: signals and sweeps then wake the worker.
 * @param onRing is also called for every bell after each connection, because rings may have been missed
 */
export function listenForBells(
  connectionString: string,
  { onRing, log }: { onRing: (bell: Bell) => void; log: Log },
): { close(): Promise<void> } {
  let isClosed = false;
  let failures = 0;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const connect = async () => {
    const connection = new pg.Client({
      connectionString,
      application_name: 'tillgate-worker-bells',
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
    });
    client = connection;
    connection.on('notification', ({ payload }) => {
      const bell = bells.find((known) => known === payload);
      if (bell) onRing(bell);
    });
    connection.on('error', (error) => log.warn({ err: error }, 'The connection that listens for bells was lost.'));
    connection.on('end', again);
    try {
      await connection.connect();
      await connection.query(`LISTEN ${bellChannel}`);
      failures = 0;
      for (const bell of bells) onRing(bell);
    } catch (error) {
      if (!isClosed) log.warn({ err: error }, 'Bells cannot be listened for. It is tried again.');
      await connection.end().catch(() => undefined);
      again();
    }
  };
  const again = () => {
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
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
