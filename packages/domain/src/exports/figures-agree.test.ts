import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPayment } from '../payments/payments.fixture.ts';
import { makeDisbursements } from '../reading/home/reports.fixture.ts';
import { refreshRollups } from '../rollups/index.ts';
import { collectedEverywhere } from '../testing/index.ts';
import { type ExportWorld, exportWorld } from './exports.fixture.ts';

let world: ExportWorld;
beforeAll(async () => {
  world = await exportWorld();
});
afterAll(() => world.close());

describe('what came in on a day', () => {
  it('is the same sum to the cent in the list, reports, close of day, Home and a spreadsheet', async () => {
    const shop = await world.shop();
    const own = { ...shop.as('sandbox'), db: world.ctx.db };
    // Noon in Nairobi.
    world.ctx.clock.set(new Date('2026-03-05T09:00:00Z'));
    const paid = (createdAt: string, amount: number, exactAmount: string | null = null) =>
      insertPayment(own, { createdAt: new Date(createdAt), amount, requestedAmount: amount, exactAmount });
    // The last and the first moment of a day, cents that binary fractions cannot hold, and sums above a thousand.
    await paid('2026-03-03T20:59:59.999Z', 1_000, '1000.10');
    await paid('2026-03-03T21:00:00Z', 20, '20.20');
    for (const cents of ['0.70', '0.10', '0.20']) await paid('2026-03-04T10:00:00Z', 7, `7${cents.slice(1)}`);
    await paid('2026-03-04T20:59:59.999Z', 69_711, '69711.50');
    await paid('2026-03-05T08:59:59Z', 300);
    await insertPayment(own, { createdAt: new Date('2026-03-04T10:00:00Z'), status: 'failed', amount: 9 });
    await insertPayment(own, { createdAt: new Date('2026-03-04T10:00:00Z'), status: 'pending', amount: 9 });
    await makeDisbursements(world.ctx, own.tenant, [
      { createdAt: new Date('2026-03-04T11:00:00Z'), kind: 'reversal', status: 'success', amount: 300 },
      { createdAt: new Date('2026-03-04T11:00:00Z'), status: 'success', amount: 500 },
    ]);
    const known = { '2026-03-03': 100_010, '2026-03-04': 6_975_370, '2026-03-05': 30_000 };
    const compare = async () => {
      const { home, ...others } = await collectedEverywhere(world.as(shop, 'finance'), world.worker, 3);
      expect(others).toEqual({ list: known, report: known, close: known, file: known });
      expect(home).toMatchObject(known);
    };
    await compare();
    // Hours that are not counted yet and hours that are say the same.
    while (!(await refreshRollups(world.ctx)).current);
    await compare();
  });
});
