import type { PaymentSource, PaymentStatus } from '@tillgate/db';
import { batched } from '../kernel/batch.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { findPayment, findStatuses, type PaymentRow, type StatusRow } from './read-statements.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Selects payments of a tenant. A missing field does not filter. */
export type PaymentFilter = {
  status?: PaymentStatus;
  source?: PaymentSource;
  /** 254XXXXXXXXX. */
  phone?: string;
  accountReference?: string;
  receipt?: string;
  /** Inclusive. */
  createdFrom?: Date;
  /** Exclusive. */
  createdTo?: Date;
};

/**
 * A payment of the caller's application and environment.
 * @throws DomainError not_found when there is no such payment here: a foreign id and a malformed id
 *   look the same
 */
export async function getOwnPayment(ctx: TenantContext, paymentId: string): Promise<PaymentRow> {
  const payment = await findOwnPayment(ctx, paymentId);
  if (!payment) throw notFound('payment');
  return payment;
}

/** Batched, because many clients poll at the same time. */
const findStatus = batched((db, wanted: Parameters<typeof findStatuses>[1]) => findStatuses(db.pool, wanted));

/**
 * The status of a payment of the caller's application and environment.
 * @throws DomainError not_found, the same as {@link getOwnPayment}
 */
export async function getOwnStatus(ctx: TenantContext, paymentId: string): Promise<StatusRow> {
  const status = uuid.test(paymentId) ? await findStatus(ctx.db, { id: paymentId, ...ctx.tenant }) : undefined;
  if (!status) throw notFound('payment');
  return status;
}

/** A payment of the caller's application and environment, or undefined. */
export async function findOwnPayment(ctx: TenantContext, paymentId: string): Promise<PaymentRow | undefined> {
  return uuid.test(paymentId) ? findPayment(ctx.db.pool, paymentId, ctx.tenant) : undefined;
}
