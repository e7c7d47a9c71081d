import type { Bell, Log, Signal } from '@tillgate/domain';
import { within } from '@tillgate/process';
import type pg from 'pg';

/** The Postgres channel that the workers listen on. The payload is the bell. */
export const bellChannel = 'tillgate_bells';
export const bells: readonly Bell[] = ['callbacks.waiting', 'deliveries.waiting'];

/** Rings within this time are one notification, and the first of them goes out at once. */
const notifyEveryMs = 5;
/** Rings within this time are one signal. */
const signalEveryMs = 1_000;
const closeTimeoutMs = 5_000;

type BellSignal = Extract<Signal, { name: Bell }>;

/** Tells the workers that rows wait. */
export type Bells = {
  ring(signal: BellSignal): void;
  /** Sends what waits. */
  close(): Promise<void>;
};

export function isBell(signal: Signal): signal is BellSignal {
  return bells.some((bell) => bell === signal.name);
}

/**
 * Rings the bells of this process. A worker that listens on the database hears within milliseconds. The queue
 * carries at most one signal a second and bell, for workers that cannot listen, such as those behind a pooler.
 * Both are best effort.
 */
export function createBells(
  pool: pg.Pool,
  { send, log }: { send: (signal: BellSignal) => Promise<unknown>; log: Log },
): Bells {
  const sending = new Set<Promise<unknown>>();
  const track = (what: string, sent: Promise<unknown>) => {
    const done = sent.catch((error: unknown) => log.warn({ err: error }, what)).finally(() => sending.delete(done));
    sending.add(done);
    return done;
  };
  /** A queue that hangs gets no second signal of a bell before it has taken the first. */
  const unanswered = new Set<Bell>();
  const notify = async (signal: BellSignal) => {
    const text = `SELECT pg_notify('${bellChannel}', $1)`;
    await pool.query({ name: 'bell_notify', text, values: [signal.name] });
  };
  const notifications = joined(notifyEveryMs, 'first', (signal) => {
    void track('The workers could not be notified. They look by themselves every second.', notify(signal));
  });
  const signals = joined(signalEveryMs, 'last', (signal) => {
    const { name } = signal;
    if (unanswered.has(name)) return;
    unanswered.add(name);
    const sent = track('A bell could not be published. The workers look by themselves every second.', send(signal));
    void sent.finally(() => unanswered.delete(name));
  });
  return {
    ring(signal) {
      notifications.ring(signal);
      signals.ring(signal);
    },
    async close() {
      notifications.flush();
      signals.flush();
      await within(closeTimeoutMs, Promise.all(sending));
    },
  };
}

/**
 * Joins the rings of each bell within a time. With `first` the first of them is told at once, and one more at the
 * end when others followed. With `last` one is told at the end.
 */
function joined(everyMs: number, which: 'first' | 'last', tell: (signal: BellSignal) => void) {
  const waiting = new Map<Bell, { timer: NodeJS.Timeout; signal: BellSignal | undefined }>();
  const end = (bell: Bell) => {
    const entry = waiting.get(bell);
    waiting.delete(bell);
    if (!entry?.signal) return;
    tell(entry.signal);
    if (which === 'first') begin(bell, undefined);
  };
  const begin = (bell: Bell, signal: BellSignal | undefined) => {
    const timer = setTimeout(end, everyMs, bell).unref();
    waiting.set(bell, { timer, signal });
  };
  return {
    ring(signal: BellSignal) {
      const entry = waiting.get(signal.name);
      if (entry) entry.signal = signal;
      else {
        if (which === 'first') tell(signal);
        begin(signal.name, which === 'first' ? undefined : signal);
      }
    },
    flush() {
      for (const [bell, { timer, signal }] of waiting) {
        clearTimeout(timer);
        waiting.delete(bell);
        if (signal) tell(signal);
      }
    },
  };
}
