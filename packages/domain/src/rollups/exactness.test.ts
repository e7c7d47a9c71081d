import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, newPrompt, newReceipt, newShop, postOutcome } from '../c2b/c2b.fixture.ts';
import { movableClock, type TestContext, testContext } from '../testing/index.ts';
import { checkRollups } from './check-rollups.ts';
import { play, seeds, steps } from './play.fixture.ts';
import { refreshRollups } from './refresh-rollups.ts';
import { currentTotals, naiveTotals, storedTotals } from './rollups.fixture.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database, { clock: movableClock() });
});
afterAll(() => test.close());

describe('totals', () => {
  it('with their changes are what the rows add up to, at every moment of anything', { timeout: 900_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const shop = await play(base, given);
        while (!(await refreshRollups(shop)).current);
        expect(await storedTotals(shop, shop.tenant)).toEqual(await naiveTotals(shop, shop.tenant));
        expect((await checkRollups(shop, { applicationId: shop.tenant.applicationId })).differingCount).toBe(0);
      }),
      { numRuns: seeds, endOnFailure: true },
    );
  });

  it('are whole while money comes in and several workers refresh and repair', async () => {
    const shop = await newShop(base, { initiator: true });
    let isDone = false;
    const working = Array.from({ length: 3 }, async (_, worker) => {
      while (!isDone) await (worker === 0 ? checkRollups(shop, { repair: true }) : refreshRollups(shop));
    });
    const looking = (async () => {
      // One statement sees both sides at one moment, or they would differ by what happens in between.
      while (!isDone) expect((await checkRollups(shop, { from: shop.clock.now() })).differing).toEqual([]);
    })();
    const paying = Array.from({ length: 3 }, async (_, payer) => {
      for (let round = 0; round < 15; round += 1) {
        const prompt = await newPrompt(shop, { amount: 10 + payer, phone: `25471234567${payer}` });
        await apply(
          shop,
          await postOutcome(shop, prompt, round % 3 === 0 ? undefined : newReceipt(), String(10 + payer)),
        );
      }
    });
    await Promise.all(paying).finally(() => {
      isDone = true;
    });
    await Promise.all([...working, looking]);
    expect(await currentTotals(shop, shop.tenant)).toEqual(await naiveTotals(shop, shop.tenant));
    while (!(await refreshRollups(shop)).current);
    expect(await storedTotals(shop, shop.tenant)).toEqual(await naiveTotals(shop, shop.tenant));
  });
});
