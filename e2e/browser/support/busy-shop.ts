import { createEndpoint } from '@tillgate/domain/endpoints';
import { requestOrder, setPolicy } from '@tillgate/domain/orders';
import { until } from '../../support/until.ts';
import type { MintOptions, Shop } from './mint.ts';
import type { Receiver } from './receiver.ts';
import type { Stack } from './stack.ts';

/** A merchant with something on every page: settled payments, a payout, an answer, a delivery, and an order that waits. */
export async function mintBusyShop(
  { stack, mint, receiver }: { stack: Stack; mint: (options?: MintOptions) => Promise<Shop>; receiver: Receiver },
  options: MintOptions = {},
): Promise<Shop> {
  const shop = await mint({ ...options, roles: ['finance', ...(options.roles ?? [])] });
  const { applicationId } = shop;
  await createEndpoint(stack.ctx, { applicationId, environment: 'sandbox', url: receiver.url, description: 'Shop' });
  const as = (userId: string) => ({ ...stack.ctx, ...tenantOf(shop), actor: `user:${userId}` });
  await setPolicy(as(shop.owner.userId), { payoutFrom: 5_000, reversalFrom: null });
  const payout = { amount: 9_000, phone: '254712345678', remarks: 'Rent' };
  const wish = { kind: 'payout' as const, input: payout, reason: 'Rent', requestKey: crypto.randomUUID() };
  await requestOrder(as(shop.person('finance').userId), wish);
  await shop.api('POST', '/collect', { amount: 120, phone: '254712345678', accountReference: 'ORD1' });
  await shop.api('POST', '/collect', { amount: 80, phone: '254700071032', accountReference: 'ORD2' });
  const fields = [{ name: 'size', label: 'Size', kind: 'choice', choices: ['S', 'M'], required: true }];
  await shop.api('POST', '/payment-links', { title: 'Two blue mugs', amount: 500, fields });
  const rows = [
    { phone: '254712345678', amount: 1_200, name: 'Amina Wanjiru', reference: 'EMP-1' },
    { phone: '0712', amount: 'many', name: 'John Otieno', reference: 'EMP-2' },
  ];
  await shop.api('POST', '/payout-batches', { name: 'Payroll November', commandId: 'SalaryPayment', rows });
  await shop.api('POST', '/payout', { amount: 50, phone: '254712345678' });
  const { body } = await shop.api('POST', '/account-balance', {});
  await Promise.all([
    receiver.waitFor('payment.success'),
    receiver.waitFor('payment.failed'),
    receiver.waitFor('payout.result'),
    until('the balance', async () => {
      const answer = await shop.api('GET', `/inquiries/${body.queryId}`);
      return answer.body.status === 'answered' ? answer : undefined;
    }),
  ]);
  return shop;
}

function tenantOf({ applicationId }: Shop) {
  return { tenant: { applicationId, environment: 'sandbox' as const } };
}
