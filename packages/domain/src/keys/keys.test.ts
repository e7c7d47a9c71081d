import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { authenticateKey, createKey, createKeyAuthenticator, revokeKey } from './index.ts';
import { hashKey, newKey } from './key.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
});

const merchant = () => seed(ctx).owner().application().key('sandbox').key('production').mint();

describe('createKey', () => {
  it('shows the key once and stores only its hash', async () => {
    const { applicationId } = await seed(ctx).owner().application().mint();
    const { keyId, key } = await createKey(ctx, { applicationId, environment: 'production', name: ' Till 1 ' });
    const row = await test.database.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    expect(row).toMatchObject({ applicationId, environment: 'production', name: 'Till 1', lastFour: key.slice(-4) });
    expect(row.hash).toBe(hashKey(key));
    expect(JSON.stringify(row)).not.toContain(key);
  });

  it('writes who made it, without the key', async () => {
    const { applicationId, organizationId } = await seed(ctx).owner().application().mint();
    const { keyId, key } = await createKey(ctx, { applicationId, environment: 'sandbox', name: 'Till' });
    const entries = await test.database.prisma.auditEntry.findMany({ where: { subjectId: keyId } });
    expect(entries).toMatchObject([{ actor: 'operator', action: 'key.created', applicationId, organizationId }]);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  it('refuses an unknown application, and input that makes no sense, without making a key', async () => {
    const before = await test.database.prisma.apiKey.count();
    const good = { applicationId: uuidv7(), environment: 'sandbox', name: 'x' } as const;
    await expect(createKey(ctx, good)).rejects.toMatchObject({ code: 'not_found' });
    for (const [change, path] of [
      [{ applicationId: 'x' }, 'applicationId'],
      [{ environment: 'live' as 'sandbox' }, 'environment'],
      [{ name: ' ' }, 'name'],
      [{ expiresAt: ctx.clock.now() }, 'expiresAt'],
    ] as const) {
      await expect(createKey(ctx, { ...good, ...change })).rejects.toMatchObject({
        code: 'invalid_input',
        extras: { issues: [{ path }] },
      });
    }
    expect(await test.database.prisma.apiKey.count()).toBe(before);
  });
});

describe('a presented key', () => {
  it('is answered with its application, organization and environment', async () => {
    const { applicationId, organizationId, key } = await merchant();
    for (const environment of ['sandbox', 'production'] as const) {
      const { keyId, key: presented } = key(environment);
      const expected = { keyId, applicationId, organizationId, environment };
      expect(await authenticateKey(ctx, presented)).toEqual(expected);
    }
  });

  it('is refused when nobody made it, whatever it looks like', async () => {
    for (const presented of ['', 'x', newKey('sandbox'), `${newKey('sandbox')} `, `mp_test_${'é'.repeat(43)}`]) {
      expect(await authenticateKey(ctx, presented)).toBeUndefined();
    }
  });

  it('is refused when its prefix does not fit its row', async () => {
    const { applicationId } = await merchant();
    const presented = newKey('production');
    await test.database.prisma.apiKey.create({
      data: {
        id: uuidv7(),
        applicationId,
        environment: 'sandbox',
        name: 'forged',
        hash: hashKey(presented),
        lastFour: 'aaaa',
        createdAt: ctx.clock.now(),
      },
    });
    const authenticate = createKeyAuthenticator(ctx);
    expect(await authenticate(presented)).toBeUndefined();
    expect(await authenticate(presented)).toBeUndefined();
  });

  it('is refused from the moment it expires, also while it is cached', async () => {
    const expiresAt = new Date(ctx.clock.now().getTime() + 2_000);
    const { key } = await seed(ctx).owner().application().key('sandbox', { expiresAt }).mint();
    const authenticate = createKeyAuthenticator(ctx);
    expect(await authenticate(key().key)).toBeDefined();
    ctx.clock.advance(1.999);
    expect(await authenticate(key().key)).toBeDefined();
    ctx.clock.advance(0.001);
    expect(await authenticate(key().key)).toBeUndefined();
  });

  it('is refused at most 5 s after it was revoked, and at once by a process that has not seen it', async () => {
    const { key } = await merchant();
    const { keyId, key: presented } = key();
    const authenticate = createKeyAuthenticator(ctx);
    expect(await authenticate(presented)).toBeDefined();
    await revokeKey(ctx, { keyId });
    expect(await createKeyAuthenticator(ctx)(presented)).toBeUndefined();
    ctx.clock.advance(5);
    expect(await authenticate(presented)).toBeUndefined();
  });

  it('is looked up once while it is fresh', async () => {
    const { key } = await merchant();
    let lookups = 0;
    const pool = new Proxy(test.database.pool, {
      get(target, name) {
        if (name === 'query') lookups += 1;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const authenticate = createKeyAuthenticator({ ...ctx, db: { ...test.database, pool } });
    for (let round = 0; round < 5; round += 1) await authenticate(key().key);
    expect(lookups).toBe(1);
  });
});

describe('revokeKey', () => {
  it('is the same twice as once, and audited once', async () => {
    const { key } = await merchant();
    const { keyId } = key();
    const first = await revokeKey(ctx, { keyId });
    ctx.clock.advance(60);
    expect(await revokeKey(ctx, { keyId })).toEqual(first);
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { subjectId: keyId, action: 'key.revoked' },
    });
    expect(entries).toHaveLength(1);
  });

  it('does not know keys of other applications, nor unknown ones', async () => {
    const [mine, other] = [await merchant(), await merchant()];
    const { keyId, key } = other.key();
    await expect(revokeKey(ctx, { keyId, applicationId: mine.applicationId })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(revokeKey(ctx, { keyId: uuidv7() })).rejects.toMatchObject({ code: 'not_found' });
    expect(await authenticateKey(ctx, key)).toBeDefined();
  });
});
