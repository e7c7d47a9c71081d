import { once } from 'node:events';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** How long a request waits for Redis. After that, the limiter counts in memory. */
const commandMs = 500;
/** How long a start waits for Redis. */
const startMs = 5_000;

/**
 * Connects to Redis. Waits until it takes commands, because each process would count its first requests alone. Goes on
 * without it when it refuses or takes longer than 5 s; ioredis keeps trying.
 */
export async function openRedis(url: string, log: Logger): Promise<Redis> {
  const redis = new Redis(url, { commandTimeout: commandMs });
  // The error itself has the command that failed, and with it the password.
  redis.on('error', (error) => log.warn({ reason: reasonOf(error) }, 'Redis cannot be reached.'));
  await once(redis, 'ready', { signal: AbortSignal.timeout(startMs) }).catch(() => undefined);
  return redis;
}

/** A name with several addresses that all refuse has a code and no message. */
function reasonOf(error: Error & { code?: string }): string {
  return error.message || error.code || error.name;
}
