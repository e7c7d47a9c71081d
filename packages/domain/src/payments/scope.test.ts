import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SeededMerchant, seed, type TestContext, testContext } from '../testing/index.ts';
import { insertPayment } from './payments.fixture.ts';
import { lockStuckPayments } from './resolution-statements.ts';
import { findOwnPayment, getOwnPayment, getOwnStatus } from './scope.ts';

let test: TestDatabase;
let base: TestContext;
let mine: SeededMerchant;
let theirs: SeededMerchant;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
  mine = await seed(base).owner().application().mint();
  theirs = await seed(base).owner().application().mint();
});
afterAll(() => test.close());

describe('a payment is nothing to', () => {
  it.each([
    ['the other environment of its application', () => mine.as('sandbox')],
    ['another application', () => theirs.as('production')],
  ])('%s', async (_, stranger) => {
    const own = mine.as('production');
    const id = await insertPayment(own);
    expect(await getOwnPayment(own, id)).toMatchObject({ id });
    expect(await getOwnStatus(own, id)).toMatchObject({ id });
    expect(await lockStuckPayments(base.db.pool, [id], own.tenant)).toHaveLength(1);
    expect(await findOwnPayment(stranger(), id)).toBeUndefined();
    await expect(getOwnPayment(stranger(), id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(getOwnStatus(stranger(), id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await lockStuckPayments(base.db.pool, [id], stranger().tenant)).toEqual([]);
  });
});
