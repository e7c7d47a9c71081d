import { type Database, openDatabase } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPrompt, newShop, type Shop } from '../c2b/c2b.fixture.ts';
import { registerC2bUrls } from '../c2b/index.ts';
import { replaySpool } from '../callbacks/replay-spool.ts';
import {
  memorySpool,
  movableClock,
  offlinePaymentCallback,
  promptCallback,
  type TestContext,
  testContext,
} from '../testing/index.ts';
import { perSubjectMax } from './callback.ts';
import { createAddressGate, publishedAddresses } from './provider-addresses.ts';
import { receiveCallback } from './receive-callback.ts';
import { noSpool, spoolTriesMax } from './spool.ts';

let test: TestDatabase;
let base: TestContext;
let away: Database;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
  away = openDatabase('postgresql://nobody@127.0.0.1:1/none');
});
afterAll(async () => {
  await away.close();
  await test.close();
});

const stranger = '203.0.113.9';
const [provider = ''] = publishedAddresses;
const gate = createAddressGate({ kind: 'list', addresses: publishedAddresses });

type Hook = { shop: Shop; subjectId: string; token: string; kind: 'stk_callback' | 'c2b_confirmation'; body: Buffer };

async function promptHook(): Promise<Hook> {
  const shop = await newShop({ ...base, clock: movableClock() });
  const { paymentId: subjectId, checkoutRequestId } = await newPrompt(shop);
  const row = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: subjectId } });
  const body = Buffer.from(promptCallback({ checkoutRequestId, resultCode: '1037' }));
  return { shop, subjectId, token: row.callbackToken ?? '', kind: 'stk_callback', body };
}

async function offlineHook(): Promise<Hook> {
  const shop = await newShop({ ...base, clock: movableClock() });
  await registerC2bUrls(shop);
  const row = await shop.db.prisma.c2bRegistration.findFirstOrThrow({ where: shop.tenant });
  const payment = { transactionId: 'TKA0000001', amount: '100', shortcode: shop.shortcode, organizationBalance: '9' };
  const body = Buffer.from(offlinePaymentCallback(payment));
  return { shop, subjectId: row.id, token: row.hookToken, kind: 'c2b_confirmation', body };
}

/** Moves the row of a hook to production. */
async function live(hook: Hook): Promise<Hook> {
  const { prisma } = hook.shop.db;
  const change = { where: { id: hook.subjectId }, data: { environment: 'production' as const } };
  if (hook.kind === 'stk_callback') await prisma.payment.update(change);
  else await prisma.c2bRegistration.update(change);
  return hook;
}

/** How long a database that is away is waited for. */
const awayMs = 100;
const post = ({ shop, token, kind, body }: Hook, remoteIp: string, changes: Partial<Shop> = {}) =>
  receiveCallback(
    { ...shop, isProviderAddress: gate, ...changes },
    { kind, token, body, remoteIp },
    changes.db === away ? awayMs : undefined,
  );
const inbox = ({ shop, subjectId }: Hook) =>
  shop.db.prisma.providerCallback.findMany({ where: { subjectId }, orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }] });
const refusals = ({ shop, subjectId }: Hook) =>
  shop.db.prisma.auditEntry.findMany({ where: { subjectId, action: 'callback.refused' } });

describe.each([
  ['a prompt', promptHook],
  ['offline payments', offlineHook],
])('the hook of %s', (_what, open) => {
  it('in production takes callbacks from the provider’s addresses and refuses all others', async () => {
    const hook = await live(await open());
    await expect(post(hook, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect(await inbox(hook)).toEqual([]);
    await post(hook, provider);
    expect(await inbox(hook)).toMatchObject([{ remoteIp: provider }]);
  });

  it('in the sandbox takes callbacks from anywhere', async () => {
    const hook = await open();
    await post(hook, stranger);
    expect(await inbox(hook)).toMatchObject([{ remoteIp: stranger }]);
    expect(await refusals(hook)).toEqual([]);
  });

  it('refuses with the words of an unknown hook, and audits one attempt an hour', async () => {
    const hook = await live(await open());
    const refusal = await post(hook, stranger).catch((error: Error) => error.message);
    const unknown = await post({ ...hook, token: '0'.repeat(64) }, stranger).catch((error: Error) => error.message);
    expect(refusal).toBe(unknown);
    await expect(post(hook, stranger)).rejects.toThrow();
    const { applicationId } = hook.shop.tenant;
    const detail = { environment: 'production', address: stranger };
    expect(await refusals(hook)).toMatchObject([{ applicationId, actor: 'system', detail }]);
    hook.shop.clock.advance(3_601);
    await expect(post(hook, stranger)).rejects.toThrow();
    expect(await refusals(hook)).toHaveLength(2);
  });
});

describe('callbacks that come at once', () => {
  it('each get their own outcome, whatever becomes of the others', async () => {
    const [mine, other, production] = [await promptHook(), await promptHook(), await live(await promptHook())];
    const unknown = { ...mine, token: 'f'.repeat(64) };
    const posted = [mine, unknown, other, production, mine, production];
    const from = [stranger, stranger, stranger, stranger, stranger, provider];
    const results = await Promise.allSettled(
      posted.map((hook, index) => post(hook, from[index] ?? '', { db: base.db })),
    );
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, true, true]);
    for (const hook of [mine, other, production]) {
      expect(await inbox(hook)).toMatchObject([{ body: new Uint8Array(hook.body) }]);
    }
    expect(await refusals(production)).toHaveLength(1);
  });

  it('for one prompt are no more than its limit', async () => {
    const hook = await promptHook();
    const bodies = Array.from({ length: perSubjectMax + 5 }, (_, number) => Buffer.from(`{"number":${number}}`));
    await Promise.all(bodies.map((body) => post({ ...hook, body }, stranger)));
    expect(await inbox(hook)).toHaveLength(perSubjectMax);
  });
});

