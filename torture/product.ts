import type {
  AuditFact,
  CallbackFact,
  ClaimFact,
  CreditFact,
  DisbursementFact,
  EventFact,
  LimitsFact,
  LinkAttemptFact,
  LinkFact,
  OpenRow,
  OrderFact,
  PaymentFact,
  Product,
  ReviewFact,
  TotalFact,
} from './facts.ts';
import type { World } from './world.ts';

// When a statement of its room looks at each row that is not final: the columns that the sweeps order by.
const openRows = `
  SELECT 'payment' AS kind, id::text, next_query_at AS next FROM payments WHERE status = 'pending'
  UNION ALL SELECT 'payment to announce', id::text, announce_at FROM payments WHERE announce_at IS NOT NULL
  UNION ALL SELECT 'disbursement', id::text, next_inquiry_at FROM disbursements
    WHERE status = 'pending' AND NOT (next_inquiry_at IS NULL AND needs_review)
  UNION ALL SELECT CASE kind WHEN 'c2b_validation' THEN 'validation' ELSE 'callback' END, id::text, retry_at
    FROM provider_callbacks WHERE state = 'received'
  UNION ALL SELECT 'delivery', id::text, greatest(next_attempt_at, claimed_until, parked_at)
    FROM webhook_deliveries WHERE status = 'due'
  UNION ALL SELECT 'claim', id::text, lease_until + interval '30 seconds' FROM idempotency_records
    WHERE state = 'in_flight'
  UNION ALL SELECT 'inquiry', id::text, created_at + interval '24 hours' FROM inquiries WHERE status = 'pending'
  UNION ALL SELECT 'order', id::text, greatest(claimed_until, signal_after, coalesce(decided_at, created_at))
    FROM orders WHERE status = 'approved'
  UNION ALL SELECT 'attempt', id::text, coalesce(claimed_until, created_at) FROM link_attempts WHERE state = 'waiting'
  UNION ALL SELECT 'credit', payment_id::text, noted_at FROM credits_due
  UNION ALL SELECT 'run of a function', id, wake_at FROM engine_runs WHERE status = 'queued'
  UNION ALL SELECT 'signal', id, received_at FROM engine_events`;

// Changes that are not yet added to the hour that they belong to count, too.
const totals = `
  SELECT application_id AS "applicationId", kind, status, sum(count)::float8 AS count, sum(amount)::float8 AS amount
  FROM (SELECT application_id, kind, status, count, amount FROM rollups WHERE basis = 'made'
    UNION ALL SELECT application_id, kind, status, count, amount FROM rollup_changes WHERE basis = 'made') counted
  GROUP BY 1, 2, 3 HAVING sum(count) <> 0 OR sum(amount) <> 0`;

/** Reads what stands in the product's database, in one snapshot. */
export async function readProduct(world: { postgres: Pick<World['postgres'], 'database'> }): Promise<Product> {
  const client = await world.postgres.database.pool.connect();
  const rows = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows as Row[];
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const open = await rows<{ kind: string; id: string; next: Date | null }>(openRows);
    const product: Product = {
      at: Date.now(),
      payments: await rows<PaymentFact>(`
        SELECT id, application_id AS "applicationId", source::text, status::text, account_ref AS reference, amount,
          requested_amount AS "requestedAmount", exact_amount AS "exactAmount", shortcode, provider_receipt AS receipt,
          result_code AS "resultCode", settled_by::text AS "settledBy", checkout_request_id AS "checkoutRequestId",
          needs_review AS "needsReview", same_money_as IS NOT NULL AS "isSameMoney" FROM payments`),
      disbursements: await rows<DisbursementFact>(`
        SELECT id, application_id AS "applicationId", environment::text, kind::text, status::text,
          coalesce(transaction_id, remarks) AS reference, amount, phone, requested_by AS "requestedBy",
          extract(epoch FROM created_at)::float8 * 1000 AS "createdAt",
          provider_receipt AS receipt, originator_conversation_id AS "originatorId", settled_by::text AS "settledBy",
          needs_review AS "needsReview" FROM disbursements`),
      claims: await rows<ClaimFact>(
        'SELECT id, key, state::text, resource_id AS "resourceId" FROM idempotency_records',
      ),
      events: await rows<EventFact>(`
        SELECT id, type, subject_id AS "subjectId", body::json -> 'data' ->> 'status' AS status FROM webhook_events
        WHERE NOT test`),
      limits: await rows<LimitsFact>(`
        SELECT application_id AS "applicationId", environment::text, per_transaction AS "perTransaction",
          per_day AS "perDay", per_recipient_per_day AS "perRecipientPerDay", per_key_per_day AS "perKeyPerDay",
          payout_from AS "payoutFrom", reversal_from AS "reversalFrom" FROM approval_policies`),
      orders: await rows<OrderFact>(`
        SELECT id, application_id AS "applicationId", environment::text, kind::text, status::text, amount,
          requested_by AS "requestedBy", decided_by AS "decidedBy" FROM orders`),
      reviews: await rows<ReviewFact>('SELECT subject_id AS "subjectId", reason::text FROM reviews'),
      audits: await rows<AuditFact>(`
        SELECT id, action, subject_id AS "subjectId", detail ->> 'door' AS door, detail ->> 'status' AS status,
          detail ->> 'reason' AS reason FROM audit_entries WHERE action ~ '^(payment|disbursement)\\.'`),
      totals: await rows<TotalFact>(totals),
      callbacks: await rows<CallbackFact>('SELECT id, state::text, error FROM provider_callbacks'),
      links: await rows<LinkFact>(`
        SELECT id, kind::text, status::text, amount, payments_max AS "paymentsMax", paid_count AS "paidCount",
          paid_amount::float8 AS "paidAmount" FROM payment_links`),
      attempts: await rows<LinkAttemptFact>(
        'SELECT id, link_id AS "linkId", state::text, payment_id AS "paymentId" FROM link_attempts',
      ),
      credits: await rows<CreditFact>(
        'SELECT payment_id AS "paymentId", link_id AS "linkId", amount, reversed_amount AS reversed FROM link_credits',
      ),
      open: open.map(({ kind, id, next }): OpenRow => ({ kind, id, nextAt: next?.getTime() ?? null })),
    };
    await client.query('COMMIT');
    return product;
  } finally {
    client.release();
  }
}
