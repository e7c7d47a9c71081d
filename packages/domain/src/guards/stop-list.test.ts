import { randomBytes } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../idempotency/index.ts';
import { operator } from '../kernel/authority.ts';
import { DomainError } from '../kernel/errors.ts';
import { collectPayment } from '../payments/index.ts';
import type { Log } from '../ports/ports.ts';
import { movableClock, scriptedUpstream, seed, type TestContext, testContext } from '../testing/index.ts';
import { createGuard, createPhoneHash, listStoppedPhones, releasePhone, stopPhone } from './index.ts';
import { createStopList } from './stop-list.ts';

let test: TestDatabase;
let base: TestContext;
const phoneHashKey = randomBytes(32).toString('base64');
const phoneHash = createPhoneHash(phoneHashKey);
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
beforeEach(async () => {
  await base.db.pool.query('DELETE FROM stopped_phones');
});
afterAll(() => test.close());

/** The command line, with its own rights. */
const ops = (key: typeof phoneHash | undefined = phoneHash) => ({
  ...base,
  db: test.databaseAs('cli'),
  actor: 'operator',
  authority: operator,
  phoneHash: key,
});
const phone = '254712345678';
const stop = (given: object = {}) => stopPhone(ops(), { phone, reason: 'asked for it', ...given });
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof DomainError ? { code: error.code, ...error.extras } : error),
  );

/** A process that sends prompts, with a clock, a log and rights of its own. */
function prompting(db = test.databaseAs('api')) {
  const errors: string[] = [];
  const log: Log = { ...base.log, error: (_, message) => void errors.push(String(message)) };
  const clock = movableClock();
  return { ctx: { db, clock, log }, clock, errors, list: createStopList({ db, clock, log }, phoneHash) };
}

