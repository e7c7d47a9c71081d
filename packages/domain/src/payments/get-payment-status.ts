import { setTimeout as delay } from 'node:timers/promises';
import { wireCode } from '../catalogue/index.ts';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext, WithProvider } from '../kernel/context.ts';
import { querySpacingMs } from './payment.ts';
import { queryPayment } from './query-payment.ts';
import type { StatusRow } from './read-statements.ts';
import { getOwnPayment, getOwnStatus } from './scope.ts';

const receiptPollMs = 100;
/**
 * A read that has just settled a success waits this long for the callback that brings its receipt.
 */
const receiptPatienceMs = 1_500;

/**
 * Capability: shares one live query among concurrent readers of a payment. Made by {@link
 * createLiveQueries}.
 */
export type WithLiveQueries = { liveQueries: Map<string, ReturnType<typeof queryPayment>> };

/** Makes the shared live queries of one process. */
export function createLiveQueries(): WithLiveQueries['liveQueries'] {
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
 * @throws DomainError forbidden, not_found
 */
export async function getPaymentStatus(
  ctx: TenantContext & WithProvider & WithLiveQueries,
  paymentId: string,
): Promise<PaymentStatusView> {
  requireScope(ctx, 'read');
  return askedStatus(ctx, paymentId);
}

/**
 * {@link getPaymentStatus} for a verb that has checked its own scope.
 * @throws DomainError not_found
 */
export async function askedStatus(
  ctx: TenantContext & WithProvider & WithLiveQueries,
  paymentId: string,
): Promise<PaymentStatusView> {
  const payment = await getOwnStatus(ctx, paymentId);
  if (payment.status !== 'pending') return statusView(payment);
  let current = await askedAbout(ctx, payment.id);
  const patienceEnds = performance.now() + receiptPatienceMs;
  while (current.announceAt !== null && current.providerReceipt === null && performance.now() < patienceEnds) {
    await delay(receiptPollMs);
    current = await getOwnPayment(ctx, payment.id);
  }
  return statusView(current);
}

/**
 * The payment after a live query. When another reader has just asked, it waits for the spacing and asks again. When the
 * query budget of this second is used up, it returns the payment unchanged.
 */
async function askedAbout(ctx: TenantContext & WithProvider & WithLiveQueries, paymentId: string) {
  const first = await shareQuery(ctx, paymentId);
  const payment = await getOwnPayment(ctx, paymentId);
  if (first !== 'not_now' || payment.status !== 'pending' || payment.checkoutRequestId === null) return payment;
  await delay(querySpacingMs);
  await shareQuery(ctx, paymentId);
  return getOwnPayment(ctx, paymentId);
}

async function shareQuery(
  ctx: TenantContext & WithProvider & WithLiveQueries,
  paymentId: string,
): ReturnType<typeof queryPayment> {
  const underway = ctx.liveQueries.get(paymentId);
  if (underway) return underway;
  const query = queryPayment(ctx, paymentId).finally(() => ctx.liveQueries.delete(paymentId));
  ctx.liveQueries.set(paymentId, query);
  return query;
}

/** A payment as GET /status/:id shows it. */
export function statusView(payment: StatusRow): PaymentStatusView {
  return {
    id: payment.id,
    status: payment.status,
    providerReceipt: payment.providerReceipt,
    resultCode: payment.resultCode === null ? null : wireCode(payment.resultCode),
    resultDesc: payment.resultDesc,
  };
}
