import { readUrl } from '@tillgate/domain';
import type { Redis } from 'ioredis';
import { type Part, reasonOf } from './part.ts';
import { probeTimeoutMs } from './probe.ts';

/** Ends by itself, and is no counter of anybody. */
const probeKey = 'tillgate:doctor';
const probeKeyMs = 1_000;

/**
 * Asks the Redis that counts limits whether it takes a counter.
 * @param url undefined where none is named
 */
export async function examineLimits(url: string | undefined, limitMs = probeTimeoutMs): Promise<Part> {
  if (!url) {
    return well('Not asked: REDIS_URL is not set here. Set it as on the API where limits are counted in Redis.');
  }
  const where = placeOf(url);
  if (where === undefined) {
    return failed('REDIS_URL is no address of a Redis. Write special characters of the password as %XX.');
  }
  const found = await ask(url, limitMs);
  if ('failure' in found) {
    return failed(`${sentenceOf(found.failure, where, limitMs)} Until it is back, each API counts alone.`);
  }
  if (found.evicts === undefined) return well(`Redis at ${where} takes counters.`);
  return well(
    `Warning. Redis at ${where} has maxmemory-policy ${found.evicts}, so it may throw counters away. Set noeviction.`,
  );
}

const well = (detail: string): Part => ({ part: 'limits', ok: true, detail });
const failed = (detail: string): Part => ({ part: 'limits', ok: false, detail });

/** The address without user and password, or the path of a socket. Undefined for what is neither. */
function placeOf(url: string): string | undefined {
  if (/^\/[^/]/.test(url)) return url.split('?', 1).join();
  const whole = url.startsWith('//') ? `redis:${url}` : url;
  return readUrl(whole)?.host || undefined;
}

const silent = Symbol('silent');

type Found = { failure: unknown } | { evicts: string | undefined };

async function ask(url: string, limitMs: number): Promise<Found> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  let first: unknown;
  redis.on('error', (error) => {
    first ??= error;
  });
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Found>((resolve) => {
    timer = setTimeout(() => resolve({ failure: silent }), limitMs);
  });
  try {
    return await Promise.race([count(redis), limit]);
  } catch (error) {
    // The client rejects with "Connection is closed." and tells the reason in an event before.
    return { failure: first ?? error };
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

async function count(redis: Redis): Promise<Found> {
  await redis.connect();
  await redis.set(probeKey, 1, 'PX', probeKeyMs);
  const memory = await redis.info('memory');
  const [, policy] = /^maxmemory_policy:(\S+)/m.exec(memory) ?? [];
  const isBounded = !/^maxmemory:0\r?$/m.test(memory);
  return { evicts: isBounded && policy !== 'noeviction' ? policy : undefined };
}

function sentenceOf(failure: unknown, where: string, limitMs: number): string {
  if (failure === silent) return `Redis at ${where} does not answer within ${limitMs / 1000} s.`;
  const reason = reasonOf(failure);
  if (/^(?:WRONGPASS|NOAUTH|ERR invalid password|NOPERM)/.test(reason))
    return `Redis at ${where} refuses. Correct the password in REDIS_URL: ${reason}.`;
  if (reason.startsWith('OOM')) return `Redis at ${where} is full. Give it more maxmemory, or look for what fills it.`;
  return `Check REDIS_URL (${where}) and whether Redis is running: ${reason}.`;
}
