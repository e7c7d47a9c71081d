import type { Context } from '../context.ts';

/** Notes that keys were used, and writes it down now and then: one write per key and minute at most, none of them in a request. */
export type KeyUses = {
  note(keyId: string): void;
  /** Writes what is noted, and stops. */
  close(): Promise<void>;
};

const writeEveryMs = 2_000;
const minuteMs = 60_000;
/** Keys that are remembered; of more than these at once some uses go unnoted. */
const keysMax = 10_000;

export function createKeyUses(ctx: Pick<Context, 'db' | 'clock' | 'log'>): KeyUses {
  /** The minute in which each key was last known to be used. */
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
      await writeUses(ctx, uses);
    } catch (error) {
      // The next use in another minute writes again: when a key was used last is worth no more than that.
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

async function writeUses(ctx: Pick<Context, 'db'>, uses: Map<string, number>): Promise<void> {
  await ctx.db.pool.query({
    name: 'keys_used',
    text: `
      UPDATE api_keys k SET last_used_at = used.at
      FROM unnest($1::uuid[], $2::timestamptz[]) AS used(id, at)
      WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
    values: [[...uses.keys()], [...uses.values()].map((minute) => new Date(minute * minuteMs))],
  });
}
