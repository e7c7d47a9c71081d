import { setPolicy } from '@tillgate/domain/orders';
import { type SeededMerchant, seed } from '@tillgate/domain/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { moneyOutWorld, refusal, type Sent } from './money-out.fixture.ts';

const world = moneyOutWorld();
const path = '/mpesa/b2c/v3/paymentrequest';
const spendsNothing = world.spendsNothingAt(path);
const body = { amount: 600, phone: '254712345678' };
const under = (key: string): Sent => ({ headers: { 'idempotency-key': key } });
const operator = (shop: SeededMerchant) => ({ ...shop.as('sandbox'), actor: 'operator' });

describe('POST /payout and /reversal under a policy', () => {
  let shop: SeededMerchant;
  beforeAll(async () => {
    shop = await world.other();
    await setPolicy(operator(shop), { perTransaction: 700, perDay: 1_000, apiApprovalFrom: 650 });
  });
  const post = (to: string, sent: object, key: string) =>
    world.send(to, sent, { ...under(key), key: shop.key().key, method: 'POST' });

  it('403 limit_exceeded names the limit, and leaves the key unused', async () => {
    expect((await post('/payout', body, 'first')).status).toBe(202);
    const problem = await spendsNothing(() => refusal(post('/payout', body, 'second'), 403, 'limit_exceeded'));
    expect(problem).toMatchObject({ limit: 'per_day', max: 1_000, used: 600 });
    const reversal = { transactionId: 'TJK0000009', amount: 401 };
    expect(await refusal(post('/reversal', reversal, 'third'), 403, 'limit_exceeded')).toMatchObject({ used: 600 });
    expect((await post('/payout', { ...body, amount: 400 }, 'second')).status).toBe(202);
    expect((await post('/payout', body, 'first')).headers.get('idempotent-replayed')).toBe('true');
  });

  it('403 approval_required sends people to the dashboard', async () => {
    const large = { ...body, amount: 650 };
    const problem = await spendsNothing(() => refusal(post('/payout', large, 'fourth'), 403, 'approval_required'));
    expect(problem.detail).toMatch(/dashboard/);
    const reversal = { transactionId: 'TJK0000009', amount: 650 };
    await refusal(post('/reversal', reversal, 'fifth'), 403, 'approval_required');
  });
});

describe('in production', () => {
  it('422 names the missing Idempotency-Key, and who can change that', async () => {
    const credentials = { initiatorName: 'testapi', initiatorPassword: 'Safaricom123#' };
    const shop = await seed(world.api.ctx)
      .owner()
      .application()
      .credentials('production', credentials)
      .key('production')
      .mint();
    const sent = { key: shop.key('production').key };
    const problem = await spendsNothing(() => refusal(world.send('/payout', body, sent), 422, 'invalid_input'));
    expect(problem.issues).toMatchObject([
      { path: 'Idempotency-Key', message: expect.stringMatching(/owner or admin/) },
    ]);
    const reversal = { transactionId: 'TJK0000009', amount: 1 };
    await refusal(world.send('/reversal', reversal, sent), 422, 'invalid_input');
  });
});
