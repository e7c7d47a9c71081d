import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '../kernel/authority.ts';
import { listKeys } from '../reading/keys/index.ts';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { authenticateKey, createKeyAuthenticator, requireAddress } from './authenticate-key.ts';
import { createKey } from './create-key.ts';
import { rotateKey } from './rotate-key.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
  const application = seed(ctx).owner().application();
  shop = await application.member('admin').member('developer').member('finance').member('support').mint();
});

const safe = ['collect', 'read', 'offline', 'inquire'] as const;
const roles = ['owner', 'admin', 'developer', 'finance', 'support'] as const;
type Asker = (typeof roles)[number];

/** The context in which a member acts. */
function as(role: Asker): TestContext {
  const person = role === 'owner' ? shop.owner : shop.members.find((member) => member.role === role);
  if (!person) throw new Error(`nobody is ${role}`);
  return { ...ctx, actor: `user:${person.userId}` };
}

const asked = (environment: 'sandbox' | 'production', scopes?: Scope[]) => ({
  applicationId: shop.applicationId,
  environment,
  name: 'Till',
  scopes,
});
const rowOf = (id: string) => test.database.prisma.apiKey.findUniqueOrThrow({ where: { id } });
const keyCount = () => test.database.prisma.apiKey.count({ where: { applicationId: shop.applicationId } });

describe('the scopes of a new key', () => {
  it('are all of them in the sandbox, and all but money out in production, when nobody says', async () => {
    const sandbox = await createKey(as('developer'), asked('sandbox'));
    const production = await createKey(as('developer'), asked('production'));
    expect((await rowOf(sandbox.keyId)).scopes).toEqual([...scopes]);
    expect((await rowOf(production.keyId)).scopes).toEqual(safe);
  });

  it('are those that were named, each once and in one order', async () => {
    const { keyId, key } = await createKey(ctx, asked('production', ['payout', 'read', 'payout']));
    expect((await rowOf(keyId)).scopes).toEqual(['read', 'payout']);
    const found = await authenticateKey(ctx, key);
    expect([...(found?.authority.scopes ?? [])]).toEqual(['read', 'payout']);
  });

  it('are in the audit and the list, with the addresses', async () => {
    const made = { ...asked('production', ['read', 'refund']), allowedIps: ['10.0.0.0/8', '10.0.0.0/8'] };
    const { keyId } = await createKey(ctx, made);
    const entry = await test.database.prisma.auditEntry.findFirst({ where: { subjectId: keyId } });
    expect(entry?.detail).toMatchObject({ scopes: ['read', 'refund'], allowedIps: ['10.0.0.0/8'] });
    expect(await listKeys(shop.as('production'))).toMatchObject([
      { keyId, scopes: ['read', 'refund'], allowedIps: ['10.0.0.0/8'] },
    ]);
  });

  it.each(['scopes', 'allowed_ips'])('cannot be missing in the database: %s', async (column) => {
    const { keyId } = await createKey(ctx, asked('sandbox'));
    const update = test.database.pool.query(`UPDATE api_keys SET ${column} = NULL WHERE id = $1`, [keyId]);
    await expect(update).rejects.toMatchObject({ constraint: `api_keys_${column}_present` });
  });
});

