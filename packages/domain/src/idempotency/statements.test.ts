import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tenant } from '../kernel/context.ts';
import { seed, type TestContext, testContext } from '../testing/index.ts';
import { find, markIndeterminate } from './statements.ts';
import { sweepClaims } from './sweep-claims.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
});
afterAll(() => test.close());

const key = 'order 1';

async function claimOf(
  tenant: Tenant,
  changes: { state?: 'completed'; completedAt?: Date; leaseUntil?: Date } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  const now = ctx.clock.now();
  const made = { id, ...tenant, endpoint: 'payout', key, fingerprint: '1:0', resourceId: crypto.randomUUID() };
  await ctx.db.prisma.idempotencyRecord.create({
    data: { ...made, state: 'in_flight', leaseUntil: now, createdAt: now, ...changes },
  });
  return id;
}
const stateOf = async (id: string) =>
  (await ctx.db.prisma.idempotencyRecord.findUniqueOrThrow({ where: { id } })).state;

it('a key is found by its own application, environment and endpoint alone', async () => {
  const [mine, theirs] = [await seed(ctx).owner().application().mint(), await seed(ctx).owner().application().mint()];
  const own = mine.as('production').tenant;
  await claimOf(own);
  expect(await find(ctx.db.pool, { ...own, endpoint: 'payout', key })).toMatchObject({ state: 'in_flight' });
  for (const other of [mine.as('sandbox').tenant, theirs.as('production').tenant]) {
    expect(await find(ctx.db.pool, { ...other, endpoint: 'payout', key })).toBeUndefined();
  }
  expect(await find(ctx.db.pool, { ...own, endpoint: 'reversal', key })).toBeUndefined();
  expect(await find(ctx.db.pool, { ...own, endpoint: 'payout', key: 'order 2' })).toBeUndefined();
});

it('a claim that is completed never becomes indeterminate', async () => {
  const { tenant } = (await seed(ctx).owner().application().mint()).as('sandbox');
  const id = await claimOf(tenant, { state: 'completed', completedAt: ctx.clock.now() });
  expect(await markIndeterminate(ctx.db.pool, id, ctx.clock.now(), null)).toBe(false);
  expect(await stateOf(id)).toBe('completed');
});

it('the sweep ends a claim half a minute after its lease, and none before', async () => {
  const { tenant } = (await seed(ctx).owner().application().mint()).as('sandbox');
  const id = await claimOf(tenant, { leaseUntil: new Date(ctx.clock.now().getTime() - 29_000) });
  await sweepClaims(ctx);
  expect(await stateOf(id)).toBe('in_flight');
  ctx.clock.advance(1);
  await sweepClaims(ctx);
  expect(await stateOf(id)).toBe('indeterminate');
});
