import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../testing/index.ts';
import { createRateLimiter, type RateLimitStore } from './create-rate-limiter.ts';
import { createStoreWatch } from './create-store-watch.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
afterEach(() => {
  vi.useRealTimers();
});

const rule = { count: 3, seconds: 60 };
const pool = () => ({ kind: 'postgres', pool: test.database.pool }) as const;
let prefixes = 0;
function limiter(store: RateLimitStore) {
  prefixes += 1;
  return createRateLimiter(store, { prefix: `p${prefixes}`, rule });
}

/** As much of a Redis client as the library asks of one: its script that counts, and reads in a transaction. */
function fakeRedis() {
  const counts = new Map<string, number>();
  const ttlMs = 60_000;
  return {
    status: 'ready',
    defineCommand() {},
    async rlflxIncr([key = '', points]: string[]) {
      const count = (counts.get(key) ?? 0) + Number(points);
      counts.set(key, count);
      return [count, ttlMs];
    },
    multi: () => ({
      get: (key: string) => ({
        pttl: () => ({
          exec: async () => [
            [null, counts.get(key)?.toString() ?? null],
            [null, ttlMs],
          ],
        }),
      }),
    }),
  };
}

describe.each(['memory', 'postgres', 'redis'] as const)('a limit counted in %s', (kind) => {
  const stores: Record<typeof kind, () => RateLimitStore> = {
    memory: () => ({ kind: 'memory' }),
    postgres: pool,
    redis: () => ({ kind: 'redis', client: fakeRedis() }),
  };
  const make = () => limiter(stores[kind]());

  it('allows as many uses as its rule and refuses the next', async () => {
    const limit = make();
    const verdicts = [];
    for (let use = 1; use <= 4; use += 1) verdicts.push(await limit.consume('key'));
    expect(verdicts.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    expect(verdicts[3]).toMatchObject({ limit: 3, windowSeconds: 60 });
    expect(verdicts[3]?.resetSeconds).toBeGreaterThanOrEqual(1);
    expect(verdicts[3]?.resetSeconds).toBeLessThanOrEqual(60);
  });

  it('counts each key for itself, whatever characters it has', async () => {
    const limit = make();
    for (const key of ['a', 'b', "'; DROP TABLE x", 'ключ']) {
      expect(await limit.consume(key)).toMatchObject({ allowed: true, remaining: 2 });
    }
  });

  it('lets exactly as many of a burst through', async () => {
    const limit = make();
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => limit.consume('burst')));
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('gives a refunded use back, and nobody credit beyond the rule', async () => {
    const limit = make();
    await limit.refund('key');
    for (let use = 1; use <= 3; use += 1) await limit.consume('key');
    await limit.refund('key');
    expect(await limit.consume('key')).toMatchObject({ allowed: true, remaining: 0 });
    expect(await limit.consume('key')).toMatchObject({ allowed: false });
  });
});

describe('a limit counted in memory', () => {
  it('starts a new window when the old one is over', async () => {
    vi.useFakeTimers();
    const limit = limiter({ kind: 'memory' });
    for (let use = 1; use <= 4; use += 1) await limit.consume('key');
    vi.advanceTimersByTime(59_999);
    expect(await limit.consume('key')).toMatchObject({ allowed: false, resetSeconds: 1 });
    vi.advanceTimersByTime(1);
    expect(await limit.consume('key')).toMatchObject({ allowed: true, remaining: 2 });
  });
});

describe('a limit counted in Postgres', () => {
  it('is one limit for all processes', async () => {
    const [one, other] = [0, 0].map(() => createRateLimiter(pool(), { prefix: 'shared', rule }));
    await one?.consume('key');
    expect(await other?.consume('key')).toMatchObject({ remaining: 1 });
  });

  it('is kept in the table that it names, which its role may write', async () => {
    const store = { kind: 'postgres', pool: test.databaseAs('pay').pool, table: 'public_counters' } as const;
    const log = { ...silentLog, warn: (fields: object) => expect.fail(JSON.stringify(fields)) };
    const limit = createRateLimiter(store, { prefix: 'public', rule, log });
    for (let use = 1; use <= 4; use += 1) await limit.consume('key');
    const { rows } = await test.database.pool.query('SELECT key, points FROM public_counters');
    expect(rows).toEqual([{ key: 'public:key', points: 4 }]);
  });

  it('starts a new window when the old one is over, and a late refund gives nothing', async () => {
    const limit = createRateLimiter(pool(), { prefix: 'window', rule });
    for (let use = 1; use <= 4; use += 1) await limit.consume('key');
    await test.database.pool.query(`UPDATE rate_limit_counters SET expire = 1 WHERE key = 'window:key'`);
    await limit.refund('key');
    expect(await limit.consume('key')).toMatchObject({ allowed: true, remaining: 2 });
  });
});

describe('a store that fails', () => {
  it('is replaced by counting in memory until it is back, and reported once each way', async () => {
    let broken = true;
    const flaky = new Proxy(test.database.pool, {
      get(target, name) {
        if (name === 'query' && broken) return () => Promise.reject(new Error('no database'));
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const lines: string[] = [];
    const log = {
      ...silentLog,
      warn: (_: object, line: string) => lines.push(line),
      info: (_: object, line: string) => lines.push(line),
    };
    const limit = createRateLimiter({ kind: 'postgres', pool: flaky }, { prefix: 'flaky', rule, log });
    const verdicts = [];
    for (let use = 1; use <= 4; use += 1) verdicts.push((await limit.consume('key')).allowed);
    expect(verdicts).toEqual([true, true, true, false]);
    broken = false;
    expect(await limit.consume('key')).toMatchObject({ allowed: true, remaining: 2 });
    expect(lines).toEqual([
      'The rate limit store fails. Each process counts in memory.',
      'The rate limit store is back.',
    ]);
  });

  it('is known to all limits that count there as soon as one of them has asked', async () => {
    const client = fakeRedis();
    const lines: string[] = [];
    const note = (_: object, line: string) => lines.push(line);
    const watch = createStoreWatch({ ...silentLog, warn: note, info: note });
    const [one, other] = ['one', 'other'].map((prefix) =>
      createRateLimiter({ kind: 'redis', client }, { prefix, rule, watch }),
    );
    expect(watch.isFailing()).toBe(false);
    client.status = 'reconnecting';
    await one?.consume('key');
    await other?.consume('key');
    expect([watch.isFailing(), lines.length]).toEqual([true, 1]);
    client.status = 'ready';
    await other?.consume('key');
    expect([watch.isFailing(), lines.length]).toEqual([false, 2]);
  });

  it('is not asked for a while when it keeps callers waiting, and then by one of them', async () => {
    let now = 0;
    let asked = 0;
    let waitMs = 500;
    const client = {
      ...fakeRedis(),
      async rlflxIncr() {
        asked += 1;
        now += waitMs;
        throw new Error('Command timed out');
      },
    };
    const watch = createStoreWatch(undefined, () => now);
    const limit = createRateLimiter({ kind: 'redis', client }, { prefix: 'hanging', rule, watch });
    const verdicts = [];
    for (let use = 1; use <= 8; use += 1) verdicts.push((await limit.consume('key')).allowed);
    expect([asked, watch.isFailing()]).toEqual([5, true]);
    expect(verdicts).toEqual([true, true, true, ...Array(5).fill(false)]);
    now += 5_000;
    await Promise.all([limit.consume('key'), limit.consume('key')]);
    expect(asked).toBe(6);
    now += 5_000;
    // A failure that takes no time keeps nobody waiting.
    waitMs = 0;
    for (let use = 1; use <= 8; use += 1) await limit.consume('key');
    expect(asked).toBe(14);
  });

  it('may be a Redis client that is not connected', async () => {
    const client = { status: 'connecting', defineCommand() {} };
    const limit = createRateLimiter({ kind: 'redis', client }, { prefix: 'redis', rule });
    const verdicts = [];
    for (let use = 1; use <= 4; use += 1) verdicts.push((await limit.consume('key')).allowed);
    expect(verdicts).toEqual([true, true, true, false]);
  });
});
