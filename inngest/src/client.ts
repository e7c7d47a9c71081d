import type { Log, Publish, Signal } from '@tillgate/domain';
import { within } from '@tillgate/process';
import { Inngest } from 'inngest';
import type pg from 'pg';
import { type Circuit, createCircuit } from './circuit.ts';
import { createWakeUps, isWakeUp } from './wake-ups.ts';
import { readParts } from './whole-errors.ts';

/** The name of our app on an Inngest server. */
export const appId = 'tillgate';

/** Where signals go: to an Inngest server, or to the `fetch` of the embedded engine. */
type ClientOptions =
  | {
      kind: 'server';
      baseUrl: string;
      eventKey: string;
      signingKey?: string;
      sendTimeoutMs?: number;
      /** The clock of the circuit, epoch milliseconds. */
      now?: (() => number) | undefined;
    }
  | { kind: 'embedded'; fetch: typeof fetch };

/** The SDK's client of this process, and the circuit before an Inngest server. */
export type Client = { inngest: Inngest; circuit: Circuit | undefined };

/** The client of this process. The embedded engine needs no real keys: its `fetch` writes to the database. */
export function createClient(options: ClientOptions, log: Log): Client {
  const asLogger = (write: (fields: object, message: string) => void) => {
    return (...parts: unknown[]) => {
      const { fields, message } = readParts(parts);
      write(fields, message);
    };
  };
  const logger = {
    debug: asLogger((fields, message) => log.debug(fields, message)),
    info: asLogger((fields, message) => log.debug(fields, message)),
    warn: asLogger((fields, message) => log.warn(fields, message)),
    error: asLogger((fields, message) => log.error(fields, message)),
  };
  if (options.kind === 'embedded') {
    const inngest = new Inngest({ id: appId, isDev: true, fetch: options.fetch, eventKey: 'embedded', logger });
    return { inngest, circuit: undefined };
  }
  const { baseUrl, eventKey, signingKey, sendTimeoutMs, now } = options;
  const circuit = createCircuit({
    opened: (reason) => log.warn({ err: reason, server: baseUrl }, circuitOpened),
    closed: () => log.info({ server: baseUrl }, 'The Inngest server takes signals again.'),
    now,
  });
  const server = { baseUrl, eventKey, ...(signingKey && { signingKey }), fetch: sendInTime(circuit, sendTimeoutMs) };
  return { inngest: new Inngest({ id: appId, isDev: false, ...server, logger }), circuit };
}

const circuitOpened =
  'The Inngest server takes no signals. They are not sent until it does: the sweeps publish their work again.';

/** A server that accepts connections and hangs must not keep them. The SDK sets no limit itself. */
const sendTimeoutMsDefault = 2_000;
const otherTimeoutMs = 30_000;

/** The SDK logs each call that rejects, so a failed send returns an answer instead. The circuit logs the failure once. */
function sendInTime(circuit: Circuit, sendTimeoutMs = sendTimeoutMsDefault): typeof fetch {
  return async (input, init) => {
    const isSend = typeof input === 'string' && new URL(input).pathname.startsWith('/e/');
    const ask = (limitMs: number) => fetch(input, { ...init, signal: AbortSignal.timeout(limitMs) });
    if (!isSend) return ask(otherTimeoutMs);
    return circuit
      .call(() => ask(sendTimeoutMs), refusal)
      .catch((error: Error) => Response.json({ status: 503, error: error.message }, { status: 503 }));
  };
}

/** Why the server accepted nothing. A refusal because of the content alone does not count against the server. */
function refusal({ status }: Response): Error | undefined {
  if (status === 401 || status === 403) return new Error(`The server answers ${status}: check INNGEST_EVENT_KEY.`);
  return status >= 500 ? new Error(`The server answers ${status}.`) : undefined;
}

/** The publisher has committed its work already, so it does not wait long for a queue that hangs. */
const publishTimeoutMs = 500;
const closeTimeoutMs = 5_000;
/** Sends under way at once. While a queue hangs, the sweeps take care of the rest. */
const sendsMax = 64;

/**
 * Publishes signals through the client, and wakes the workers. Publishing is best effort, because a sweep publishes lost
 * work again: a failure is logged and never thrown. A caller waits for half a second at most. `close` waits up to five seconds for signals that are being sent.
 * @param pool notifies the workers that listen
 */
export function createPublisher(
  { inngest, circuit }: Client,
  { pool, log }: { pool: pg.Pool; log: Log },
): { publish: Publish; close(): Promise<void> } {
  const sending = new Set<Promise<unknown>>();
  let isFull = false;
  /** While the circuit is open, nothing is sent or logged: the circuit logged it when it opened. */
  const send = async (signals: Signal | Signal[]) => {
    if (circuit && !circuit.admits()) return;
    await inngest.send(signals).catch((error: unknown) => {
      if (!circuit?.isOpen()) throw error;
    });
  };
  const wakeUps = createWakeUps(pool, { send, log });
  return {
    async publish(published) {
      const signals: Signal[] = [];
      for (const signal of published) {
        if (isWakeUp(signal)) wakeUps.wake(signal);
        else signals.push(signal);
      }
      if (signals.length === 0) return;
      const names = [...new Set(signals.map(({ name }) => name))];
      if (sending.size >= sendsMax) {
        if (!isFull) log.warn({ names }, 'The queue takes no signals at present. The sweeps publish them again.');
        isFull = true;
        return;
      }
      const sent = send(signals).catch((error: unknown) => {
        log.warn({ err: error, names }, 'Signals were not published.');
      });
      sending.add(sent);
      void sent.finally(() => {
        sending.delete(sent);
        if (sending.size === 0) isFull = false;
      });
      await within(publishTimeoutMs, sent);
    },
    async close() {
      await wakeUps.close();
      await within(closeTimeoutMs, Promise.all(sending));
    },
  };
}
