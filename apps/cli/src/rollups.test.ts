import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { refreshRollups } from '@tillgate/domain/rollups';
import { generateSealKeys } from '@tillgate/domain/sealing';
import { seed, type TestContext, testContext } from '@tillgate/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tillgate } from './testing.ts';

let test: TestDatabase;
let ctx: TestContext;
let env: Record<string, string>;
let applicationId: string;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  env = { DATABASE_URL: test.urlAs('cli'), SEAL_PUBLIC_KEY: (await generateSealKeys()).publicKey };
  ({ applicationId } = await seed(ctx).owner().application().mint());
  const createdAt = new Date(Date.now() - 90 * 86_400_000);
  const paid = { source: 'c2b', status: 'success', amount: 70, requestedAmount: 70, settledBy: 'c2b' } as const;
  const words = {
    accountRef: 'INV-1',
    description: 'Offline payment',
    shortcode: '600100',
    providerReceipt: 'TKM0000001',
  };
  await ctx.db.prisma.payment.create({
    data: {
      id: randomUUID(),
      applicationId,
      environment: 'sandbox',
      ...paid,
      ...words,
      createdAt,
      settledAt: createdAt,
    },
  });
  while (!(await refreshRollups(ctx)).current);
});
afterAll(() => test.close());

describe('rollups check', () => {
  it('exits with 0 when totals agree with their rows', async () => {
    const { code, stdout } = await tillgate(['rollups', 'check'], env);
    expect([code, stdout]).toEqual([0, 'All totals agree with their rows.\n']);
  });

  it('prints the hours that differ and exits with 1, until they are repaired', async () => {
    await ctx.db.prisma.rollup.updateMany({ where: { basis: 'settled' }, data: { amount: 71, exactAmount: 71 } });
    const found = await tillgate(['rollups', 'check', '--app', applicationId], env);
    expect(found.code).toBe(1);
    expect(found.stdout).toContain(applicationId);
    expect(found.stdout).toContain('The totals of 1 hour differ. --repair counts them again.');
    expect(found.stderr).toMatch(/Compared up to .+: 1 differ\./);
    const outside = await tillgate(['rollups', 'check', '--from', '10d', '--json'], env);
    expect([outside.code, JSON.parse(outside.stdout).differingCount]).toEqual([0, 0]);
    const repaired = await tillgate(['rollups', 'check', '--repair', '--json'], env);
    expect(repaired.code).toBe(0);
    expect(JSON.parse(repaired.stdout)).toMatchObject({
      repaired: true,
      differingCount: 1,
      differing: [{ applicationId, environment: 'sandbox', totals: 1, rowsAmount: '70', countedAmount: '71' }],
    });
    expect((await tillgate(['rollups', 'check'], env)).code).toBe(0);
  });

  it('refuses a reversed range and what is not a time', async () => {
    for (const times of [
      ['--from', '1d', '--to', '2d'],
      ['--from', 'yesterday'],
    ]) {
      const { code, stderr } = await tillgate(['rollups', 'check', ...times, '--json'], env);
      expect([code, JSON.parse(stderr).code]).toEqual([1, 'invalid_input']);
    }
  });
});
