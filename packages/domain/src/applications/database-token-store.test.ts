import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenStore } from '../ports/ports.ts';
import { type TestContext, testContext } from '../testing/index.ts';
import { databaseTokenStore } from './database-token-store.ts';

let test: TestDatabase;
let ctx: TestContext;
let store: TokenStore;
let id: string;
let count = 0;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
  store = databaseTokenStore(ctx);
  count += 1;
  id = `token-${count}`;
});

const leaseMs = 30_000;
const expiresAt = new Date('2026-01-05T09:00:00Z');

async function put(token: string, replacing?: string) {
  const lease = await store.lease(id, replacing, leaseMs);
  if (!lease) throw new Error('no lease');
  await store.store(id, lease, token, expiresAt);
}

describe('the token store', () => {
  it('gives back what was stored, sealed in between', async () => {
    expect(await store.read(id)).toBeUndefined();
    await put('canary-token');
    expect(await store.read(id)).toEqual({ token: 'canary-token', expiresAt });
    const row = await test.database.prisma.providerToken.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain('canary');
    expect(row).toMatchObject({ refreshingBy: null, refreshingUntil: null });
  });

  it('lets exactly one of many become the one that fetches', async () => {
    for (const replacing of [undefined, 'first']) {
      const leases = await Promise.all(Array.from({ length: 10 }, () => store.lease(id, replacing, leaseMs)));
      const [lease, ...others] = leases.filter((each) => each !== undefined);
      expect(others).toEqual([]);
      await store.store(id, lease ?? '', 'first', expiresAt);
    }
  });

  it('gives no lease for a token that was replaced meanwhile', async () => {
    await put('first');
    expect(await store.lease(id, undefined, leaseMs)).toBeUndefined();
    await put('second', 'first');
    expect(await store.lease(id, 'first', leaseMs)).toBeUndefined();
    expect(await store.lease(id, 'second', leaseMs)).toBeDefined();
  });

  it('gives a lease that was released or ran out to the next', async () => {
    const first = await store.lease(id, undefined, leaseMs);
    expect(await store.lease(id, undefined, leaseMs)).toBeUndefined();
    await store.release(id, first ?? '');
    expect(await store.lease(id, undefined, leaseMs)).toBeDefined();
    ctx.clock.advance(leaseMs / 1000);
    expect(await store.lease(id, undefined, leaseMs)).toBeDefined();
  });

  it('stores nothing under a lease that ran out or went to another', async () => {
    const late = await store.lease(id, undefined, leaseMs);
    ctx.clock.advance(leaseMs / 1000);
    await store.store(id, late ?? '', 'stale', expiresAt);
    expect(await store.read(id)).toBeUndefined();
    const young = await store.lease(id, undefined, leaseMs);
    await store.store(id, late ?? '', 'stale', expiresAt);
    await store.release(id, late ?? '');
    await store.store(id, young ?? '', 'fresh', expiresAt);
    expect(await store.read(id)).toMatchObject({ token: 'fresh' });
  });

  it('counts a token of another account as none', async () => {
    await put('theirs');
    await test.database.pool.query(
      `INSERT INTO provider_tokens (id, sealed_token, expires_at)
       SELECT 'moved', sealed_token, expires_at FROM provider_tokens WHERE id = $1`,
      [id],
    );
    expect(await store.read('moved')).toBeUndefined();
    expect(await store.read(id)).toMatchObject({ token: 'theirs' });
  });

  it('counts a token that cannot be opened as none, and lets it be replaced', async () => {
    await put('old');
    store = databaseTokenStore(await testContext(test.database));
    expect(await store.read(id)).toBeUndefined();
    await put('new');
    expect(await store.read(id)).toMatchObject({ token: 'new' });
  });
});
