import type { PaymentSource } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { TenantContext } from '../../kernel/context.ts';
import { describeActors, withoutEmail } from '../actors.ts';
import { shownBody } from '../shown-body.ts';
import { withoutQuery } from '../without-query.ts';

/** How many records of each kind are shown with a payment. */
const callbacksMax = 20;
const deliveriesMax = 50;
const ordersMax = 50;
const notesMax = 50;
/** A request is logged when it ends: at most this long before or after the payment was created. */
const idSpreadMs = 1_000;
const requestLogWindowMs = 120_000;

type Recorded = { id: string; source: PaymentSource; createdAt: Date; providerReceipt: string | null };

/**
 * The provider's callbacks about a payment, with their bodies as text: the callbacks of a prompt, or the confirmation
 * that an offline payment was recorded from.
 */
export async function readCallbacks({ db, tenant }: TenantContext, payment: Recorded) {
  const found = {
    orderBy: [{ receivedAt: 'asc' as const }, { id: 'asc' as const }],
    take: callbacksMax,
    select: {
      id: true,
      state: true,
      body: true,
      bodyErasedAt: true,
      remoteIp: true,
      error: true,
      receivedAt: true,
      retryAt: true,
    },
  };
  const { createdAt, providerReceipt } = payment;
  const rows =
    payment.source === 'stk'
      ? await db.prisma.providerCallback.findMany({
          where: { subjectId: payment.id, kind: { in: ['stk_callback', 'rail_notice'] } },
          ...found,
        })
      : (await db.prisma.providerCallback.findMany({ where: confirmationAt(tenant, createdAt), ...found })).filter(
          ({ body, bodyErasedAt }) =>
            bodyErasedAt !== null || (providerReceipt !== null && Buffer.from(body).includes(providerReceipt)),
        );
  return rows.map(({ body, bodyErasedAt: _, ...row }) => ({
    ...row,
    ...shownBody(body),
  }));
}

/** An offline payment is created at the moment when its confirmation was received. Ids of that time find it by their index. */
function confirmationAt({ applicationId }: TenantContext['tenant'], receivedAt: Date) {
  const at = receivedAt.getTime();
  return {
    kind: 'c2b_confirmation' as const,
    applicationId,
    receivedAt,
    id: { gte: firstIdOf(at - idSpreadMs), lt: firstIdOf(at + idSpreadMs) },
  };
}

/** The smallest id of version 7 of a millisecond. */
function firstIdOf(msecs: number): string {
  return uuidv7({ msecs, seq: 0, random: new Uint8Array(16) });
}

/** Events about a payment, and their deliveries with the latest attempt of each. */
export async function readWebhooks({ db, tenant }: TenantContext, paymentId: string) {
  const events = await db.prisma.webhookEvent.findMany({
    where: { subjectId: paymentId, ...tenant },
    orderBy: [{ createdAt: 'asc' }],
    select: { id: true, type: true, body: true, createdAt: true },
  });
  const deliveries = await db.prisma.webhookDelivery.findMany({
    where: { eventId: { in: events.map(({ id }) => id) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: deliveriesMax,
    select: {
      id: true,
      eventId: true,
      endpointId: true,
      copy: true,
      status: true,
      attemptCount: true,
      nextAttemptAt: true,
      createdAt: true,
      endedAt: true,
      endpoint: { select: { url: true } },
      attempts: { orderBy: { number: 'desc' }, take: 1, select: { statusCode: true, error: true, startedAt: true } },
    },
  });
  return {
    events,
    deliveries: deliveries.map(({ endpoint, attempts: [last], ...delivery }) => ({
      ...delivery,
      url: withoutQuery(endpoint.url),
      lastStatusCode: last?.statusCode ?? null,
      lastError: last?.error ?? null,
      lastAttemptAt: last?.startedAt ?? null,
    })),
  };
}

/** The orders about a payment, and who requested them. */
export async function readOrders({ db, tenant }: TenantContext, paymentId: string) {
  const orders = await db.prisma.order.findMany({
    where: { ...tenant, resourceId: paymentId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: ordersMax,
    select: { id: true, kind: true, status: true, reason: true, requestedBy: true, createdAt: true, executedAt: true },
  });
  const actorOf = (userId: string) => `user:${userId}`;
  const describe = await describeActors(
    db.prisma,
    tenant.applicationId,
    orders.map(({ requestedBy }) => actorOf(requestedBy)),
  );
  return orders.map(({ id, requestedBy, ...order }) => ({
    orderId: id,
    ...order,
    by: withoutEmail(describe(actorOf(requestedBy))),
  }));
}

/** The audit entries about a payment. */
export async function readNotes({ db, tenant }: TenantContext, paymentId: string) {
  return db.prisma.auditEntry.findMany({
    where: { subjectId: paymentId, applicationId: tenant.applicationId, action: { startsWith: 'payment.' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: notesMax,
    select: { action: true, detail: true, createdAt: true },
  });
}

/** The API request that created a payment and its key, while the request log still has it. */
export async function readRequester({ db, tenant }: TenantContext, payment: { id: string; createdAt: Date }) {
  const at = payment.createdAt.getTime();
  const request = await db.prisma.apiRequest.findFirst({
    where: {
      ...tenant,
      createdAt: { gte: new Date(at - requestLogWindowMs), lte: new Date(at + requestLogWindowMs) },
      resourceId: payment.id,
      method: 'POST',
    },
    orderBy: [{ createdAt: 'asc' }],
    select: { id: true, keyId: true },
  });
  if (!request) return undefined;
  const actor = `key:${request.keyId}`;
  const describe = await describeActors(db.prisma, tenant.applicationId, [actor]);
  return { requestId: request.id, by: describe(actor) };
}
