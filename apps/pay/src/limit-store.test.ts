import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { createLogger } from '@tillgate/process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeps } from './deps.ts';
import { readEnv } from './env.ts';
import { createPayMetrics } from './metrics.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('the gauge of the store of limits tells when the counters of anybody cannot be written, and when they can again', async () => {
  const env = readEnv({
    DATABASE_URL: test.urlAs('pay'),
    PAY_BASE_URL: 'http://localhost:4004',
    METRICS_PAY_PORT: '0',
    METRICS_TOKEN: 'a-token-of-the-test',
  });
  const counted = createPayMetrics(env);
  const deps = await createDeps(env, createLogger('pay', 'silent'), counted);
  const gauge = async () => {
    const text = (await counted?.metrics.expose())?.text ?? '';
    return Number(/^tillgate_rate_limit_store_failing\{process="pay"\} (\d)$/m.exec(text)?.[1]);
  };
  const rename = (from: string, to: string) => test.database.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  try {
    expect(await gauge()).toBe(0);
    await rename('public_counters', 'counters_away');
    expect(await gauge()).toBe(1);
    await rename('counters_away', 'public_counters');
    expect(await gauge()).toBe(0);
  } finally {
    await deps.close();
  }
});
