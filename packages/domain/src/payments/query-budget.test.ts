import { type TestDatabase, testDatabase } from '@tillgate/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPrompt, newShop, type Shop } from '../c2b/c2b.fixture.ts';
import { askAccountBalance, askTransactionStatus } from '../inquiries/index.ts';
import { mpesaAccount } from '../provider/accounts.ts';
import { createRateLimiter } from '../rate-limits/index.ts';
import { movableClock, type TestContext, testContext } from '../testing/index.ts';
import { getPaymentStatus } from './get-payment-status.ts';
import { insertPayment } from './payments.fixture.ts';
import { queryDuePayment } from './query-payment.ts';
import { sweepPayments } from './sweep-payments.ts';

let test: TestDatabase;
let base: TestContext;
beforeAll(async () => {
  test = await testDatabase();
  base = await testContext(test.database);
});
afterAll(() => test.close());

const budget = 3;
const newBudget = () => createRateLimiter({ kind: 'memory' }, { prefix: 'q', rule: { count: budget, seconds: 3_600 } });

/** A shop with open prompts that may ask three questions. */
async function shopWithPrompts(count: number, queryBudget = newBudget()): Promise<{ shop: Shop; ids: string[] }> {
  const shop = { ...(await newShop({ ...base, clock: movableClock() })), queryBudget };
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await newPrompt(shop)).paymentId);
  return { shop, ids };
}

describe('the budget of questions', () => {
  it('lets as many status reads ask, and the others return the state that is on record', async () => {
    const { shop, ids } = await shopWithPrompts(budget + 2);
    const states = await Promise.all(ids.map((id) => getPaymentStatus(shop, id)));
    expect(states.map(({ status }) => status)).toEqual(ids.map(() => 'pending'));
    expect(shop.provider.queries.calls).toHaveLength(budget);
    await newPrompt(shop);
    expect(shop.provider.pushes.calls).toHaveLength(budget + 3);
  });

  it('puts a background query off to the next second, and loses none', async () => {
    const { shop, ids } = await shopWithPrompts(budget + 1);
    for (const id of ids) await queryDuePayment(shop, id);
    expect(shop.provider.queries.calls).toHaveLength(budget);
    const late = await shop.db.prisma.payment.findUniqueOrThrow({ where: { id: ids.at(-1) ?? '' } });
    expect(late.nextQueryAt).toEqual(new Date(shop.clock.now().getTime() + 1_000));
    shop.clock.advance(1);
    shop.events.length = 0;
    await sweepPayments(shop);
    const { applicationId } = shop.tenant;
    expect(shop.events).toContainEqual(
      expect.objectContaining({ name: 'payment.query_due', data: { paymentId: late.id, applicationId } }),
    );
  });

  it('is shared by what a merchant asks: over it, a question is refused before anything is sent or stored', async () => {
    const { shop } = await shopWithPrompts(0);
    const initiator = { name: 'api', password: 'S3cret#' };
    const asking = {
      ...shop,
      accounts: async () => [{ ...(await mpesaAccount(shop, shop.tenant)), initiator }],
    };
    const ask = [
      () => askTransactionStatus(asking, { transactionId: 'TKC0000001', identifierType: '4' as const }),
      () => askAccountBalance(asking, { identifierType: '4' as const }),
    ];
    for (let asked = 0; asked < budget; asked += 1) await ask[0]?.();
    for (const question of ask) {
      await expect(question()).rejects.toMatchObject({
        code: 'rate_limited',
        extras: { retryAfterSeconds: expect.any(Number) },
      });
    }
    expect(shop.provider.statusInquiries.calls).toHaveLength(budget);
    expect(shop.provider.balanceInquiries.calls).toEqual([]);
    expect(await shop.db.prisma.inquiry.count({ where: shop.tenant })).toBe(budget);
  });

  it('belongs to the consumer key: another merchant has one of its own', async () => {
    const queryBudget = newBudget();
    const { shop, ids } = await shopWithPrompts(budget + 1, queryBudget);
    for (const id of ids) await getPaymentStatus(shop, id);
    const other = await shopWithPrompts(1, queryBudget);
    const accounts = async () => [
      { ...(await mpesaAccount(other.shop, other.shop.tenant)), consumerKey: 'of its own' },
    ];
    await getPaymentStatus({ ...other.shop, accounts }, other.ids[0] ?? '');
    expect(other.shop.provider.queries.calls).toHaveLength(1);
  });
});

it('a merchant with many open prompts does not fill the sweep: others are asked about in the same round', async () => {
  const clock = movableClock();
  const busy = await newShop({ ...base, clock });
  const other = await newShop({ ...base, clock });
  const due = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
  for (let made = 0; made < 300; made += 1) {
    await insertPayment(busy, {
      status: 'pending',
      source: 'stk',
      nextQueryAt: due(-60),
      checkoutRequestId: `b${made}`,
    });
  }
  const id = await insertPayment(other, {
    status: 'pending',
    source: 'stk',
    nextQueryAt: due(-1),
    checkoutRequestId: 'o',
  });
  other.events.length = 0;
  await sweepPayments(other);
  const asked = other.events.flatMap((event) => (event.name === 'payment.query_due' ? [event.data] : []));
  expect(asked.filter(({ applicationId }) => applicationId === busy.tenant.applicationId)).toHaveLength(40);
  expect(asked).toContainEqual({ paymentId: id, applicationId: other.tenant.applicationId });
});
