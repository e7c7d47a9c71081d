import { only, type PaymentStatus, type Queryable, type SettledBy } from '@tillgate/db';
import { type Audit, auditFrom, auditValues, eventFrom } from '../outbox/settled-statements.ts';
import { type QueuedDelivery, queuedJson } from '../outbox/statements.ts';

export type Settlement = {
  id: string;
  /** The states it may leave: `pending`, or `failed` for a late success. */
  from: PaymentStatus;
  to: 'success' | 'failed';
  /** Settled amount in whole KES; null keeps the requested one. */
  amount: number | null;
  providerReceipt: string | null;
  merchantRequestId: string | null;
  checkoutRequestId: string | null;
  resultCode: string;
  resultDesc: string;
  settledBy: SettledBy;
  settledAt: Date;
  /** When its webhooks are due if they wait for a receipt. */
  announceAt: Date | null;
  /** The event to queue now; null when `announceAt` is set. */
  event: { type: string; body: string } | null;
  audit: Audit | null;
};

/**
 * The compare-and-set that settles a payment, its frozen webhook bodies, its audit row and the callback it came from, in one
 * commit. Zero settled rows means that somebody was first.
 */
export async function settle(
  db: Queryable,
  to: Settlement,
  callbackId: string | null,
): Promise<{ settled: boolean; deliveries: QueuedDelivery[] }> {
  const { rows } = await db.query<{ settled: boolean; deliveries: QueuedDelivery[] }>({
    name: 'payment_settle',
    text: `
      WITH settled AS (
        UPDATE payments SET status = $5::"PaymentStatus", amount = coalesce($6, amount),
          provider_receipt = coalesce($7, provider_receipt), merchant_request_id = coalesce(merchant_request_id, $8),
          checkout_request_id = coalesce(checkout_request_id, $9), result_code = $10, result_desc = $11,
          settled_by = $12::"SettledBy", settled_at = $4, announce_at = $13, next_query_at = NULL, needs_review = false
        WHERE id = $1 AND status = $14::"PaymentStatus" RETURNING id, application_id, environment),
      ${eventFrom('settled')},
      audited AS (${auditFrom('settled', 4, 15)}),
      applied AS (
        UPDATE provider_callbacks SET state = 'applied', applied_at = $4, retry_at = NULL, error = NULL
        WHERE id = $19 AND EXISTS (SELECT 1 FROM settled))
      SELECT EXISTS (SELECT 1 FROM settled) AS settled, 
        ${queuedJson} AS deliveries`,
    values: [
      to.id,
      to.event?.type ?? null,
      to.event?.body ?? null,
      to.settledAt,
      to.to,
      to.amount,
      to.providerReceipt,
      to.merchantRequestId,
      to.checkoutRequestId,
      to.resultCode,
      to.resultDesc,
      to.settledBy,
      to.announceAt,
      to.from,
      ...auditValues(to.audit),
      callbackId,
    ],
  });
  return only(rows);
}

/** Whether a statement failed because another payment of the shortcode holds the receipt. */
export function isReceiptTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  return code === '23505' && constraint === 'payments_shortcode_environment_provider_receipt_key';
}

/** Adds what a query-settled success could not know. Only fills blanks; answers whether there was one. */
export async function enrich(
  db: Queryable,
  payment: { id: string; amount: number | null; providerReceipt: string; resultDesc: string },
  audit: Audit | null,
  now: Date,
): Promise<boolean> {
  const { rows } = await db.query<{ enriched: boolean }>({
    name: 'payment_enrich',
    text: `
      WITH enriched AS (
        UPDATE payments SET provider_receipt = $2, amount = coalesce($3, amount), result_desc = $4
        WHERE id = $1 AND status = 'success' AND provider_receipt IS NULL RETURNING id, application_id),
      audited AS (${auditFrom('enriched', 5, 6)})
      SELECT EXISTS (SELECT 1 FROM enriched) AS enriched`,
    values: [payment.id, payment.providerReceipt, payment.amount, payment.resultDesc, now, ...auditValues(audit)],
  });
  return only(rows).enriched;
}

/**
 * Queues the webhooks of a success that waited for its receipt, once, if it still is as `payment` was read. Answers the new
 * deliveries, or undefined when the payment has changed or was announced meanwhile.
 */
export async function announce(
  db: Queryable,
  payment: { id: string; amount: number; providerReceipt: string | null },
  event: { type: string; body: string },
  now: Date,
): Promise<QueuedDelivery[] | undefined> {
  const { rows } = await db.query<{ announced: boolean; deliveries: QueuedDelivery[] }>({
    name: 'payment_announce',
    text: `
      WITH announced AS (
        UPDATE payments SET announce_at = NULL
        WHERE id = $1 AND announce_at IS NOT NULL AND amount = $5 AND provider_receipt IS NOT DISTINCT FROM $6
        RETURNING id, application_id, environment),
      ${eventFrom('announced')}
      SELECT EXISTS (SELECT 1 FROM announced) AS announced,
        ${queuedJson} AS deliveries`,
    values: [payment.id, event.type, event.body, now, payment.amount, payment.providerReceipt],
  });
  const { announced, deliveries } = only(rows);
  return announced ? deliveries : undefined;
}

/** Successes whose wait for a receipt is over, at most `limit`. */
export async function listAnnounceDue(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'payments_announce_due',
    text: 'SELECT id FROM payments WHERE announce_at <= $1 ORDER BY announce_at LIMIT $2',
    values: [now, limit],
  });
  return rows.map((row) => row.id);
}
