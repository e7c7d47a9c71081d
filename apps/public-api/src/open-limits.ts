import type { Database } from '@tillgate/db';
import type { RateLimiter } from '@tillgate/domain';
import { createRateLimiter, createStoreWatch, type RateLimitStore, type RateRule } from '@tillgate/domain/rate-limits';
import { within } from '@tillgate/process';
import type { Metrics } from '@tillgate/process/metrics';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Env } from './env.ts';
import { openRedis } from './open-redis.ts';

/** Makes limits that are counted where `RATE_LIMIT_STORE` says. */
export type Limits = {
  /** @param prefix keeps the counters of a limit apart from those of others */
  limiter(prefix: string, rule: RateRule): RateLimiter;
  close(): void;
};

/** A scrape waits no longer for the store. */
const patienceMs = 1_000;
/** What a scrape uses up. Nobody looks whether it may. */
const scrapeRule: RateRule = { count: 1, seconds: 1 };

/** Connects to the store of limits. When it cannot be reached, limits are counted in memory, and nothing else stops. */
export async function openLimits(
  env: Pick<Env, 'RATE_LIMIT_STORE' | 'REDIS_URL'>,
  db: Database,
  log: Logger,
  metrics?: Metrics,
): Promise<Limits> {
  const redis = env.RATE_LIMIT_STORE === 'redis' && env.REDIS_URL ? await openRedis(env.REDIS_URL, log) : undefined;
  const store = storeOf(env, db, redis);
  const watch = createStoreWatch(log);
  const limiter = (prefix: string, rule: RateRule) => createRateLimiter(store, { prefix, rule, watch });
  const scrapes = limiter('metrics', scrapeRule);
  metrics?.gauge({
    name: 'tillgate_rate_limit_store_failing',
    help: '1 while the store of limits fails and this process counts in its memory.',
    async read() {
      if (store.kind === 'memory') return [];
      // Counts as a collection does, so that a store is known to fail, and to be back, while nobody collects.
      await within(patienceMs, scrapes.consume('scrape'));
      return [{ value: Number(watch.isFailing()) }];
    },
  });
  return { limiter, close: () => redis?.disconnect() };
}

function storeOf(env: Pick<Env, 'RATE_LIMIT_STORE'>, db: Database, redis: Redis | undefined): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis };
  return env.RATE_LIMIT_STORE === 'postgres' ? { kind: 'postgres', pool: db.pool } : { kind: 'memory' };
}
