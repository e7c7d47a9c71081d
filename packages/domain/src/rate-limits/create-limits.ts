import type { Log, RateLimiter } from '../ports/ports.ts';
import { createRateLimiter, type RateLimitStore } from './create-rate-limiter.ts';
import { createStoreWatch } from './create-store-watch.ts';
import type { RateRule } from './rate-limit.ts';

/** Limits of one process that count in one store, and what they know of it together. */
export type Limits = {
  /** @param prefix keeps the counters of a limit apart from those of others */
  limiter(prefix: string, rule: RateRule): RateLimiter;
  /** Undefined where the store is the memory of the process. */
  store: LimitStore | undefined;
};

export type LimitStore = {
  /** Counts as a limit does, so that a store is known to fail, and to be back, while nobody uses a limit. */
  probe(): Promise<unknown>;
  /** Whether it failed when it was asked last. */
  isFailing(): boolean;
};

/** What a probe uses up. Nobody looks whether it may. */
const probeRule: RateRule = { count: 1, seconds: 1 };

/** Makes limits that count in a store. */
export function createLimits(store: RateLimitStore, log?: Log): Limits {
  const watch = createStoreWatch(log);
  const limiter = (prefix: string, rule: RateRule) => createRateLimiter(store, { prefix, rule, watch });
  if (store.kind === 'memory') return { limiter, store: undefined };
  const probes = limiter('metrics', probeRule);
  return { limiter, store: { probe: () => probes.consume('scrape'), isFailing: watch.isFailing } };
}
