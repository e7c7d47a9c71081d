import type { Context } from '../kernel/context.ts';
import { dayMs } from '../kernel/time.ts';
import { networkOf } from './network.ts';
import { recordNetworks } from './network-statements.ts';

/** Records the networks that keys are used from: once a day each, and not within a request. */
export type KeyNetworks = {
  note(keyId: string, address: string): void;
  /** Writes all pending records, and stops. */
  close(): Promise<void>;
};

const writeEveryMs = 2_000;
/** Most pairs of key and network in memory. Beyond this, the memory is cleared, and the pairs are written again. */
const pairsMax = 50_000;

export function createKeyNetworks(ctx: Pick<Context, 'db' | 'clock' | 'log'>): KeyNetworks {
  /** The day on which each pair was last written. */
  const known = new Map<string, number>();
  let dirty = new Map<string, { keyId: string; network: string }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    timer = undefined;
    const uses = dirty;
    dirty = new Map();
    if (uses.size === 0) return;
    try {
      await recordNetworks(ctx.db.pool, [...uses.values()], ctx.clock.now());
    } catch (error) {
      // Otherwise a failed write would hide the network for a day. Now the next use is written again.
      for (const pair of uses.keys()) known.delete(pair);
      ctx.log.warn({ err: error, networks: uses.size }, 'The networks of keys could not be written.');
    }
  };

  return {
    note(keyId, address) {
      const network = networkOf(address);
      const pair = `${keyId} ${network}`;
      const day = Math.floor(ctx.clock.now().getTime() / dayMs);
      if (known.get(pair) === day) return;
      if (known.size >= pairsMax) known.clear();
      known.set(pair, day);
      dirty.set(pair, { keyId, network });
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
