import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll } from 'vitest';
import { type RunningApi, startApi } from './testing.ts';

/**
 * Starts an API for a test file, with a provider that cannot be reached, and stops it after the last test. Call it
 * outside of hooks and tests.
 */
export function loneApi() {
  let test: TestDatabase;
  let api: RunningApi;
  const start = (environment: Record<string, string> = {}) =>
    startApi(test, 'http://127.0.0.1:1', {
      RATE_LIMIT_STORE: 'memory',
      ...environment,
    });
  beforeAll(async () => {
    test = await testDatabase();
    api = await start();
  });
  afterAll(async () => {
    await api.close();
    await test.close();
  });
  return {
    get api() {
      return api;
    },
    /** Starts another API on the same database. The test closes it. */
    startAnother: start,
  };
}
