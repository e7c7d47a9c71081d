import { setTimeout as delay } from 'node:timers/promises';
import type { payments } from '@tillgate/db';
import { wireCode } from '../catalogue/index.ts';
import type { TenantContext, WithProvider } from '../context.ts';
import { queryPayment } from './query-payment.ts';
import { getOwnPayment } from './scope.ts';

const receiptPollMs = 100;
/** A read that has just settled a success waits this long for the callback that brings its receipt. */
const receiptPatienceMs = 1_500;

/** Capability: shares one live query among concurrent readers of a payment. Made by {@link createLiveQueries}. */
export type WithLiveQueries = { liveQueries: Map<string, Promise<unknown>> };

/** Makes the shared live queries of one process. */
export function createLiveQueries(): Map<string, Promise<unknown>> {
  return new Map();
}

export type PaymentStatusView = {
  id: string;
  status: 'pending' | 'success' | 'failed';
  providerReceipt: string | null;
  resultCode: number | string | null;
  resultDesc: string | null;
};

/**
 * The state of a payment; a pending one is asked about live and settled first (spec 4.2).
 * @throws DomainError not_found
 */
export async function getPaymentStatus(
  ctx: TenantContext & WithProvider & WithLiveQueries,
  paymentId: string,
): Promise<PaymentStatusView> {
  const payment = await getOwnPayment(ctx, paymentId);
  if (payment.status !== 'pending') return statusView(payment);
  await shareQuery(ctx, payment.id);
  let current = await getOwnPayment(ctx, payment.id);
  const patienceEnds = performance.now() + receiptPatienceMs;
  while (current.announceAt !== null && current.providerReceipt === null && performance.now() < patienceEnds) {
    await delay(receiptPollMs);
    current = await getOwnPayment(ctx, payment.id);
  }
  return statusView(current);
}

async function shareQuery(ctx: TenantContext & WithProvider & WithLiveQueries, paymentId: string): Promise<void> {
  const underway = ctx.liveQueries.get(paymentId);
  if (underway) {
    await underway;
    return;
  }
  const query = queryPayment(ctx, paymentId).finally(() => ctx.liveQueries.delete(paymentId));
  ctx.liveQueries.set(paymentId, query);
  await query;
}

function statusView(payment: payments.PaymentRow): PaymentStatusView {
  return {
    id: payment.id,
    status: payment.status,
    providerReceipt: payment.providerReceipt,
    resultCode: payment.resultCode === null ? null : wireCode(payment.resultCode),
    resultDesc: payment.resultDesc,
  };
}
