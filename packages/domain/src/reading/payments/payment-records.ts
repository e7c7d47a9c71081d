import type { TenantContext } from '../../context.ts';
import type { Mover } from './payment-timeline.ts';

/** What is on record around a payment, each kind of it bounded: noise must not make a page endless. */
const callbacksMax = 20;
const deliveriesMax = 50;
const ordersMax = 50;
const notesMax = 50;
const bodyShownMax = 16_384;
/** A request is logged when it is answered: so long before or after the payment was made. */
const requestLogWindowMs = 120_000;

export type CallbackRecord = Awaited<ReturnType<typeof readCallbacks>>[number];

/** What the provider posted about a payment, in its own words as far as they are text. */
export async function readCallbacks({ db }: TenantContext, paymentId: string) {
  const rows = await db.prisma.providerCallback.findMany({
    where: { subjectId: paymentId, kind: 'stk_callback' },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    take: callbacksMax,
    select: { id: true, state: true, body: true, remoteIp: true, error: true, receivedAt: true, retryAt: true },
  });
  return rows.map(({ body, ...row }) => ({
    ...row,
    body: Buffer.from(body).subarray(0, bodyShownMax).toString('utf8').replaceAll('\u0000', '�'),
    isCut: body.length > bodyShownMax,
  }));
}

/** Events about a payment, and their deliveries with the latest answer of each. */
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

/** What stands behind `?` may be a secret of the merchant's. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** What people asked about a payment, and who they are. */
export async function readOrders({ db, tenant }: TenantContext, paymentId: string) {
  const orders = await db.prisma.order.findMany({
    where: { ...tenant, resourceId: paymentId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: ordersMax,
    select: { id: true, kind: true, status: true, reason: true, requestedBy: true, createdAt: true, executedAt: true },
  });
  const people = await db.prisma.user.findMany({
    where: { id: { in: [...new Set(orders.map(({ requestedBy }) => requestedBy))] } },
    select: { id: true, name: true, email: true },
  });
  return orders.map(({ id, requestedBy, ...order }) => {
    const person = people.find((each) => each.id === requestedBy);
    const by: Mover = person ? { kind: 'person', name: person.name ?? person.email } : { kind: 'unknown' };
    return { orderId: id, ...order, by };
  });
}

/** What the audit has about a payment. */
export async function readNotes({ db, tenant }: TenantContext, paymentId: string) {
  return db.prisma.auditEntry.findMany({
    where: { subjectId: paymentId, applicationId: tenant.applicationId, action: { startsWith: 'payment.' } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: notesMax,
    select: { action: true, detail: true, createdAt: true },
  });
}

/** Whose API key asked for a payment, as far as the log of requests still has it. */
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
  const key = await db.prisma.apiKey.findFirst({
    where: { id: request.keyId, applicationId: tenant.applicationId },
    select: { name: true, lastFour: true },
  });
  return { requestId: request.id, by: key ? ({ kind: 'key', ...key } as const) : ({ kind: 'unknown' } as const) };
}
