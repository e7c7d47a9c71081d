import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { confirmKey } from './confirm-key.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

/** A production key that waits for a second person. */
async function heldKey() {
  const merchant = await seed(ctx)
    .owner()
    .application()
    .key('production', { scopes: ['payout'] })
    .mint();
  const { keyId } = merchant.key('production');
  await ctx.db.prisma.apiKey.update({ where: { id: keyId }, data: { isHeld: true } });
  const isHeld = async () => (await ctx.db.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })).isHeld;
  const audited = () => ctx.db.prisma.auditEntry.count({ where: { subjectId: keyId, action: 'key.confirmed' } });
  return { keyId, own: merchant.as('production'), isHeld, audited };
}

it('a key that is confirmed twice is in the audit once', async () => {
  const { keyId, own, isHeld, audited } = await heldKey();
  await confirmKey(own, { keyId, approvedBy: 'user:1' });
  await confirmKey(own, { keyId, approvedBy: 'user:1' });
  expect([await isHeld(), await audited()]).toEqual([false, 1]);
});

it('a key is confirmed by no person and no key, and not for another merchant', async () => {
  const { keyId, own, isHeld, audited } = await heldKey();
  const other = (await heldKey()).own;
  const person = { of: 'person' as const, permissions: new Set(['keys.grant' as const]) };
  const key = { of: 'key' as const, scopes: new Set(['payout' as const]) };
  for (const authority of [person, key]) {
    const confirming = confirmKey({ ...own, authority }, { keyId, approvedBy: null });
    await expect(confirming).rejects.toMatchObject({ code: 'forbidden' });
  }
  const foreign = confirmKey(other, { keyId, approvedBy: null });
  await expect(foreign).rejects.toMatchObject({ code: 'invalid_input' });
  expect([await isHeld(), await audited()]).toEqual([true, 0]);
});
