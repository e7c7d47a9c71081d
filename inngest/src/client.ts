import type { Log, Publish } from '@tillgate/domain';
import { Inngest } from 'inngest';

export const appId = 'tillgate';

/** Where events go: a real Inngest server, or whatever `fetch` of the embedded engine does with them. */
export type ClientOptions =
  | { kind: 'server'; baseUrl: string; eventKey: string; signingKey?: string }
  | { kind: 'embedded'; fetch: typeof fetch };

/** The Inngest client of this process. The embedded engine needs no keys: nothing leaves the process but SQL. */
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
  const { baseUrl, eventKey, signingKey } = options;
  return new Inngest({ id: appId, isDev: false, baseUrl, eventKey, ...(signingKey && { signingKey }), logger });
}

/** Whoever publishes has done its work already and does not wait longer for a queue that hangs. */
const publishPatienceMs = 500;
const closePatienceMs = 5_000;

async function within(patienceMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

/**
 * Best effort, as the rows decide: a failure is logged, never thrown, and a sweep publishes again. `close` waits for what
 * is under way.
 */
export function createPublisher(client: Inngest, log: Log): { publish: Publish; close(): Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  return {
    async publish(events) {
      if (events.length === 0) return;
      const sending = client.send(events).catch((error: unknown) => {
        log.warn({ err: error, names: [...new Set(events.map((event) => event.name))] }, 'events were not published');
      });
      underWay.add(sending);
      void sending.finally(() => underWay.delete(sending));
      await within(publishPatienceMs, sending);
    },
    async close() {
      await within(closePatienceMs, Promise.all(underWay));
    },
  };
}
