import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { createLogger } from '@tillgate/process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkerContext } from './deps.ts';
import { readEnv } from './env.ts';
import { createWorkerMetrics } from './metrics.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());

it('the gauge of the store of limits tells when the counters cannot be written, and when they can again', async () => {
  const keys = await generateSealKeys();
  const env = readEnv({
    DATABASE_URL: test.urlAs('worker'),
    SEAL_PUBLIC_KEY: keys.publicKey,
    SEAL_PRIVATE_KEY: keys.privateKey,
    METRICS_WORKER_PORT: '0',
    METRICS_TOKEN: 'a-token-of-the-test',
  });
  const counted = createWorkerMetrics(env);
  const publisher = { publish: async () => {}, close: async () => {} };
  const worker = await createWorkerContext(env, createLogger('worker', 'silent'), () => publisher, counted);
  const gauge = async () => {
    const text = (await counted?.metrics.expose())?.text ?? '';
    return Number(/^tillgate_rate_limit_store_failing\{process="worker"\} (\d)$/m.exec(text)?.[1]);
  };
  const rename = (from: string, to: string) => test.database.pool.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  try {
    expect(await gauge()).toBe(0);
    await rename('rate_limit_counters', 'counters_away');
    expect(await gauge()).toBe(1);
    await rename('counters_away', 'rate_limit_counters');
    expect(await gauge()).toBe(0);
  } finally {
    await worker.close();
  }
});
