import type { Database } from '@tillgate/db';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Log, RateLimiter, RateVerdict } from '../ports/ports.ts';
import { createStoreWatch, type StoreWatch } from './create-store-watch.ts';
import { type RateRule, verdict } from './rate-limit.ts';

/** Counters of callers that have a key, and counters of anybody, which a role of few rights writes. */
export type CounterTable = 'rate_limit_counters' | 'public_counters';

/** Where uses are counted. `memory` is right for one process only; a Redis client is handed in connected or connecting. */
export type RateLimitStore =
  | { kind: 'memory' }
  | { kind: 'postgres'; pool: Database['pool']; table?: CounterTable }
  | { kind: 'redis'; client: object };

type RateLimiterOptions = {
  /** Keeps this limit's counters apart from those of other limits. */
  prefix: string;
  rule: RateRule;
  log?: Log;
  /** Of the store, where several limits count in it. */
  watch?: StoreWatch;
};

/**
 * Counts uses in fixed windows. When the store fails, this process counts in its own memory until the store is back:
 * failing open would lift the guard from the provider just when things go wrong, failing closed would stop all payments
 * for a counter. With several processes the limit is then that of each.
 */
export function createRateLimiter(store: RateLimitStore, options: RateLimiterOptions): RateLimiter {
  const { prefix, rule, log, watch = createStoreWatch(log) } = options;
  const memory = new RateLimiterMemory({ keyPrefix: prefix, points: rule.count, duration: rule.seconds });
  const main = store.kind === 'memory' ? memory : sharedLimiter(store, prefix, rule);
  const count = <T>(use: (limiter: Limiter) => Promise<T>): Promise<T> =>
    main === memory
      ? use(memory)
      : watch.ask(
          prefix,
          () => use(main),
          () => use(memory),
        );
  return {
    consume: (key, uses = 1) => count((limiter) => consumeSome(limiter, rule, key, uses)),
    refund: (key) => count((limiter) => refundOne(limiter, key)),
  };
}

type Limiter = RateLimiterMemory | RateLimiterPostgres | RateLimiterRedis;

function sharedLimiter(store: Exclude<RateLimitStore, { kind: 'memory' }>, prefix: string, rule: RateRule): Limiter {
  const options = { keyPrefix: prefix, points: rule.count, duration: rule.seconds };
  return store.kind === 'redis'
    ? new RateLimiterRedis({ ...options, storeClient: store.client, rejectIfRedisNotReady: true })
    : new RateLimiterPostgres({
        ...options,
        storeClient: store.pool,
        storeType: 'pool',
        tableName: store.table ?? 'rate_limit_counters',
        tableCreated: true,
      });
}

/** The library throws its result when the limit is exceeded, and errors when the store fails. */
async function consumeSome(limiter: Limiter, rule: RateRule, key: string, uses: number): Promise<RateVerdict> {
  try {
    const result = await limiter.consume(key, uses);
    return verdict(rule, result.consumedPoints, result.msBeforeNext);
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return verdict(rule, thrown.consumedPoints, thrown.msBeforeNext);
    throw thrown;
  }
}

/** A refund that comes after its window must not become credit in the next one. */
async function refundOne(limiter: Limiter, key: string): Promise<void> {
  const current = await limiter.get(key);
  if (current && current.consumedPoints > 0) await limiter.reward(key);
}
