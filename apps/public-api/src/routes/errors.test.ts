import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { errorCodes } from '@tillgate/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApi, startApi } from '../testing.ts';

let test: TestDatabase;
let api: RunningApi;
beforeAll(async () => {
  test = await testDatabase();
  api = await startApi(test, 'http://127.0.0.1:1', { RATE_LIMIT_STORE: 'memory' });
});
afterAll(async () => {
  await api.close();
  await test.close();
});

describe('200', () => {
  it('returns the page to anybody, with an anchor for each error code', async () => {
    const response = await fetch(`${api.baseUrl}/errors`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await response.text();
    for (const code of errorCodes) expect(page).toContain(`id="${code}"`);
  });

  it('is where the type of a problem points to', async () => {
    const { type } = (await (await fetch(`${api.baseUrl}/status/x`)).json()) as { type: string };
    expect(new URL(type).pathname).toBe('/functions/v1/errors');
    expect(new URL(type).hash).toBe('#unauthenticated');
  });
});
