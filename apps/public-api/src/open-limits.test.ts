import type { Database } from '@tillgate/db';
import { lacksRedis, type RedisServer, silentLog, startRedis } from '@tillgate/domain/testing';
import { createMetrics } from '@tillgate/process/metrics';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type Limits, openLimits } from './open-limits.ts';

const log = pino({ enabled: false });
const noDatabase = {} as Database;
const rule = { count: 3, seconds: 60 };
/** A command to Redis may take half a second. */
const atOnceMs = 300;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function redisServer(options: string[] = [], port?: number): Promise<RedisServer> {
  const server = await startRedis(options, port);
  closers.push(server.kill);
  return server;
}

/** The limits of an API that counts in a Redis, and its gauge. */
async function countingIn(url: string) {
  const metrics = createMetrics('api');
  const limits: Limits = await openLimits({ RATE_LIMIT_STORE: 'redis', REDIS_URL: url }, noDatabase, log, metrics);
  closers.push(() => limits.close());
  const gauge = async () => {
    const { text } = await metrics.expose();
    return Number(/^tillgate_rate_limit_store_failing\{process="api"\} (\d)$/m.exec(text)?.[1]);
  };
  return { limit: limits.limiter('test', rule), gauge };
}

describe('where limits are counted', () => {
  it('has no gauge when it is the memory of the process, and follows Postgres', async () => {
    const texts = [];
    for (const RATE_LIMIT_STORE of ['memory', 'postgres'] as const) {
      const metrics = createMetrics('api');
      const pool = { query: () => Promise.reject(new Error('no table')), connect: () => undefined };
      const limits = await openLimits({ RATE_LIMIT_STORE }, { pool } as never, silentLog as never, metrics);
      texts.push((await metrics.expose()).text);
      limits.close();
    }
    expect(texts[0]).not.toContain('tillgate_rate_limit_store_failing{');
    expect(texts[1]).toContain('tillgate_rate_limit_store_failing{process="api"} 1');
  });
});

describe.skipIf(lacksRedis())('a Redis that counts limits', () => {
  it('is told by the gauge when it is gone and when it is back, although nobody collects', async () => {
    const first = await redisServer();
    const { limit, gauge } = await countingIn(first.url);
    expect([await gauge(), (await limit.consume('key')).remaining]).toEqual([0, 2]);
    await first.kill();
    await expect.poll(gauge).toBe(1);
    expect((await limit.consume('key')).allowed).toBe(true);
    await redisServer([], first.port);
    await expect.poll(gauge).toBe(0);
  });

  it('is told by the gauge when it is full', async () => {
    const server = await redisServer();
    const { gauge } = await countingIn(server.url);
    const admin = new Redis(server.url);
    closers.push(() => admin.disconnect());
    await admin.config('SET', 'maxmemory', '1');
    expect(await gauge()).toBe(1);
    await admin.config('SET', 'maxmemory', '0');
    expect(await gauge()).toBe(0);
  });

  it('is told by the gauge when it refuses the password', async () => {
    const server = await redisServer(['--requirepass', 'sesame']);
    const right = await countingIn(server.url.replace('//', '//:sesame@'));
    const wrong = await countingIn(server.url.replace('//', '//:canary@'));
    expect([await right.gauge(), await wrong.gauge()]).toEqual([0, 1]);
  });

  it('costs nobody time for long when it hangs, and counts again when it goes on', async () => {
    const server = await redisServer();
    const { limit, gauge } = await countingIn(server.url);
    await limit.consume('key');
    server.hang();
    await Promise.all(Array.from({ length: 5 }, () => limit.consume('key')));
    const began = performance.now();
    for (let use = 1; use <= 20; use += 1) await limit.consume('key');
    expect(performance.now() - began).toBeLessThan(atOnceMs);
    expect(await gauge()).toBe(1);
    server.goOn();
    await expect.poll(gauge).toBe(0);
    expect((await limit.consume('other')).remaining).toBe(2);
  });
});
