import { testDatabase } from '@tillgate/db/testing';
import { expect, it } from 'vitest';
import { seed, testContext } from '../../testing/index.ts';
import { makePayments } from '../home/reports.fixture.ts';
import { readPace } from './read-pace.ts';

it('counts the payments of the last minutes over all organizations, and how long prompts took', async () => {
  const test = await testDatabase();
  const ctx = await testContext(test.database);
  expect(await readPace(ctx, 5)).toEqual([]);
  const now = ctx.clock.now().getTime();
  const ago = (seconds: number) => new Date(now - seconds * 1_000);
  const paid = (seconds: number, took: number, more = {}) => ({
    createdAt: ago(seconds),
    settledAt: ago(seconds - took),
    status: 'success' as const,
    amount: 100,
    ...more,
  });
  const [one, other] = [await seed(ctx).owner().application().mint(), await seed(ctx).owner().application().mint()];
  await makePayments(ctx, one.as('sandbox').tenant, [
    ...[paid(290, 4), paid(200, 6), paid(310, 90)],
    { createdAt: ago(20), status: 'pending', amount: 7 },
  ]);
  await makePayments(ctx, other.as('sandbox').tenant, [
    paid(100, 20),
    // Money without a prompt took no time.
    paid(50, 0, { source: 'c2b' }),
    { createdAt: ago(90), settledAt: ago(60), status: 'failed', amount: 5 },
  ]);
  await makePayments(ctx, other.as('production').tenant, [paid(10, 3, { amount: 2_500 })]);
  expect(await readPace(ctx, 5)).toEqual([
    { environment: 'production', payments: 1, succeeded: 1, failed: 0, pending: 0, amount: 2_500, medianSeconds: 3 },
    { environment: 'sandbox', payments: 6, succeeded: 4, failed: 1, pending: 1, amount: 400, medianSeconds: 13 },
  ]);
  await test.close();
});
