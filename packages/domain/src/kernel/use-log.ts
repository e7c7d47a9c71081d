import type { Context } from './context.ts';
import { minuteMs } from './time.ts';

type Use = { id: string; at: Date };

/**
 * Records when credentials were last used: at most one write for each and minute, and never within
 * a request.
 */
export type UseLog = {
  note(id: string): void;
  /** Writes what is recorded so far, and stops. */
  close(): Promise<void>;
};

const writeEveryMs = 2_000;
/** Credentials kept in memory. When more are in use at once, some are written again. */
const entriesMax = 10_000;

/** @param what names the credentials in the log, such as `keys` */
export function createUseLog(
  ctx: Pick<Context, 'clock' | 'log'>,
  what: string,
  record: (uses: Use[]) => Promise<void>,
): UseLog {
  /** The minute in which each was last used. */
  const known = new Map<string, number>();
  let dirty = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    timer = undefined;
    const uses = dirty;
    dirty = new Map();
    if (uses.size === 0) return;
    try {
      const rows = [...uses].map(([id, minute]) => ({ id, at: new Date(minute * minuteMs) }));
      await record(rows);
    } catch (error) {
      // The next use in another minute writes again, so this one is not retried.
      ctx.log.warn({ err: error, [what]: uses.size }, `The uses of ${what} could not be written.`);
    }
  };

  return {
    note(id) {
      const minute = Math.floor(ctx.clock.now().getTime() / minuteMs);
      if (known.get(id) === minute) return;
      if (known.size >= entriesMax) known.clear();
      known.set(id, minute);
      dirty.set(id, minute);
      timer ??= setTimeout(() => {
        writing = write();
      }, writeEveryMs).unref();
    },
    async close() {
      clearTimeout(timer);
      await writing;
      await write();
    },
  };
}
