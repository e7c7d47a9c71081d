import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scopes } from '../kernel/authority.ts';
import { listKeys } from '../reading/keys/index.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { authenticateKey, createKeyAuthenticator } from './authenticate-key.ts';
import { createKey } from './create-key.ts';
import { hashKey, newKey } from './key.ts';
import { createKeyUses } from './key-uses.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import type { CreateKeyInput } from './schemas.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.databaseAs('web'));
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
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['payouts' as 'payout'] }, 'scopes.0'],
      [{ allowedIps: ['the office'] }, 'allowedIps.0'],
    ] satisfies [Partial<CreateKeyInput>, string][]) {
      await expect(createKey(ctx, { ...good, ...change })).rejects.toMatchObject({
        code: 'invalid_input',
        extras: { issues: [{ path }] },
      });
    }
    expect(await test.database.prisma.apiKey.count()).toBe(before);
  });
});

describe('a presented key', () => {
  it('is answered with its application, organization, environment and scopes', async () => {
    const { applicationId, organizationId, key } = await merchant();
    for (const environment of ['sandbox', 'production'] as const) {
      const { keyId, key: presented } = key(environment);
      const authority = { of: 'key', scopes: new Set(scopes) };
      const expected = { keyId, applicationId, organizationId, environment, authority };
      expect(await authenticateKey(ctx, presented)).toMatchObject(expected);
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
        scopes: ['read'],
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

describe('listKeys', () => {
  it('shows who made a key and nothing that opens anything, those that work first', async () => {
    const shop = await merchant();
    const ctxOfOwner = { ...ctx, actor: `user:${shop.owner.userId}` };
    const made = { applicationId: shop.applicationId, environment: 'sandbox', name: 'Till' } as const;
    const till = await createKey(ctxOfOwner, made);
    const short = await createKey(ctx, { ...made, expiresAt: new Date(ctx.clock.now().getTime() + 1000) });
    ctx.clock.advance(1);
    await revokeKey(ctx, { keyId: shop.key().keyId });
    const keys = await listKeys(shop.as());
    expect(keys).toMatchObject([
      { keyId: till.keyId, state: 'live', createdBy: { kind: 'person', email: shop.owner.email }, lastUsedAt: null },
      { keyId: short.keyId, state: 'expired', createdBy: { kind: 'operator' } },
      { keyId: shop.key().keyId, state: 'revoked' },
    ]);
    expect(JSON.stringify(keys)).not.toContain(till.key);
    expect(JSON.stringify(keys)).not.toContain(hashKey(till.key));
  });

  it('shows keys of its own application and environment only', async () => {
    const [mine, other] = [await merchant(), await merchant()];
    expect((await listKeys(mine.as())).map(({ keyId }) => keyId)).toEqual([mine.key().keyId]);
    expect((await listKeys(other.as('production'))).map(({ keyId }) => keyId)).toEqual([other.key('production').keyId]);
  });
});

describe('rotateKey', () => {
  it('gives a new key of the same name, and the old one works for another day by default', async () => {
    const { key, applicationId } = await merchant();
    const { keyId, key: old } = key();
    const rotated = await rotateKey(ctx, { keyId, applicationId, environment: 'sandbox' });
    expect(rotated).toMatchObject({ replacedKeyId: keyId, endsAt: new Date(ctx.clock.now().getTime() + 86_400_000) });
    expect(await authenticateKey(ctx, rotated.key)).toMatchObject({ keyId: rotated.keyId, applicationId });
    expect(await authenticateKey(ctx, old)).toMatchObject({ keyId });
    const row = await test.database.prisma.apiKey.findUniqueOrThrow({ where: { id: rotated.keyId } });
    expect(row).toMatchObject({ name: 'test', environment: 'sandbox', expiresAt: null, createdBy: 'operator' });
    ctx.clock.advance(86_400);
    expect(await authenticateKey(ctx, old)).toBeUndefined();
    expect(await authenticateKey(ctx, rotated.key)).toBeDefined();
  });

  it('is audited on both keys, without either', async () => {
    const { key } = await merchant();
    const rotated = await rotateKey(ctx, { keyId: key().keyId });
    const entries = await test.database.prisma.auditEntry.findMany({
      where: { subjectId: { in: [key().keyId, rotated.keyId] } },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ action }) => action).sort()).toEqual(['key.created', 'key.created', 'key.rotated']);
    for (const secret of [key().key, rotated.key]) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('without grace ends the old key at once, and within 5 s where it is believed', async () => {
    const { key } = await merchant();
    const authenticate = createKeyAuthenticator(ctx);
    expect(await authenticate(key().key)).toBeDefined();
    await rotateKey(ctx, { keyId: key().keyId, graceSeconds: 0 });
    expect(await authenticateKey(ctx, key().key)).toBeUndefined();
    const row = await test.database.prisma.apiKey.findUniqueOrThrow({ where: { id: key().keyId } });
    expect(row.revokedAt).toEqual(ctx.clock.now());
    ctx.clock.advance(5);
    expect(await authenticate(key().key)).toBeUndefined();
  });

  it('never makes a key live longer, and the new one lives as long as the old one was to', async () => {
    const expiresAt = new Date(ctx.clock.now().getTime() + 3_600_000);
    const { key } = await seed(ctx).owner().application().key('sandbox', { expiresAt }).mint();
    ctx.clock.advance(600);
    const rotated = await rotateKey(ctx, { keyId: key().keyId, graceSeconds: 7 * 86_400 });
    expect(rotated.endsAt).toEqual(expiresAt);
    const row = await test.database.prisma.apiKey.findUniqueOrThrow({ where: { id: rotated.keyId } });
    expect(row.expiresAt).toEqual(new Date(ctx.clock.now().getTime() + 3_600_000));
  });

  it('refuses keys that work no more, too long a grace, and what is not the tenant’s', async () => {
    const [mine, other] = [await merchant(), await merchant()];
    const { keyId } = mine.key();
    const refused = (input: Parameters<typeof rotateKey>[1], code: string) =>
      expect(rotateKey(ctx, input)).rejects.toMatchObject({ code });
    await refused({ keyId, graceSeconds: 7 * 86_400 + 1 }, 'invalid_input');
    await refused({ keyId, graceSeconds: -1 }, 'invalid_input');
    await refused({ keyId, applicationId: other.applicationId }, 'not_found');
    await refused({ keyId, applicationId: mine.applicationId, environment: 'production' }, 'not_found');
    await refused({ keyId: uuidv7() }, 'not_found');
    await revokeKey(ctx, { keyId });
    await refused({ keyId }, 'invalid_input');
    expect(await test.database.prisma.apiKey.count({ where: { applicationId: mine.applicationId } })).toBe(2);
  });
});

describe('the use of a key', () => {
  const lastUsedAt = async (id: string) =>
    (await test.database.prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;

  it('is noted to the minute, without a write per request', async () => {
    const { key } = await merchant();
    let writes = 0;
    const pool = new Proxy(test.database.pool, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name === 'query') writes += 1;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const uses = createKeyUses({ ...ctx, db: { ...test.database, pool } });
    const authenticate = createKeyAuthenticator(ctx, uses);
    ctx.clock.advance(42);
    for (let round = 0; round < 1000; round += 1) await authenticate(key().key);
    expect(writes).toBe(0);
    await uses.close();
    expect(writes).toBe(1);
    expect(await lastUsedAt(key().keyId)).toEqual(new Date('2026-01-05T08:00:00.000Z'));
    expect(await lastUsedAt(key('production').keyId)).toBeNull();
  });

  it('is written soon by itself, moves on with time and never back', async () => {
    const { key } = await merchant();
    const { keyId } = key();
    const uses = createKeyUses(ctx);
    ctx.clock.advance(3600);
    uses.note(keyId);
    await expect.poll(() => lastUsedAt(keyId)).toEqual(new Date('2026-01-05T09:00:00.000Z'));
    ctx.clock.advance(-3600);
    uses.note(keyId);
    await uses.close();
    expect(await lastUsedAt(keyId)).toEqual(new Date('2026-01-05T09:00:00.000Z'));
  });

  it('of a refused key is not noted', async () => {
    const { key } = await merchant();
    const uses = createKeyUses(ctx);
    await revokeKey(ctx, { keyId: key().keyId });
    expect(await createKeyAuthenticator(ctx, uses)(key().key)).toBeUndefined();
    await uses.close();
    expect(await lastUsedAt(key().keyId)).toBeNull();
  });
});

describe('revokeKey by environment', () => {
  it('does not know keys of the other one', async () => {
    const { key, applicationId } = await merchant();
    const { keyId } = key('production');
    await expect(revokeKey(ctx, { keyId, applicationId, environment: 'sandbox' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await revokeKey(ctx, { keyId, applicationId, environment: 'production' });
  });
});