describe('a production key that moves money out', () => {
  it.each([
    ...roles.map((role) => [role, 'payout', role === 'owner' || role === 'admin'] as const),
    ...roles.map((role) => [role, 'refund', role === 'owner' || role === 'admin'] as const),
  ])('as %s with %s: %s', async (role, scope, allowed) => {
    const made = createKey(as(role), asked('production', ['read', scope]));
    if (allowed) await expect(made).resolves.toBeDefined();
    else await expect(made).rejects.toMatchObject({ code: 'forbidden' });
    expect(await keyCount()).toBe(allowed ? 1 : 0);
    await expect(createKey(as(role), asked('production', ['read', 'collect']))).resolves.toBeDefined();
    await expect(createKey(as(role), asked('sandbox', ['read', scope]))).resolves.toBeDefined();
  });

  it('is made by the operator, and by no stranger, removed member or key', async () => {
    const stranger = await seed(ctx).owner().application().mint();
    await expect(createKey(ctx, asked('production', ['payout']))).resolves.toBeDefined();
    const before = await keyCount();
    for (const actor of [`user:${stranger.owner.userId}`, `key:${uuidv7()}`, 'system']) {
      const made = createKey({ ...ctx, actor }, asked('production', ['payout']));
      await expect(made, actor).rejects.toMatchObject({ code: 'forbidden' });
    }
    const admin = as('admin');
    await test.database.prisma.membership.deleteMany({ where: { userId: admin.actor.slice('user:'.length) } });
    await expect(createKey(admin, asked('production', ['payout']))).rejects.toMatchObject({ code: 'forbidden' });
    expect(await keyCount()).toBe(before);
  });

  it('is not made, nor rotated, by an owner whose way in is new, until somebody has confirmed it', async () => {
    const { keyId } = await createKey(ctx, asked('production', ['payout']));
    const owner = as('owner');
    const who = { userId: shop.owner.userId, organizationId: shop.organizationId };
    const now = ctx.clock.now();
    await test.database.prisma.user.update({ where: { id: who.userId }, data: { factorsEndedAt: now } });
    const making = createKey(owner, asked('production', ['payout']));
    await expect(making).rejects.toMatchObject({ code: 'forbidden' });
    await expect(rotateKey(owner, { keyId })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await keyCount()).toBe(1);
    await test.database.prisma.membership.updateMany({ where: who, data: { waysInConfirmedAt: now } });
    await expect(createKey(owner, asked('production', ['payout']))).resolves.toBeDefined();
  });

  it('is not rotated by who may not make it, and goes on as it was', async () => {
    const { keyId, key } = await createKey(as('owner'), asked('production', ['read', 'payout']));
    for (const role of ['developer', 'finance', 'support'] as const) {
      await expect(rotateKey(as(role), { keyId, graceSeconds: 0 })).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await keyCount()).toBe(1);
    expect(await authenticateKey(ctx, key)).toBeDefined();
    await expect(rotateKey(as('admin'), { keyId })).resolves.toBeDefined();
  });
});

describe('a rotated key', () => {
  it('keeps its scopes and addresses, and the audit names them', async () => {
    const made = { ...asked('production', ['read', 'collect']), allowedIps: ['2001:db8::/32'] };
    const { keyId } = await createKey(as('developer'), made);
    const rotated = await rotateKey(as('developer'), { keyId });
    expect(await rowOf(rotated.keyId)).toMatchObject({ scopes: ['collect', 'read'], allowedIps: ['2001:db8::/32'] });
    const entry = await test.database.prisma.auditEntry.findFirst({ where: { subjectId: rotated.keyId } });
    expect(entry?.detail).toMatchObject({ scopes: ['collect', 'read'], allowedIps: ['2001:db8::/32'] });
  });
});

it('keys that follow each other by rotations are one line, which has one limit of a day', async () => {
  const first = await createKey(ctx, asked('sandbox'));
  const second = await rotateKey(ctx, { keyId: first.keyId });
  const third = await rotateKey(ctx, { keyId: second.keyId });
  expect((await rowOf(second.keyId)).lineId).toBe(first.keyId);
  expect((await rowOf(third.keyId)).lineId).toBe(first.keyId);
});

describe('a change of a key', () => {
  it('takes effect within 5 s where the key is cached', async () => {
    const { keyId, key } = await createKey(ctx, asked('production', ['read', 'payout']));
    const authenticate = createKeyAuthenticator(ctx);
    expect((await authenticate(key))?.authority.scopes.has('payout')).toBe(true);
    const data = { scopes: ['read' as const], allowedIps: ['10.0.0.0/8'] };
    await test.database.prisma.apiKey.update({ where: { id: keyId }, data });
    ctx.clock.advance(5);
    const found = await authenticate(key);
    expect([...(found?.authority.scopes ?? [])]).toEqual(['read']);
    expect(found?.isAllowedFrom('192.0.2.1')).toBe(false);
  });
});

it('a key is refused from an address outside its list, with no word of the list', async () => {
  const { key } = await createKey(ctx, { ...asked('sandbox'), allowedIps: ['10.0.0.0/8'] });
  const found = await authenticateKey(ctx, key);
  if (!found) throw new Error('the key does not work');
  requireAddress(found, '::ffff:10.1.2.3');
  expect(() => requireAddress(found, '::ffff:192.0.2.1')).toThrow('This key may not be used from 192.0.2.1.');
});
