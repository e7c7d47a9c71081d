import type { Context } from '../context.ts';
import { recordUses } from './statements.ts';

/** Records when keys were last used: at most one write per key and minute, and never within a request. */
export type KeyUses = {
  note(keyId: string): void;
  /** Writes what is recorded so far, and stops. */
  close(): Promise<void>;
};

const writeEveryMs = 2_000;
const minuteMs = 60_000;
/** Keys in memory. With more keys in use at once, some uses are not recorded. */
const keysMax = 10_000;

export function createKeyUses(ctx: Pick<Context, 'db' | 'clock' | 'log'>): KeyUses {
  /** The minute in which each key was last used. */
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
      const rows = [...uses].map(([keyId, minute]) => ({ keyId, at: new Date(minute * minuteMs) }));
      await recordUses(ctx.db.pool, rows);
    } catch (error) {
      // The key's next use in another minute writes again, so this one is not retried.
      ctx.log.warn({ err: error, keys: uses.size }, 'uses of keys could not be written');
    }
  };

  return {
    note(keyId) {
      const minute = Math.floor(ctx.clock.now().getTime() / minuteMs);
      if (known.get(keyId) === minute) return;
      if (known.size >= keysMax) known.clear();
      known.set(keyId, minute);
      dirty.set(keyId, minute);
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
