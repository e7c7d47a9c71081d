import type { TenantContext } from '@tillgate/domain';
import { type Party, responsibleFor } from '@tillgate/domain/catalogue';
import { getPaymentDetail, maskPhonesIn, type PaymentDetail, shortPhone } from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import { foreignText, readsOnly, type Tool } from './tool.ts';

const timelineMax = 100;

const inputSchema = z.strictObject({ paymentId: z.uuid().describe('as find_payment returns it') });

const reasonSchema = z.object({
  code: z.string(),
  title: z.string(),
  cause: z.string(),
  fix: z.string(),
  retryable: z.boolean().describe('whether the same order may be charged again at once, with a new Idempotency-Key'),
  responsible: z.array(z.string()).describe('who must act'),
  customerMessage: z.string().describe('fit to show to the payer'),
});

const deliverySchema = z.object({
  deliveryId: z.string(),
  url: z.string().describe('without its query string'),
  status: z.string(),
  attempts: z.int(),
  lastStatusCode: z.int().nullable(),
  lastError: z.string().nullable(),
  lastAttemptAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
});

const outputSchema = z.object({
  paymentId: z.string(),
  status: z.enum(['pending', 'success', 'failed']),
  source: z.enum(['stk', 'c2b']).describe('stk: a prompt; c2b: paid without a prompt'),
  amount: z.int().describe('whole KES'),
  requestedAmount: z.int().describe('whole KES'),
  phone: z.string().nullable().describe('masked'),
  accountReference: z.string(),
  description: z.string(),
  shortcode: z.string(),
  providerReceipt: z.string().nullable(),
  resultText: z.string().nullable().describe('as the provider worded it'),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
  refundedAmount: z.int().describe('whole KES'),
  refundPending: z.boolean(),
  reason: reasonSchema.nullable().describe('why it failed'),
  next: z
    .object({ isAcknowledged: z.boolean(), nextQueryAt: z.string().nullable(), reviewAt: z.string() })
    .nullable()
    .describe('while it is pending: when the provider is asked again, and when a person has to look'),
  openReviews: z.array(z.object({ reviewId: z.string(), reason: z.string(), openedAt: z.string() })),
  timeline: z.array(z.object({ at: z.string(), kind: z.string(), detail: z.string() })).describe('oldest first'),
  deliveries: z.array(deliverySchema).describe('webhooks about it, newest first'),
});

export type PaymentData = z.output<typeof outputSchema>;

/** Shows one payment of a tenant with what led to its state. */
export function getPayment(ctx: TenantContext): Tool<typeof inputSchema, typeof outputSchema> {
  return {
    name: 'get_payment',
    title: 'Show a payment',
    description: `Shows one payment: its state, why it failed and what to do, its timeline, and the webhooks about it. ${foreignText}`,
    inputSchema,
    outputSchema,
    annotations: readsOnly,
    async run(input) {
      const data = await readPayment(ctx, input.paymentId);
      return { summary: summaryOf(data), data };
    },
  };
}

/** @throws DomainError not_found */
export async function readPayment(ctx: TenantContext, paymentId: string): Promise<PaymentData> {
  const { payment, decoded, prospect, reviews, timeline, deliveries } = await getPaymentDetail(ctx, { paymentId });
  const { status, source, amount, requestedAmount, shortcode, providerReceipt, refundPending } = payment;
  return {
    paymentId: payment.paymentId,
    status,
    source,
    amount,
    requestedAmount,
    shortcode,
    providerReceipt,
    refundPending,
    phone: shortPhone(payment.phone),
    accountReference: maskPhonesIn(payment.accountRef),
    description: maskPhonesIn(payment.description),
    resultText: payment.resultDesc === null ? null : maskPhonesIn(payment.resultDesc),
    createdAt: payment.createdAt,
    settledAt: payment.settledAt,
    refundedAmount: payment.refunded,
    reason: decoded && {
      code: String(decoded.code),
      title: decoded.title,
      cause: maskPhonesIn(decoded.cause),
      fix: decoded.fix,
      retryable: decoded.retryable,
      responsible: responsibleFor(decoded.category) satisfies Party[],
      customerMessage: decoded.customerMessage,
    },
    next: prospect && {
      isAcknowledged: prospect.isAcknowledged,
      nextQueryAt: prospect.nextQueryAt,
      reviewAt: prospect.reviewAt,
    },
    openReviews: reviews.map(({ reviewId, reason, openedAt }) => ({ reviewId, reason, openedAt })),
    timeline: timeline
      .slice(-timelineMax)
      .map((entry) => ({ at: entry.at, kind: entry.kind, detail: detailOf(entry) })),
    deliveries: deliveries.map(({ deliveryId, url, attemptCount, lastError, ...delivery }) => ({
      deliveryId,
      url,
      status: delivery.status,
      attempts: attemptCount,
      lastStatusCode: delivery.lastStatusCode,
      lastError: lastError && maskPhonesIn(lastError),
      lastAttemptAt: delivery.lastAttemptAt,
      nextAttemptAt: delivery.nextAttemptAt,
    })),
  };
}

/** One line about an entry of the timeline. People are not named. */
function detailOf(entry: PaymentDetail['timeline'][number]): string {
  switch (entry.kind) {
    case 'requested':
      return entry.by.kind === 'key' ? `by an API key (${entry.by.id})` : `by: ${entry.by.kind}`;
    case 'received_offline':
      return 'the provider confirmed a payment without a prompt';
    case 'prompt_acknowledged':
      return 'the provider accepted the prompt';
    case 'callback':
      return `the provider reported a result; callback ${entry.callbackId} is ${entry.state}`;
    case 'queried':
      return 'the provider was asked for the result, most recently';
    case 'settled':
      return `${entry.status}, reported by: ${entry.door}`;
    case 'noted':
      return entry.action;
    case 'announced':
      return `event ${entry.type} (${entry.eventId})`;
    case 'delivery': {
      const answer = entry.lastStatusCode === null ? 'no answer' : `last answer ${entry.lastStatusCode}`;
      return `delivery ${entry.deliveryId} is ${entry.status} after ${entry.attempts} attempts, ${answer}`;
    }
    case 'order':
      return `order to ${entry.order} (${entry.orderId}) is ${entry.status}`;
    case 'refund_sent':
      return `refund of KES ${entry.amount} sent to the provider (${entry.disbursementId})`;
    case 'refund_ended':
      return `refund of KES ${entry.amount} (${entry.disbursementId}) is ${entry.status}`;
  }
}

/** The state of a payment in a sentence or two. */
export function summaryOf({ status, amount, providerReceipt, reason, deliveries, openReviews }: PaymentData): string {
  const state = {
    success: `Paid: KES ${amount}${providerReceipt ? `, receipt ${providerReceipt}` : ''}.`,
    failed: `Failed${reason ? ` with ${reason.code}: ${reason.title}. ${reason.fix}` : '.'}`,
    pending: `Pending: KES ${amount}. There is no result yet, which is not a failure.`,
  }[status];
  const unacknowledged = deliveries.filter((one) => one.status !== 'delivered').length;
  return [
    state,
    ...(openReviews.length > 0 ? ['It waits for a person to decide.'] : []),
    ...(deliveries.length > 0
      ? [`${unacknowledged} of ${deliveries.length} webhooks about it are not delivered.`]
      : []),
  ].join(' ');
}