describe('while the database is unavailable', () => {
  it('a callback is spooled and taken; afterwards it is stored once, with the time at which it arrived', async () => {
    const hook = await offlineHook();
    const spool = memorySpool();
    const arrivedAt = hook.shop.clock.now();
    await post(hook, provider, { db: away, spool });
    expect(spool.count()).toBe(1);
    hook.shop.clock.advance(600);
    hook.shop.events.length = 0;
    expect(await replaySpool({ ...hook.shop, spool })).toBeUndefined();
    expect(spool.count()).toBe(0);
    const [row] = await inbox(hook);
    expect(row).toMatchObject({ receivedAt: arrivedAt, remoteIp: provider, state: 'received' });
    expect(hook.shop.events).toMatchObject([{ name: 'callbacks.waiting' }]);
  });

  it('a callback that the spool does not take is refused, and no line says that it was kept', async () => {
    const hook = await offlineHook();
    const lines: unknown[] = [];
    const log = { ...hook.shop.log, warn: (_: object, text: string) => void lines.push(text) };
    await expect(post(hook, provider, { db: away, spool: noSpool, log })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(lines).not.toContain('The callback is spooled.');
  });

  it.each([
    ['a full disk', '53100'],
    ['a reason that nobody thought of', 'XX000'],
  ])('a callback that the database refuses for %s is spooled and taken', async (_reason, code) => {
    const hook = await offlineHook();
    const spool = memorySpool();
    const refuse = () => Promise.reject(Object.assign(new Error('refused'), { code }));
    const pool = Object.assign(Object.create(hook.shop.db.pool), { query: refuse, connect: refuse });
    await receiveCallback(
      { ...hook.shop, isProviderAddress: gate, spool, db: { ...hook.shop.db, pool, transaction: refuse } },
      { kind: hook.kind, token: hook.token, body: hook.body, remoteIp: provider },
      awayMs,
    );
    expect(spool.count()).toBe(1);
    await replaySpool({ ...hook.shop, spool });
    expect(await inbox(hook)).toHaveLength(1);
  });

  it('newer callbacks queue behind those in the spool, and all are stored in the order of arrival', async () => {
    const hook = await promptHook();
    const spool = memorySpool();
    const bodies = Array.from({ length: 5 }, (_one, index) => Buffer.from(`{"n":${index}}`));
    for (const [index, body] of bodies.entries()) {
      // The database is back after the first one: the spool still goes first.
      await post({ ...hook, body }, provider, { spool, ...(index === 0 && { db: away }) });
      hook.shop.clock.advance(1);
    }
    expect(await inbox(hook)).toEqual([]);
    await replaySpool({ ...hook.shop, spool });
    expect((await inbox(hook)).map(({ body }) => Buffer.from(body).toString())).toEqual(bodies.map(String));
  });

  it('a replay that is cut off goes on where it was, and stores nothing twice', async () => {
    const hook = await promptHook();
    const spool = memorySpool();
    for (const n of [1, 2]) await post({ ...hook, body: Buffer.from(`{"n":${n}}`) }, provider, { db: away, spool });
    // Killed after the row was stored and before the callback left the spool.
    const dying = { ...spool, remove: () => Promise.reject(new Error('killed')) };
    await expect(replaySpool({ ...hook.shop, spool: dying })).rejects.toThrow('killed');
    expect(await inbox(hook)).toHaveLength(1);
    await replaySpool({ ...hook.shop, db: away, spool });
    expect(spool.count()).toBe(2);
    await replaySpool({ ...hook.shop, spool });
    expect([spool.count(), (await inbox(hook)).length]).toEqual([0, 2]);
  });

  it('a token that nobody has, and a foreign address in production, are dropped at the replay', async () => {
    const hook = await live(await offlineHook());
    const spool = memorySpool();
    await post({ ...hook, token: '0'.repeat(64) }, provider, { db: away, spool });
    await post(hook, stranger, { spool });
    await post(hook, provider, { spool });
    await replaySpool({ ...hook.shop, isProviderAddress: gate, spool });
    expect(spool.count()).toBe(0);
    expect(await inbox(hook)).toMatchObject([{ remoteIp: provider }]);
    expect(await refusals(hook)).toHaveLength(1);
  });

  it('a callback that cannot be stored is set aside in the end, and does not stop the others', async () => {
    const hook = await offlineHook();
    const spool = memorySpool();
    await post(hook, provider, { db: away, spool });
    await post({ ...hook, body: Buffer.from('no JSON') }, provider, { spool });
    const bad = spool.kept[0]?.id;
    const pool = Object.assign(Object.create(hook.shop.db.pool), {
      query: (...args: Parameters<Database['pool']['query']>) =>
        JSON.stringify(args).includes(String(bad))
          ? Promise.reject(new Error('refused'))
          : hook.shop.db.pool.query(...args),
    });
    const broken = { ...hook.shop, spool, db: { ...hook.shop.db, pool } };
    let tries = await replaySpool(broken);
    for (let turn = 1; turn < spoolTriesMax; turn += 1) tries = await replaySpool(broken, tries);
    expect(spool.aside.map(({ id }) => id)).toEqual([bad]);
    expect(await inbox(hook)).toHaveLength(1);
  });
});
