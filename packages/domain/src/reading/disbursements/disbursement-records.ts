import type { TenantContext } from '../../kernel/context.ts';
import { shownBody } from '../shown-body.ts';
import { withoutQuery } from '../without-query.ts';

/** How many records of each kind are shown with a disbursement. */
const callbacksMax = 40;
const deliveriesMax = 50;
const inquiriesMax = 20;
const notesMax = 50;

/** The inquiries about a disbursement. */
export function readInquiries({ db }: TenantContext, disbursementId: string) {
  return db.prisma.inquiry.findMany({
    where: { disbursementId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: inquiriesMax,
    select: {
      id: true,
      status: true,
      resultCode: true,
      resultDesc: true,
      result: true,
      createdAt: true,
      endedAt: true,
    },
  });
}

/** The provider's callbacks about a disbursement and its inquiries, with their bodies as text. */
export async function readCallbacks({ db }: TenantContext, subjectIds: string[]) {
  const rows = await db.prisma.providerCallback.findMany({
    where: { subjectId: { in: subjectIds }, kind: { in: ['result', 'queue_timeout', 'rail_notice'] } },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
    take: callbacksMax,
    select: {
      id: true,
      kind: true,
      subjectId: true,
      state: true,
      body: true,
      remoteIp: true,
      error: true,
      receivedAt: true,
    },
  });
  return rows.map(({ id: callbackId, body, receivedAt, ...row }) => ({
    callbackId,
    ...row,
    ...shownBody(body),
    receivedAt: receivedAt.toISOString(),
  }));
}

/** Events about a disbursement, and their deliveries with the latest attempt of each. */
export async function readWebhooks({ db, tenant }: TenantContext, disbursementId: string) {
  const deliveries = await db.prisma.webhookDelivery.findMany({
    where: { event: { subjectId: disbursementId, ...tenant } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: deliveriesMax,
    select: {
      id: true,
      status: true,
      attemptCount: true,
      createdAt: true,
      event: { select: { type: true } },
      endpoint: { select: { url: true } },
      attempts: { orderBy: { number: 'desc' }, take: 1, select: { statusCode: true, error: true, startedAt: true } },
    },
  });
  return deliveries.map(({ id: deliveryId, event, endpoint, attempts: [last], createdAt, ...delivery }) => ({
    deliveryId,
    ...delivery,
    type: event.type,
    // The query string may contain a secret of the merchant.
    url: withoutQuery(endpoint.url),
    lastStatusCode: last?.statusCode ?? null,
    lastError: last?.error ?? null,
    at: (last?.startedAt ?? createdAt).toISOString(),
  }));
}

/** The audit entries that its timeline shows. */
const notedActions = ['contradicted', 'already_reversed', 'succeeded_late'].map((what) => `disbursement.${what}`);

/** The audit entries about a disbursement, without the request. */
export function readNotes({ db, tenant }: TenantContext, disbursementId: string) {
  return db.prisma.auditEntry.findMany({
    where: {
      subjectId: disbursementId,
      applicationId: tenant.applicationId,
      action: { in: notedActions },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: notesMax,
    select: { action: true, detail: true, createdAt: true },
  });
}

/** The idempotency key of the request. */
export async function readClaim({ db, tenant }: TenantContext, disbursementId: string) {
  const claim = await db.prisma.idempotencyRecord.findFirst({
    where: { resourceId: disbursementId, ...tenant, endpoint: { in: ['payout', 'reversal'] } },
    select: { key: true, state: true, createdAt: true, completedAt: true },
  });
  if (!claim) return null;
  const { createdAt, completedAt, ...rest } = claim;
  return { ...rest, createdAt: createdAt.toISOString(), completedAt: completedAt?.toISOString() ?? null };
}

/** The order that created it, when a person requested it in the dashboard. */
export function readOrder({ db, tenant }: TenantContext, disbursementId: string) {
  return db.prisma.order.findFirst({
    where: { ...tenant, resourceId: disbursementId, kind: { in: ['payout', 'reversal'] } },
    select: {
      id: true,
      status: true,
      reason: true,
      requestedBy: true,
      createdAt: true,
      decidedBy: true,
      decidedAt: true,
      decisionNote: true,
    },
  });
}
