import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { sweepRetention } from '@tillgate/domain/retention';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { fillTables, seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
});
afterAll(() => test.close());

/** The exit code and the one object that a command printed. */
async function run(...args: string[]) {
  const { code, stdout, stderr } = await tillgate([...args, '--json'], env);
  return { code, ...JSON.parse(stdout || stderr) };
}

/** A shop with a row of each table, from 2020: older than anything is kept. */
async function oldShop(text: string) {
  const shop = await seed(ctx).owner().application().mint();
  const { applicationId, organizationId, owner } = shop;
  const tenant = { applicationId, environment: 'production' as const };
  const at = new Date('2020-01-01T00:00:00Z');
  await fillTables(ctx.db, { tenant, organizationId, userId: owner.userId, text, at });
  await ctx.db.pool.query('DELETE FROM held_confirmations');
  await ctx.db.pool.query(`UPDATE reviews SET status = 'closed', closed_at = now(), closed_by = 'operator'`);
  return shop;
}

describe('tillgate retention', () => {
  it('shows the policy, sets other days for an organization, counts, and has the worker begin', async () => {
    const { organizationId } = await oldShop('note');
    const shown = await run('retention', 'show');
    expect(shown).toMatchObject({ code: 0, lastRun: null });
    const set = ['--organization', organizationId, '--kind', 'requests', '--days'];
    expect(await run('retention', 'set', ...set, '90')).toEqual({
      code: 0,
      organizationId,
      kind: 'requests',
      days: 90,
    });
    const own = await run('retention', 'show', '--organization', organizationId);
    expect(own.kinds[0]).toMatchObject({ kind: 'requests', days: 90, daysDefault: 30, bounds: { min: 7, max: 400 } });
    expect(await run('retention', 'set', ...set, '6')).toMatchObject({ code: 'invalid_input' });
    expect(await run('retention', 'set', ...set, 'default')).toMatchObject({ code: 0, days: 30 });
    const { would } = await run('retention', 'run', '--dry-run');
    expect(would).toMatchObject({ requests: 1, attempts: 1, event_bodies: 1 });
    ctx.clock.set(new Date());
    await sweepRetention({ ...ctx, db: test.databaseAs('worker') });
    expect(await sweepRetention(ctx)).toEqual({ state: 'none_due' });
    expect(await run('retention', 'run')).toEqual({ code: 0, begins: true });
    ctx.clock.advance(60);
    expect(await sweepRetention(ctx)).toMatchObject({ state: 'done' });
    expect((await run('retention', 'show')).lastRun).toMatchObject({ removed: { requests: 0 } });
    const audits = await ctx.db.prisma.auditEntry.findMany({ where: { action: 'retention.set', organizationId } });
    expect(audits.map(({ actor }) => actor)).toEqual(['operator', 'operator']);
  });
});

describe('tillgate subject', () => {
  it('exports and erases what is kept about a number, after a hold has ended', async () => {
    const { organizationId } = await oldShop('0733 222 111');
    await ctx.db.pool.query('DELETE FROM subject_holds');
    const of = ['--organization', organizationId, '--phone', '0733222111'];
    const { rows } = await run('subject', 'export', ...of);
    expect(rows.length).toBeGreaterThan(10);
    const hold = ['subject', 'hold', '--organization', organizationId, '--days'];
    expect(await run(...hold, '400')).toEqual({ code: 0, organizationId, days: 400 });
    expect(await run(...hold, 'none')).toEqual({ code: 0, organizationId, days: null });
    expect(await run('subject', 'erase', ...of, '--reason', '')).toMatchObject({ code: 'invalid_input' });
    const erased = await run('subject', 'erase', ...of, '--reason', 'They asked for it.');
    expect(erased).toMatchObject({ code: 0, rows: { payments: 1, orders: 1 } });
    expect((await run('subject', 'export', ...of)).rows).toEqual([]);
  });
});
