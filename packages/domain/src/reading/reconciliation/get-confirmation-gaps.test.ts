import { randomBytes } from 'node:crypto';
import { execute, sql } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantContext } from '../../kernel/context.ts';
import { importStatement } from '../../reconciliation/index.ts';
import {
  at,
  eat,
  fileOf,
  recordDisbursement,
  recordPayment,
  unique,
} from '../../reconciliation/reconciliation.fixture.ts';
import { seed, type TestContext, testContext } from '../../testing/index.ts';
import { getConfirmationGaps } from './index.ts';

let test: TestDatabase;
let ctx: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  ctx = await testContext(test.database);
  ctx.clock.set(new Date('2026-11-21T08:00:00Z'));
});
afterAll(() => test.close());

async function merchant() {
  const shop = await seed(ctx).owner().application().credentials('sandbox').mint();
  const { shortcode } = await shop.providerAccount('sandbox');
  return { as: shop.as('sandbox'), shortcode };
}

type Reported = { receipt?: string; at: Date; kes: number; balance: number };

/** An offline payment whose confirmation reported the balance. */
async function reported(
  as: TenantContext,
  shortcode: string,
  { receipt = unique(), at: paidAt, kes, balance }: Reported,
) {
  const { applicationId, environment } = as.tenant;
  await recordPayment(as, {
    shortcode,
    providerReceipt: receipt,
    amount: kes,
    requestedAmount: kes,
    createdAt: paidAt,
  });
  await execute(
    as.db.pool,
    'test_confirmation',
    sql`INSERT INTO told_balances VALUES (${applicationId}::uuid, ${environment}::"Environment", ${shortcode}, ${receipt},
      ${paidAt}::timestamptz, ${kes * 100}::bigint, ${balance * 100}::bigint)`,
  );
  return receipt;
}

const day = { from: '2026-11-20', to: '2026-11-20' };

describe('the balance over confirmations', () => {
  it('continues over midnight, prompts, refunds and payouts, whichever account those leave from', async () => {
    for (const payoutCounts of [true, false]) {
      const { as, shortcode } = await merchant();
      await reported(as, shortcode, { at: new Date('2026-11-19T20:00:00Z'), kes: 100, balance: 1_000 });
      await recordPayment(as, {
        shortcode,
        source: 'stk',
        phone: '254712345678',
        callbackToken: randomBytes(32).toString('hex'),
        resultCode: '0',
        providerReceipt: unique(),
        amount: 40,
        createdAt: at('09:00:00'),
      });
      await recordDisbursement(as, {
        shortcode,
        kind: 'reversal',
        amount: 30,
        phone: null,
        commandId: null,
        transactionId: unique(),
        createdAt: at('09:10:00'),
      });
      await recordDisbursement(as, { shortcode, amount: 500, createdAt: at('09:20:00') });
      const balance = 1_000 + 40 - 30 + 50 - (payoutCounts ? 500 : 0);
      await reported(as, shortcode, { at: at('10:00:00'), kes: 50, balance });
      expect(await getConfirmationGaps(as, { shortcode, ...day })).toEqual({ confirmations: 1, gaps: [] });
    }
  });

  it('names the minute in which money is missing, until a statement explains it', async () => {
    const { as, shortcode } = await merchant();
    const first = await reported(as, shortcode, { at: at('10:00:10'), kes: 100, balance: 1_000 });
    const last = await reported(as, shortcode, { at: at('10:01:05'), kes: 50, balance: 1_800 });
    await reported(as, shortcode, { at: at('10:05:00'), kes: 5, balance: 1_805 });
    const gap = {
      from: { at: at('10:00:10'), receipt: first },
      to: { at: at('10:01:05'), receipt: last },
      cents: 75_000,
    };
    expect(await getConfirmationGaps(as, { shortcode, ...day })).toEqual({ confirmations: 3, gaps: [gap] });
    await importStatement(as, fileOf(shortcode, [{ receipt: unique(), time: eat('10:00:40'), paidIn: '750.00' }]));
    expect(await getConfirmationGaps(as, { shortcode, ...day })).toEqual({ confirmations: 3, gaps: [] });
    const { as: other } = await merchant();
    expect(await getConfirmationGaps(other, { shortcode, ...day })).toEqual({ confirmations: 0, gaps: [] });
  });

  it.each([
    ['reversed', { from: '2026-11-20', to: '2026-11-19' }, 'must not be before from'],
    ['too long', { from: '2026-10-01', to: '2026-11-19' }, 'must be at most 31 days after from'],
  ])('refuses a range that is %s', async (_, range, message) => {
    const { as, shortcode } = await merchant();
    await expect(getConfirmationGaps(as, { shortcode, ...range })).rejects.toThrow(message);
  });
});