describe('the stop list', () => {
  it('is known to a process within four seconds, in whatever form the number was given', async () => {
    const { clock, list } = prompting();
    expect(await list.has(phone)).toBe(false);
    expect(await stop({ phone: '0712 345 678' })).toEqual({ count: 1 });
    expect(await list.has(phone)).toBe(false);
    clock.advance(4);
    expect(await list.has(phone)).toBe(true);
    expect(await list.has('254712345679')).toBe(false);
    expect(await releasePhone(ops(), { phone: '+254712345678' })).toEqual({ count: 0 });
    clock.advance(4);
    expect(await list.has(phone)).toBe(false);
  });

  it('is read once for many prompts at a time', async () => {
    const { db } = base;
    let reads = 0;
    const pool = new Proxy(db.pool, {
      get: (target, name) => {
        if (name === 'query') reads += 1;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { clock, list } = prompting({ ...db, pool });
    await Promise.all(Array.from({ length: 100 }, () => list.has(phone)));
    await list.has(phone);
    expect(reads).toBe(1);
    clock.advance(4);
    await list.has(phone);
    expect(reads).toBe(2);
  });

  it('stays in force while the database is away, and a process that never read it goes on', async () => {
    await stop();
    const broken = {
      ...base.db,
      pool: { query: () => Promise.reject(new Error('away')) },
    } as unknown as typeof base.db;
    const db = { ...base.db };
    const known = prompting(db);
    expect(await known.list.has(phone)).toBe(true);
    Object.assign(db, { pool: broken.pool });
    known.clock.advance(4);
    expect(await known.list.has(phone)).toBe(true);
    const fresh = prompting(broken);
    expect(await fresh.list.has(phone)).toBe(false);
    expect([...known.errors, ...fresh.errors]).toEqual(Array(2).fill('The stop list cannot be read.'));
  });

  it('says so when numbers were added under another key, or the process has none', async () => {
    await stop();
    const other = createPhoneHash(randomBytes(32).toString('base64'));
    for (const key of [other, undefined]) {
      const { ctx, clock, errors } = prompting();
      const list = createStopList(ctx, key);
      expect(await list.has(phone)).toBe(false);
      clock.advance(60);
      await list.has(phone);
      expect(errors).toEqual(['Numbers of the stop list were added under another PHONE_HASH_KEY. They get prompts.']);
    }
    expect((await listStoppedPhones(ops(other))).entries).toMatchObject([{ isOtherKey: true }]);
  });
});

describe('adding and removing', () => {
  it('is for the operator alone', async () => {
    const shop = await seed(base).owner().application().mint();
    const ctx = { ...shop.as('sandbox'), phoneHash };
    const asOwner = { ...ctx, authority: { of: 'person' as const, permissions: new Set<never>() } };
    for (const attempt of [
      stopPhone(asOwner, { phone, reason: 'r' }),
      releasePhone(asOwner, { phone }),
      listStoppedPhones(asOwner),
    ])
      expect(await refusalOf(attempt)).toMatchObject({ code: 'forbidden' });
  });

  it.each<[string, object, string]>([
    ['no number', { phone: 'x' }, 'phone'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['a reason with a number', { reason: 'call 0712 345-678 back' }, 'reason'],
    ['a reason that is too long', { reason: 'x'.repeat(201) }, 'reason'],
    ['a reason that cannot be stored', { reason: 'a\u0000b' }, 'reason'],
  ])('refuses %s', async (_, given, path) => {
    expect(await refusalOf(stop(given))).toMatchObject({ code: 'invalid_input', issues: [{ path }] });
  });

  it('refuses a number that is on it, or is not, and does nothing without the key', async () => {
    await stop();
    expect(await refusalOf(stop({ reason: 'again' }))).toMatchObject({ issues: [{ name: 'stopped' }] });
    expect(await refusalOf(releasePhone(ops(), { phone: '0700000000' }))).toMatchObject({
      issues: [{ name: 'notStopped' }],
    });
    const keyless = { ...ops(), phoneHash: undefined };
    expect(await refusalOf(stopPhone(keyless, { phone, reason: 'r' }))).toMatchObject({ code: 'unavailable' });
    expect(await refusalOf(releasePhone(keyless, { phone }))).toMatchObject({ code: 'unavailable' });
    const at = base.clock.now();
    expect(await listStoppedPhones(ops())).toEqual({
      count: 1,
      entries: [{ reason: 'asked for it', addedBy: 'operator', addedAt: at, isOtherKey: false }],
    });
  });

  it('leaves the number in no table and in no answer', async () => {
    await stop();
    const { rows } = await base.db.pool.query<{ text: string }>(
      `SELECT (SELECT json_agg(s)::text FROM stopped_phones s)
        || (SELECT json_agg(a)::text FROM audit_entries a WHERE action LIKE 'phone.%') AS text`,
    );
    const answer = JSON.stringify(await listStoppedPhones(ops()));
    expect(rows[0]?.text).toContain('phone.stopped');
    for (const text of [rows[0]?.text, answer]) expect(text).not.toContain('712345678');
  });
});

describe('a prompt to a number on the list', () => {
  it('is refused before anything is written, with its key unused, and a replay is not judged', async () => {
    const clock = movableClock();
    const merchant = await seed(base).owner().application().credentials('sandbox').mint();
    const ctx = {
      ...merchant.as('sandbox'),
      ...scriptedUpstream(base),
      clock,
      guard: createGuard({ ...base, clock }, phoneHashKey),
    };
    const input = { amount: 100, phone };
    const under = (key: string) => ({ key, fingerprint: fingerprintOf(input) });
    const before = await collectPayment(ctx, input, under('before'));
    await stop();
    clock.advance(4);
    const refused = { code: 'refused_by_rule', rule: 'stop_list' };
    expect(await refusalOf(collectPayment(ctx, input, under('k')))).toEqual(refused);
    expect(await refusalOf(collectPayment(ctx, input))).toEqual(refused);
    expect(ctx.provider.pushes.calls).toHaveLength(1);
    expect(await ctx.db.prisma.payment.count({ where: ctx.tenant })).toBe(1);
    expect(await ctx.db.prisma.idempotencyRecord.count({ where: ctx.tenant })).toBe(1);
    expect(await collectPayment(ctx, input, under('before'))).toEqual({ ...before, replayed: true });
    await releasePhone(ops(), { phone });
    clock.advance(4);
    expect(await collectPayment(ctx, input, under('k'))).toMatchObject({ replayed: false });
  });
});
