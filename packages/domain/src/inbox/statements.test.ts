import { execute, sql } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inboxRow, newReceipt, newShop, postConfirmation } from '../c2b/c2b.fixture.ts';
import { type TestContext, testContext } from '../testing/index.ts';
import { claimDue } from './due-statements.ts';
import { markApplied, markCallback, reopenCallback } from './statements.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

/** A callback of the inbox that is due. */
async function posted() {
  const shop = await newShop(base);
  const id = (await postConfirmation(shop, { transactionId: newReceipt() })) ?? '';
  const now = shop.clock.now();
  return { db: shop.db.pool, id, now, later: new Date(now.getTime() + 60_000), row: () => inboxRow(shop, id) };
}

describe('a callback that is applied', () => {
  const applied = async () => {
    const callback = await posted();
    const end = { state: 'applied' as const, error: null, retryAt: null, now: callback.now };
    await markCallback(callback.db, callback.id, end);
    return callback;
  };

  it('stays so, whatever a late worker says', async () => {
    const { db, id, now, later, row } = await applied();
    await markCallback(db, id, { state: 'failed', error: 'It was slow.', retryAt: later, now });
    expect(await row()).toMatchObject({ state: 'applied', appliedAt: now, retryAt: null, error: null, attempts: 1 });
  });

  it('is not applied again by the word of a person', async () => {
    const { db, id, now, row } = await applied();
    expect(await reopenCallback(db, id, now)).toBe(false);
    expect(await row()).toMatchObject({ state: 'applied', retryAt: null });
  });
});

it('a callback is not applied by a statement that changed nothing', async () => {
  const { db, id, now, row } = await posted();
  const apply = (isChanged: boolean) => {
    const changed = sql`SELECT 1 WHERE ${isChanged}::boolean`;
    return execute(
      db,
      'mark_applied',
      sql`WITH changed AS (${changed}), applied AS (${markApplied(id, sql`changed`, now)}) SELECT`,
    );
  };
  await apply(false);
  expect(await row()).toMatchObject({ state: 'received', appliedAt: null });
  await apply(true);
  expect(await row()).toMatchObject({ state: 'applied', appliedAt: now });
});

it('a callback that a worker has claimed is claimed by no other one until then', async () => {
  const { db, id, now, later } = await posted();
  expect(await claimDue(db, [id], now, later)).toEqual([id]);
  expect(await claimDue(db, [id], now, later)).toEqual([]);
  expect(await claimDue(db, [id], later, later)).toEqual([id]);
});
