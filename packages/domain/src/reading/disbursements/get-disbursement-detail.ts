import { validate as isUuid } from 'uuid';
import { wireCode } from '../../catalogue/index.ts';
import { reasonOf } from '../../disbursements/index.ts';
import { hasPermission, requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { numberOf } from '../../rails/index.ts';
import { describeActors, withoutEmail } from '../actors.ts';
import { readDecisionsAbout } from '../guards/index.ts';
import { listOpenReviews } from '../reviews/index.ts';
import { readCallbacks, readClaim, readInquiries, readNotes, readOrder, readWebhooks } from './disbursement-records.ts';
import { timelineOf } from './disbursement-timeline.ts';
import { readRequesters } from './requesters.ts';

/** Everything but the callback token. */
const shown = {
  id: true,
  kind: true,
  status: true,
  amount: true,
  phone: true,
  payeeName: true,
  transactionId: true,
  paymentId: true,
  commandId: true,
  remarks: true,
  occasion: true,
  rail: true,
  shortcode: true,
  originatorConversationId: true,
  conversationId: true,
  providerReceipt: true,
  resultCode: true,
  resultDesc: true,
  settledBy: true,
  createdAt: true,
  acknowledgedAt: true,
  settledAt: true,
  nextInquiryAt: true,
  needsReview: true,
} as const;

type Stored = NonNullable<Awaited<ReturnType<typeof find>>>;

async function find({ db, tenant }: TenantContext, id: string) {
  return isUuid(id) ? db.prisma.disbursement.findFirst({ where: { id, ...tenant }, select: shown }) : undefined;
}

export type DisbursementDetail = Awaited<ReturnType<typeof getDisbursementDetail>>;

/**
 * A payout or refund with everything on record about it, for people. Without secrets and callback tokens.
 * @throws DomainError not_found, also for a disbursement of another tenant and an invalid id
 */
export async function getDisbursementDetail(ctx: TenantContext, { disbursementId }: { disbursementId: string }) {
  requirePermission(ctx, 'payouts.read');
  const disbursement = await find(ctx, disbursementId);
  if (!disbursement) throw notFound('disbursement');
  const { id } = disbursement;
  const [inquiries, deliveries, notes, idempotency, stored, requesterOf, reviews, decisions] = await Promise.all([
    readInquiries(ctx, id),
    readWebhooks(ctx, id),
    readNotes(ctx, id),
    readClaim(ctx, id),
    readOrder(ctx, id),
    readRequesters(ctx, [id]),
    listOpenReviews(ctx, { subjectKind: 'disbursement', subjectId: id }),
    hasPermission(ctx, 'policy.read') ? readDecisionsAbout(ctx.db, ctx.tenant, { disbursementId: id }) : [],
  ]);
  const callbacks = await readCallbacks(ctx, [id, ...inquiries.map((inquiry) => inquiry.id)]);
  const approver = stored?.decidedBy ? `user:${stored.decidedBy}` : undefined;
  const describe = await describeActors(ctx.db.prisma, ctx.tenant.applicationId, [approver]);
  const order = stored && { ...stored, approvedBy: approver ? withoutEmail(describe(approver)) : null };
  const requestedBy = requesterOf(id);
  return {
    disbursement: viewOf(disbursement),
    reviews,
    decisions,
    decoded: disbursement.status === 'failed' ? reasonOf(disbursement) : null,
    requestedBy,
    order: order && { orderId: order.id, status: order.status, reason: order.reason, approvedBy: order.approvedBy },
    timeline: timelineOf({ disbursement, requestedBy, order, inquiries, callbacks, notes, deliveries }),
    inquiries: inquiries.map(({ id: inquiryId, createdAt, endedAt, ...inquiry }) => ({
      inquiryId,
      ...inquiry,
      result: inquiry.result as Record<string, unknown> | null,
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
    callbacks,
    deliveries,
    idempotency,
  };
}

function viewOf({ id, ...disbursement }: Stored) {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    disbursementId: id,
    ...disbursement,
    shortcode: numberOf(disbursement.shortcode),
    resultCode: disbursement.resultCode === null ? null : wireCode(disbursement.resultCode),
    createdAt: disbursement.createdAt.toISOString(),
    acknowledgedAt: iso(disbursement.acknowledgedAt),
    settledAt: iso(disbursement.settledAt),
    /** When the provider is asked next, while the disbursement is pending. */
    nextInquiryAt: disbursement.status === 'pending' ? iso(disbursement.nextInquiryAt) : null,
  };
}
