import { type FrozenEvent, renderEvent } from '../outbox/index.ts';
import type { DuePayment } from './statements.ts';

/** The event of a payment that counts towards a link. */
export function linkPaidEvent(linkId: string, payment: DuePayment): NonNullable<FrozenEvent> {
  const { paymentId, applicationId, environment: env, amount, accountRef, providerReceipt, at } = payment;
  const data = { linkId, paymentId, applicationId, env, amount, accountRef, providerReceipt };
  return { type: 'link.paid', body: renderEvent('link.paid', at, data) };
}
