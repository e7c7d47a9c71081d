import { validate as isUuid } from 'uuid';
import { z } from 'zod';
import { type Decoded, wireCode } from '../../catalogue/index.ts';
import { refundObstacleOf } from '../../disbursements/index.ts';
import { hasPermission, requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { notFound } from '../../kernel/errors.ts';
import { parseInput } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { nextQueryOf, queryLadderSeconds, reasonOf, unacknowledgedReviewSeconds } from '../../payments/index.ts';
import { numberOf } from '../../rails/index.ts';
import type { ActorView } from '../actors.ts';
import { readDecisionsAbout } from '../guards/index.ts';
import { listOpenReviews } from '../reviews/index.ts';
import { readCallbacks, readNotes, readOrders, readRequester, readWebhooks } from './payment-records.ts';
import { type TimelineEntry, timelineOf } from './payment-timeline.ts';

const inputSchema = z.object({ paymentId: z.string({ error: issues.text }) });

/** Everything but the callback token. */
const shown = {
  id: true,
  source: true,
  status: true,
  amount: true,
  requestedAmount: true,
  exactAmount: true,
  phone: true,
  payerName: true,
  accountRef: true,
  description: true,
  metadata: true,
  rail: true,
  shortcode: true,
  merchantRequestId: true,
  checkoutRequestId: true,
  providerReceipt: true,
  resultCode: true,
  resultDesc: true,
  settledBy: true,
  createdAt: true,
  promptedAt: true,
  settledAt: true,
  lastQueriedAt: true,
  nextQueryAt: true,
  needsReview: true,
} as const;

type Stored = NonNullable<Awaited<ReturnType<typeof find>>>;

async function find({ db, tenant }: TenantContext, paymentId: string) {
  return isUuid(paymentId)
    ? db.prisma.payment.findFirst({ where: { id: paymentId, ...tenant }, select: shown })
    : undefined;
}

/** The next steps of a pending payment without a result. Times are ISO 8601. */
type NextSteps = {
  /** Whether the provider took the prompt. */
  isAcknowledged: boolean;
  /** Whether the provider can be asked about it: it has an id. */
  isAskable: boolean;
  lastQueriedAt: string | null;
  nextQueryAt: string | null;
  /** When the payment is marked for review. */
  reviewAt: string;
};

export type PaymentDetail = Awaited<ReturnType<typeof getPaymentDetail>>;

/**
 * A payment with everything on record about it, for people. Without secrets and callback tokens.
 * @throws DomainError not_found, also for a payment of another tenant and an invalid id
 */
export async function getPaymentDetail(ctx: TenantContext, input: { paymentId: string }) {
  requirePermission(ctx, 'payments.read');
  const { paymentId } = parseInput(inputSchema, input);
  const payment = await find(ctx, paymentId);
  if (!payment) throw notFound('payment');
  const [callbacks, { events, deliveries }, orders, notes, claim, requester, reversals, reviews, decisions] =
    await Promise.all([
      readCallbacks(ctx, payment),
      readWebhooks(ctx, payment.id),
      readOrders(ctx, payment.id),
      readNotes(ctx, payment.id),
      readClaim(ctx, payment.id),
      payment.source === 'stk' ? readRequester(ctx, payment) : undefined,
      readReversals(ctx, payment.providerReceipt),
      listOpenReviews(ctx, { subjectKind: 'payment', subjectId: payment.id }),
      hasPermission(ctx, 'policy.read') ? readDecisionsAbout(ctx.db, ctx.tenant, { paymentId: payment.id }) : [],
    ]);
  // The timeline of an offline payment begins with its confirmation.
  const answers = payment.source === 'stk' ? callbacks : [];
  const requestedBy: ActorView = orders.find(({ kind }) => kind === 'collect')?.by ??
    requester?.by ?? { kind: 'unknown' };
  return {
    payment: { ...viewOf(payment), ...refundOf(reversals), refundObstacle: refundObstacleOf(payment) },
    decoded: (payment.status === 'failed' ? reasonOf(payment) : null) satisfies Decoded | null,
    prospect: nextStepsOf(payment),
    reviews,
    decisions,
    requestedBy,
    requestId: requester?.requestId ?? null,
    timeline: timelineOf({
      payment,
      requestedBy,
      orders,
      notes,
      events,
      deliveries,
      reversals,
      callbacks: answers,
    }) as TimelineEntry[],
    callbacks: callbacks.map(({ id, retryAt: _, receivedAt, ...callback }) => ({
      callbackId: id,
      ...callback,
      receivedAt: receivedAt.toISOString(),
    })),
    events: events.map(({ id, createdAt, ...event }) => ({
      eventId: id,
      ...event,
      createdAt: createdAt.toISOString(),
    })),
    deliveries: deliveries.map((delivery) => ({
      deliveryId: delivery.id,
      eventId: delivery.eventId,
      url: delivery.url,
      status: delivery.status,
      copy: delivery.copy,
      attemptCount: delivery.attemptCount,
      lastStatusCode: delivery.lastStatusCode,
      lastError: delivery.lastError,
      lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
      nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    })),
    idempotency: claim,
    orders: orders.map(({ createdAt, executedAt, ...order }) => ({
      ...order,
      createdAt: createdAt.toISOString(),
      executedAt: executedAt?.toISOString() ?? null,
    })),
    reversals: reversalViews(reversals),
  };
}

function viewOf({ id, nextQueryAt: _next, lastQueriedAt: _last, ...payment }: Stored) {
  return {
    paymentId: id,
    ...payment,
    shortcode: numberOf(payment.shortcode),
    metadata: payment.metadata as Record<string, unknown> | null,
    resultCode: payment.resultCode === null ? null : wireCode(payment.resultCode),
    createdAt: payment.createdAt.toISOString(),
    promptedAt: payment.promptedAt?.toISOString() ?? null,
    settledAt: payment.settledAt?.toISOString() ?? null,
  };
}

async function readClaim({ db, tenant }: TenantContext, paymentId: string) {
  const claim = await db.prisma.idempotencyRecord.findFirst({
    where: { resourceId: paymentId, ...tenant, endpoint: 'collect' },
    select: { key: true, state: true, createdAt: true, completedAt: true, leaseUntil: true },
  });
  if (!claim) return null;
  return {
    key: claim.key,
    state: claim.state,
    /** The same request with the key gets the first response again. */
    isReplayable: claim.state === 'completed',
    createdAt: claim.createdAt.toISOString(),
    completedAt: claim.completedAt?.toISOString() ?? null,
    leaseUntil: claim.leaseUntil.toISOString(),
  };
}

async function readReversals({ db, tenant }: TenantContext, receipt: string | null) {
  if (receipt === null) return [];
  const rows = await db.prisma.disbursement.findMany({
    where: { ...tenant, kind: 'reversal', transactionId: receipt },
    orderBy: [{ createdAt: 'desc' }],
    take: 10,
    select: { id: true, status: true, amount: true, createdAt: true, settledAt: true, liveReceipt: true },
  });
  return rows;
}

/** Reversals as people see them. */
function reversalViews(rows: Awaited<ReturnType<typeof readReversals>>) {
  return rows.map(({ id, createdAt, settledAt: _, liveReceipt, ...row }) => ({
    disbursementId: id,
    ...row,
    /** It blocks another reversal of the receipt. */
    isLive: liveReceipt !== null,
    createdAt: createdAt.toISOString(),
  }));
}

/** Whole KES that went back to the payer, and whether a reversal is under way. */
function refundOf(reversals: Awaited<ReturnType<typeof readReversals>>) {
  const done = reversals.filter(({ status }) => status === 'success');
  return {
    refunded: done.reduce((sum, { amount }) => sum + amount, 0),
    refundPending: reversals.some(({ status, liveReceipt }) => status === 'pending' && liveReceipt !== null),
  };
}

function nextStepsOf(payment: Stored): NextSteps | null {
  if (payment.status !== 'pending') return null;
  const isAcknowledged = payment.promptedAt !== null;
  const isAskable = payment.checkoutRequestId !== null;
  const lastSeconds = isAskable ? (queryLadderSeconds.at(-1) ?? 0) : unacknowledgedReviewSeconds;
  return {
    isAcknowledged,
    isAskable,
    lastQueriedAt: payment.lastQueriedAt?.toISOString() ?? null,
    nextQueryAt: isAskable ? (nextQueryOf(payment)?.toISOString() ?? null) : null,
    reviewAt: new Date(payment.createdAt.getTime() + lastSeconds * 1000).toISOString(),
  };
}
