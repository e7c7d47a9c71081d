import { openDatabase } from '@tillgate/db';
import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyCallback } from '../callbacks/index.ts';
import { receiveCallback } from '../inbox/index.ts';
import {
  promptCallback,
  scriptedUpstream,
  seed,
  subscribeToAll,
  testContext,
  withOwnSignals,
} from '../testing/index.ts';
import { collectPayment } from './collect.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
  const name = new URL(test.url).pathname.slice(1);
  for (const setting of [
    "TimeZone = 'Africa/Nairobi'",
    "DateStyle = 'German, DMY'",
    "default_transaction_isolation = 'serializable'",
    'search_path = pg_catalog',
    'array_nulls = off',
    "bytea_output = 'escape'",
    "statement_timeout = '1ms'",
  ]) {
    await test.database.pool.query(`ALTER DATABASE ${name} SET ${setting}`);
  }
});
afterAll(() => test.close());

it('a payment is made, settled and announced at the same times, whatever somebody has set for the database', async () => {
  // Its connections are opened after the change.
  const database = openDatabase(test.url, { poolMax: 4 });
  try {
    const ctx = withOwnSignals(await testContext(database));
    const merchant = await seed(ctx).owner().application().credentials('sandbox').mint();
    const shop = { ...merchant.as('sandbox'), ...scriptedUpstream(ctx) };
    await subscribeToAll(shop);
    const asked = { amount: 100, phone: '254712345678', accountReference: 'INV-1' };
    const { outcome } = await collectPayment(shop, asked);
    if (outcome.kind !== 'prompted') throw new Error('the prompt was refused');
    const { paymentId: id, checkoutRequestId } = outcome;
    const { callbackToken } = await database.prisma.payment.findUniqueOrThrow({ where: { id } });
    const paid = { amount: '100', receipt: 'TJK0000001', phone: '254712345678' };
    const body = Buffer.from(promptCallback({ checkoutRequestId, resultCode: '0', resultDesc: 'ok', paid }));
    await receiveCallback(shop, { kind: 'stk_callback', token: callbackToken ?? '', body, remoteIp: '127.0.0.1' });
    const [callback] = await database.prisma.providerCallback.findMany({ where: { subjectId: id } });
    await applyCallback(shop, callback?.id ?? '');

    const now = ctx.clock.now();
    const byPrisma = await database.prisma.payment.findUniqueOrThrow({
      where: { id },
      select: { status: true, createdAt: true, settledAt: true },
    });
    const { rows } = await database.pool.query(
      'SELECT status, created_at AS "createdAt", settled_at AS "settledAt" FROM payments WHERE id = $1',
      [id],
    );
    const wanted = { status: 'success', createdAt: now, settledAt: now };
    expect({ byPrisma, byHand: rows[0] }).toEqual({ byPrisma: wanted, byHand: wanted });
    expect(Buffer.from(callback?.body ?? [])).toEqual(body);
    const events = await database.prisma.webhookEvent.findMany({ where: { subjectId: id } });
    expect(events.map(({ type, createdAt }) => ({ type, createdAt }))).toEqual([
      { type: 'payment.success', createdAt: now },
    ]);
  } finally {
    await database.close();
  }
});
