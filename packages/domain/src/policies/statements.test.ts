import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { noPolicy } from './policy.ts';
import { findPolicy, lockPolicy, lockPolicyIn } from './statements.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

it('a policy holds in its own environment and application alone, also while it is locked', async () => {
  const [mine, theirs] = [await seed(ctx).owner().application().mint(), await seed(ctx).owner().application().mint()];
  const own = mine.as('sandbox').tenant;
  await ctx.db.prisma.approvalPolicy.create({ data: { ...own, perDay: 1_000, updatedAt: ctx.clock.now() } });
  for (const [tenant, perDay] of [
    [own, 1_000],
    [mine.as('production').tenant, null],
    [theirs.as('sandbox').tenant, null],
  ] as const) {
    const policy = { ...noPolicy, perDay };
    expect(await findPolicy(ctx.db.pool, tenant)).toEqual(policy);
    expect(await ctx.db.transaction((db) => lockPolicy(db, tenant))).toEqual(policy);
    expect(await ctx.db.prisma.$transaction((tx) => lockPolicyIn(tx, tenant))).toEqual(policy);
  }
});
