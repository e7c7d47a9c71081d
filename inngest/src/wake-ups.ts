import type { Log, Signal, WakeUp } from '@tillgate/domain';
import { within } from '@tillgate/process';
import type pg from 'pg';

/** The Postgres channel that the workers listen on. The payload is the name of the wake-up. */
export const wakeUpChannel = 'tillgate_wake_ups';
export const wakeUps: readonly WakeUp[] = ['callbacks.waiting', 'deliveries.waiting', 'attempts.waiting'];

/** Wake-ups within this time are one notification, and the first of them goes out at once. */
const notifyEveryMs = 5;
/** Wake-ups within this time are one signal. A run of the engine costs as much as a payment, and the workers look every second. */
const signalEveryMsUsual = 10_000;
const closeTimeoutMs = 5_000;

type WakeUpSignal = Extract<Signal, { name: WakeUp }>;

/** Signals to the workers that rows wait. */
type WakeUps = {
  wake(signal: WakeUpSignal): void;
  /** Sends pending wake-ups. */
  close(): Promise<void>;
};

export function isWakeUp(signal: Signal): signal is WakeUpSignal {
  return wakeUps.some((wakeUp) => wakeUp === signal.name);
}

/**
 * Wakes the workers. A worker that listens on the database hears within milliseconds. The queue
 * carries at most one signal of each kind in ten seconds, which wakes workers that cannot listen, such as those behind a pooler.
 * Both are best effort.
 */
export function createWakeUps(
  pool: pg.Pool,
  {
    send,
    log,
    signalEveryMs = signalEveryMsUsual,
  }: { send: (signal: WakeUpSignal) => Promise<unknown>; log: Log; signalEveryMs?: number },
): WakeUps {
  const sending = new Set<Promise<unknown>>();
  const track = (what: string, sent: Promise<unknown>) => {
    const done = sent.catch((error: unknown) => log.warn({ err: error }, what)).finally(() => sending.delete(done));
    sending.add(done);
    return done;
  };
  /** A queue that hangs gets no second signal of a kind before it has taken the first. */
  const unanswered = new Set<WakeUp>();
  const notify = async (signal: WakeUpSignal) => {
    const text = `SELECT pg_notify('${wakeUpChannel}', $1)`;
    await pool.query({ name: 'wake_up_notify', text, values: [signal.name] });
  };
  const notifications = joined(notifyEveryMs, 'first', (signal) => {
    void track('The workers could not be notified. They look by themselves every second.', notify(signal));
  });
  const signals = joined(signalEveryMs, 'last', (signal) => {
    const { name } = signal;
    if (unanswered.has(name)) return;
    unanswered.add(name);
    const sent = track('A wake-up could not be published. The workers look by themselves every second.', send(signal));
    void sent.finally(() => unanswered.delete(name));
  });
  return {
    wake(signal) {
      notifications.wake(signal);
      signals.wake(signal);
    },
    async close() {
      notifications.flush();
      signals.flush();
      await within(closeTimeoutMs, Promise.all(sending));
    },
  };
}

/**
 * Joins the wake-ups of each kind within a time. With `first` the first one is passed on at once, and one more at the
 * end if others followed. With `last` one is passed on at the end.
 */
function joined(everyMs: number, which: 'first' | 'last', pass: (signal: WakeUpSignal) => void) {
  const waiting = new Map<WakeUp, { timer: NodeJS.Timeout; signal: WakeUpSignal | undefined }>();
  const end = (wakeUp: WakeUp) => {
    const entry = waiting.get(wakeUp);
    waiting.delete(wakeUp);
    if (!entry?.signal) return;
    pass(entry.signal);
    if (which === 'first') begin(wakeUp, undefined);
  };
  const begin = (wakeUp: WakeUp, signal: WakeUpSignal | undefined) => {
    const timer = setTimeout(end, everyMs, wakeUp).unref();
    waiting.set(wakeUp, { timer, signal });
  };
  return {
    wake(signal: WakeUpSignal) {
      const entry = waiting.get(signal.name);
      if (entry) entry.signal = signal;
      else {
        if (which === 'first') pass(signal);
        begin(signal.name, which === 'first' ? undefined : signal);
      }
    },
    flush() {
      for (const [wakeUp, { timer, signal }] of waiting) {
        clearTimeout(timer);
        waiting.delete(wakeUp);
        if (signal) pass(signal);
      }
    },
  };
}
