import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authenticateKey } from '../keys/index.ts';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { areBodiesKept, keepBodies } from './keep-bodies.ts';

let test: TestDatabase;
let ctx: TestContext;
let shop: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.close());
beforeEach(async () => {
  ctx = await testContext(test.database);
  shop = await seed(ctx).owner().application().key('sandbox').key('production').mint();
});

const entries = () =>
  ctx.db.prisma.auditEntry.findMany({
    where: { action: 'request_bodies.changed', applicationId: shop.applicationId },
    orderBy: { createdAt: 'asc' },
  });

describe('keepBodies', () => {
  it('starts and stops in one environment alone, which its keys know, and tells the audit log of each change once', async () => {
    const sandbox = shop.as('sandbox');
    const knows = async (environment: 'sandbox' | 'production') =>
      (await authenticateKey(ctx, shop.key(environment).key))?.keepsBodies;
    expect(await areBodiesKept(sandbox)).toEqual({ isOn: false });
    for (const isOn of [true, true, false, false]) {
      // The order of the entries of one moment is not known.
      ctx.clock.advance(1);
      expect(await keepBodies(sandbox, { isOn })).toEqual({ isOn });
      expect(await areBodiesKept(sandbox)).toEqual({ isOn });
      expect(await knows('sandbox')).toBe(isOn);
      expect(await areBodiesKept(shop.as('production'))).toEqual({ isOn: false });
      expect(await knows('production')).toBe(false);
    }
    expect((await entries()).map(({ detail }) => detail)).toEqual([
      { environment: 'sandbox', isOn: true },
      { environment: 'sandbox', isOn: false },
    ]);
  });

  it('changes nothing of another application, and takes nothing else', async () => {
    const other = await seed(ctx).owner().application().key('sandbox').mint();
    await keepBodies(other.as(), { isOn: true });
    expect(await areBodiesKept(shop.as())).toEqual({ isOn: false });
    await expect(keepBodies(shop.as(), { isOn: 'yes' as unknown as boolean })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });
});
