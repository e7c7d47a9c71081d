import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { createKey } from './create-key.ts';
import { createKeyNetworks } from './key-networks.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { sweepKeys } from './sweep-keys.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: SeededMerchant;
beforeEach(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  shop = await seed(ctx).owner().application().key('production').member('admin').member('developer').mint();
  return () => test.close();
});

const daySeconds = 24 * 3_600;
const sweep = () => sweepKeys({ ...ctx, dashboardUrl: 'https://dash.example' });
const mails = () =>
  test.database.prisma.mail.findMany({
    where: { dedupeKey: { startsWith: 'key:' } },
    orderBy: [{ createdAt: 'asc' }, { to: 'asc' }],
  });
const admins = () => [shop.owner.email, shop.members.find(({ role }) => role === 'admin')?.email].sort();
const entries = () => test.database.prisma.auditEntry.findMany({ where: { action: 'key.used_elsewhere' } });

/** Each use is written at once: another process, or another day. */
async function use(address: string, keyId = shop.key('production').keyId) {
  const networks = createKeyNetworks(ctx);
  networks.note(keyId, address);
  await networks.close();
}

describe('a key that is used from a new network', () => {
  it('is told of to owners and admins, and written down; its first network is no news', async () => {
    await use('203.0.113.9');
    await use('203.0.113.77');
    expect(await sweep()).toEqual({ networks: 0, ending: 0 });
    ctx.clock.advance(daySeconds);
    await use('198.51.100.7');
    expect(await sweep()).toMatchObject({ networks: 1 });
    expect(await sweep()).toMatchObject({ networks: 0 });
    const { keyId, key } = shop.key('production');
    expect(await entries()).toMatchObject([
      {
        actor: 'system',
        subjectId: keyId,
        applicationId: shop.applicationId,
        organizationId: shop.organizationId,
        detail: { environment: 'production', network: '198.51.100.0/24', lastFour: key.slice(-4) },
      },
    ]);
    const written = await mails();
    expect(written.map(({ to }) => to)).toEqual(admins());
    expect(written[0]?.text).toContain('Network: 198.51.100.0/24');
    expect(written[0]?.text).toContain(`https://dash.example/a/${shop.applicationId}/production/developers/keys`);
    expect(JSON.stringify(written)).not.toContain(key);
  });

  it('is mailed about once a day, and written down each time', async () => {
    await use('203.0.113.9');
    for (const address of ['198.51.100.7', '192.0.2.1', '2001:db8:1::1']) {
      ctx.clock.advance(60);
      await use(address);
      await sweep();
    }
    expect(await entries()).toHaveLength(3);
    expect(await mails()).toHaveLength(2);
    ctx.clock.advance(daySeconds);
    await use('100.64.0.1');
    await sweep();
    expect(await mails()).toHaveLength(4);
  });

  it('is told of again when it was away from there for more than 30 days, also when it was not used at all', async () => {
    await use('203.0.113.9');
    ctx.clock.advance(29 * daySeconds);
    await use('203.0.113.9');
    ctx.clock.advance(30 * daySeconds);
    await use('203.0.113.9');
    expect(await sweep()).toMatchObject({ networks: 0 });
    ctx.clock.advance(31 * daySeconds);
    await use('203.0.113.9');
    expect(await sweep()).toMatchObject({ networks: 1 });
    ctx.clock.advance(40 * daySeconds);
    // What is forgotten must not make the key look unused.
    await sweep();
    await use('198.51.100.7');
    expect(await sweep()).toMatchObject({ networks: 1 });
  });

  it('is forgotten where it is no longer used', async () => {
    await use('203.0.113.9');
    ctx.clock.advance(31 * daySeconds);
    await use('198.51.100.7');
    await sweep();
    const rows = await test.database.prisma.keyNetwork.findMany();
    expect(rows.map(({ network }) => network)).toEqual(['198.51.100.0/24']);
  });

  it('is told of once by two workers', async () => {
    await use('203.0.113.9');
    ctx.clock.advance(1);
    await use('198.51.100.7');
    const told = await Promise.all([sweep(), sweep()]);
    expect(told.map(({ networks }) => networks).sort()).toEqual([0, 1]);
    expect(await entries()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  it('costs one write a day for each network, however often it is used', async () => {
    let writes = 0;
    const pool = new Proxy(test.database.pool, {
      get(target, name) {
        if (name === 'query') writes += 1;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const counted = { ...ctx, db: { ...ctx.db, pool } };
    const networks = createKeyNetworks(counted);
    const { keyId } = shop.key('production');
    for (let time = 0; time < 100; time += 1) networks.note(keyId, '203.0.113.9');
    await networks.close();
    for (let time = 0; time < 100; time += 1) networks.note(keyId, '203.0.113.10');
    await networks.close();
    expect(writes).toBe(1);
    ctx.clock.advance(daySeconds);
    networks.note(keyId, '203.0.113.9');
    await networks.close();
    expect(writes).toBe(2);
  });
});

describe('a key that expires', () => {
  const inDays = (days: number) => new Date(ctx.clock.now().getTime() + days * daySeconds * 1000);
  const expiring = (days: number) =>
    createKey(ctx, {
      applicationId: shop.applicationId,
      environment: 'production',
      name: 'Till',
      expiresAt: inDays(days),
    });

  it('is mailed about 14 days and one day before, to owners and admins', async () => {
    await expiring(365);
    ctx.clock.advance(350 * daySeconds);
    expect(await sweep()).toMatchObject({ ending: 0 });
    ctx.clock.advance(daySeconds);
    expect(await sweep()).toMatchObject({ ending: 1 });
    expect(await sweep()).toMatchObject({ ending: 0 });
    const first = await mails();
    expect(first.map(({ to }) => to)).toEqual(admins());
    expect(first[0]?.subject).toContain('expires in less than 14 days: Till');
    ctx.clock.advance(13 * daySeconds);
    expect(await sweep()).toMatchObject({ ending: 1 });
    expect((await mails()).at(-1)?.subject).toContain('expires within a day: Till');
    ctx.clock.advance(daySeconds);
    expect(await sweep()).toMatchObject({ ending: 0 });
    expect(await mails()).toHaveLength(4);
  });

  it('is not mailed about when it lives shorter than that, never ends, is revoked or was replaced', async () => {
    await expiring(10);
    const [revoked, rotated] = [await expiring(20), await expiring(20)];
    await revokeKey(ctx, { keyId: revoked.keyId });
    ctx.clock.advance(daySeconds);
    await rotateKey(ctx, { keyId: rotated.keyId, graceSeconds: 7 * daySeconds });
    ctx.clock.advance(daySeconds);
    expect(await sweep()).toMatchObject({ ending: 0 });
    expect(await mails()).toEqual([]);
  });
});
