import type { Log, Publish, Signal } from '@tillgate/domain';
import { within } from '@tillgate/process';
import { Inngest } from 'inngest';
import type pg from 'pg';
import { createBells, isBell } from './bells.ts';

const appId = 'tillgate';

/** Where signals go: to an Inngest server, or to the `fetch` of the embedded engine. */
type ClientOptions =
  | { kind: 'server'; baseUrl: string; eventKey: string; signingKey?: string; sendTimeoutMs?: number }
  | { kind: 'embedded'; fetch: typeof fetch };

/** The Inngest client of this process. The embedded engine needs no real keys: its `fetch` writes to the database. */
export function createClient(options: ClientOptions, log: Log): Inngest {
  const logger = {
    debug: (...parts: unknown[]) => log.debug({ parts }, 'inngest'),
    info: (...parts: unknown[]) => log.debug({ parts }, 'inngest'),
    warn: (...parts: unknown[]) => log.warn({ parts }, 'inngest'),
    error: (...parts: unknown[]) => log.error({ parts }, 'inngest'),
  };
  if (options.kind === 'embedded') {
    return new Inngest({ id: appId, isDev: true, fetch: options.fetch, eventKey: 'embedded', logger });
  }
  const { baseUrl, eventKey, signingKey, sendTimeoutMs } = options;
  const server = { baseUrl, eventKey, ...(signingKey && { signingKey }), fetch: sendInTime(sendTimeoutMs) };
  return new Inngest({ id: appId, isDev: false, ...server, logger });
}

/** A server that accepts connections and hangs must not keep them. The SDK sets no limit itself. */
const sendTimeoutMsDefault = 5_000;

function sendInTime(sendTimeoutMs = sendTimeoutMsDefault): typeof fetch {
  return (input, init) => {
    const isSend = typeof input === 'string' && new URL(input).pathname.startsWith('/e/');
    return fetch(input, isSend ? { ...init, signal: AbortSignal.timeout(sendTimeoutMs) } : init);
  };
}

/** The publisher has committed its work already, so it does not wait long for a queue that hangs. */
const publishTimeoutMs = 500;
const closeTimeoutMs = 5_000;
/** Sends that are under way at once. While a queue hangs, what comes beyond them is left to the sweeps. */
const sendsMax = 64;

/**
 * Publishes signals through the client, and rings bells. Publishing is best effort, because a sweep publishes lost
 * work again: a failure is logged and never thrown. `close` waits up to five seconds for signals that are being sent.
 * @param pool notifies the workers that listen
 */
export function createPublisher(
  client: Inngest,
  { pool, log }: { pool: pg.Pool; log: Log },
): { publish: Publish; close(): Promise<void> } {
  const sending = new Set<Promise<unknown>>();
  const bells = createBells(pool, { send: (signal) => client.send(signal), log });
  return {
    async publish(published) {
      const signals: Signal[] = [];
      for (const signal of published) {
        if (isBell(signal)) bells.ring(signal);
        else signals.push(signal);
      }
      if (signals.length === 0) return;
      const names = [...new Set(signals.map(({ name }) => name))];
      if (sending.size >= sendsMax) {
        log.warn({ names }, 'Signals were not published, because the queue takes none. Sweeps publish them again.');
        return;
      }
      const sent = client.send(signals).catch((error: unknown) => {
        log.warn({ err: error, names }, 'signals were not published');
      });
      sending.add(sent);
      void sent.finally(() => sending.delete(sent));
      await within(publishTimeoutMs, sent);
    },
    async close() {
      await bells.close();
      await within(closeTimeoutMs, Promise.all(sending));
    },
  };
}
