import { getPulledPayments, setPulledPayments } from '@tillgate/domain/c2b';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  confirmationOf,
  expectOnePayment,
  type OfflineWorld,
  type Shop,
  startOfflineWorld,
} from './support/offline-world.ts';
import { until } from './support/until.ts';

let world: OfflineWorld;
beforeAll(async () => {
  world = await startOfflineWorld({ SWEEP_SECONDS_MAX: '1' });
});
afterAll(() => world.close());

/** The simulator takes this customer's money and loses the confirmation. */
const unheard = '254700080008';

const whichOf = ({ merchant }: Shop) => ({ applicationId: merchant.applicationId, environment: 'sandbox' as const });
const stateOf = (shop: Shop) => getPulledPayments(shop.merchant.as(), whichOf(shop));

/** Waits for the pull after one. */
function pullAfter(shop: Shop, last: Date | null): Promise<Date> {
  return until('the next pull', async () => {
    const { pulledTo } = await stateOf(shop);
    return pulledTo !== null && pulledTo > (last ?? new Date(0)) ? pulledTo : undefined;
  });
}

/** What ten minutes do: the registration is due again. */
async function intervalPasses(shop: Shop): Promise<void> {
  const { count } = await world.stack.ctx.db.prisma.c2bRegistration.updateMany({
    where: { ...whichOf(shop), pullDueAt: { not: null } },
    data: { pullDueAt: new Date() },
  });
  expect(count).toBe(1);
}

it.concurrent('a confirmation that never arrives is repaired by the next pull, once, also when it arrives after all', async () => {
  const shop = await world.newShop();
  const { confirmationUrl } = (await world.register(shop)).body;
  await setPulledPayments(shop.merchant.as(), { ...whichOf(shop), nominatedPhone: '254722000000' });
  const first = await pullAfter(shop, null);
  expect(await stateOf(shop)).toMatchObject({ isOn: true, pullRegisteredAt: expect.any(Date), pullError: null });

  const asked = { amount: 260, phone: unheard, reference: 'INV-11' };
  const { transactionId, confirmations } = await world.pay(shop, asked);
  expect(confirmations.map(({ status }) => status)).toEqual(['lost']);
  await world.calm();
  expect([await world.paymentsOf(shop), world.webhooksOf(shop)]).toEqual([[], []]);

  await intervalPasses(shop);
  const second = await pullAfter(shop, first);
  const paid = {
    source: 'c2b' as const,
    amount: asked.amount,
    phone: unheard,
    accountRef: asked.reference,
    providerReceipt: transactionId,
    checkoutRequestId: null,
  };
  await expectOnePayment(world, shop, paid);

  for (const MSISDN of ['2547 ***** 008', unheard]) {
    const late = confirmationOf({ shop, receipt: transactionId, amount: '260.00', MSISDN, reference: asked.reference });
    const { status } = await fetch(String(confirmationUrl), { method: 'POST', body: JSON.stringify(late) });
    expect(status).toBe(200);
  }
  await intervalPasses(shop);
  await pullAfter(shop, second);
  await expectOnePayment(world, shop, paid);
});

it.concurrent('a payment that was confirmed is pulled too, and stays one', async () => {
  const shop = await world.registeredShop();
  const asked = { amount: 261, phone: '254712345680', reference: 'INV-12' };
  const { transactionId } = await world.pay(shop, asked);
  await world.webhook(shop);
  await setPulledPayments(shop.merchant.as(), { ...whichOf(shop), nominatedPhone: '254722000000' });
  await pullAfter(shop, null);
  await expectOnePayment(world, shop, {
    source: 'c2b',
    amount: asked.amount,
    phone: '2547 ***** 680',
    accountRef: asked.reference,
    providerReceipt: transactionId,
    checkoutRequestId: null,
  });
});
