import type { Database } from '@tillgate/db';
import type { RateLimiter } from '@tillgate/domain';
import { createLimits, type RateLimitStore, type RateRule } from '@tillgate/domain/rate-limits';
import { exposeLimitStore, type Metrics } from '@tillgate/process/metrics';
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

/** Connects to the store of limits. When it cannot be reached, limits are counted in memory, and nothing else stops. */
export async function openLimits(
  env: Pick<Env, 'RATE_LIMIT_STORE' | 'REDIS_URL'>,
  db: Database,
  log: Logger,
  metrics?: Metrics,
): Promise<Limits> {
  const redis = env.RATE_LIMIT_STORE === 'redis' && env.REDIS_URL ? await openRedis(env.REDIS_URL, log) : undefined;
  const { limiter, store } = createLimits(storeOf(env, db, redis), log);
  if (metrics) exposeLimitStore(metrics, store);
  return { limiter, close: () => redis?.disconnect() };
}

function storeOf(env: Pick<Env, 'RATE_LIMIT_STORE'>, db: Database, redis: Redis | undefined): RateLimitStore {
  if (redis) return { kind: 'redis', client: redis };
  return env.RATE_LIMIT_STORE === 'postgres' ? { kind: 'postgres', pool: db.pool } : { kind: 'memory' };
}
