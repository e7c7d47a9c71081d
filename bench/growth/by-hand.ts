// Statements by hand for the answers that the product gives. $1 is the application.

const own = `application_id = $1 AND environment = 'sandbox'`;
const reversal = `FROM disbursements d WHERE d.application_id = p.application_id AND d.environment = p.environment
  AND d.kind = 'reversal' AND d.transaction_id = p.provider_receipt`;

/** One payment more than a page tells whether there are more. */
export const page = (condition = '') => `
  SELECT id, status, source, amount, phone, account_ref, provider_receipt, result_code, result_desc, settled_by, created_at, settled_at,
    next_query_at, needs_review, coalesce((SELECT sum(d.amount)::int ${reversal} AND d.status = 'success'), 0) AS refunded,
    EXISTS (SELECT 1 ${reversal} AND d.status = 'pending' AND d.live_receipt IS NOT NULL) AS refund_pending
  FROM payments p WHERE ${own} ${condition} ORDER BY created_at DESC, id DESC LIMIT 51`;

export const apiPage = `
  SELECT id, status, source, amount, phone, account_ref, provider_receipt, checkout_request_id, result_code, result_desc, created_at, settled_at
  FROM payments WHERE ${own} ORDER BY created_at DESC, id DESC LIMIT 51`;

/** Whoever writes it knows that money does not move before its payment is made. */
export const movedBetween = `AND status = 'success' AND created_at < $3
  AND CASE WHEN source = 'c2b' THEN created_at ELSE settled_at END >= $2
  AND CASE WHEN source = 'c2b' THEN created_at ELSE settled_at END < $3`;

export const events = `
  SELECT v.id, v.type, v.subject_id, v.test, v.created_at, (
    SELECT jsonb_object_agg(status, n) FROM (SELECT status, count(*) AS n FROM webhook_deliveries d WHERE d.event_id = v.id GROUP BY 1) c)
  FROM webhook_events v WHERE ${own} ORDER BY created_at DESC, id DESC LIMIT 51`;

export const deliveries = `
  SELECT d.*, v.type, v.test, a.status_code, a.error FROM (
    SELECT id, event_id, copy, status, attempt_count, next_attempt_at, created_at, ended_at, resent_at FROM webhook_deliveries
    WHERE endpoint_id = $1 ORDER BY created_at DESC, id DESC LIMIT 51) d
  JOIN webhook_events v ON v.id = d.event_id
  LEFT JOIN webhook_attempts a ON a.delivery_id = d.id AND a.number = d.attempt_count
  ORDER BY d.created_at DESC, d.id DESC`;

export const ofOrganization = 'application_id IN (SELECT id FROM applications WHERE organization_id = $1)';

const totals = (owner: string, from = '$2') => `(
  SELECT hour, kind, status, result_code, count, amount, exact_amount FROM rollups
  WHERE ${owner} AND environment = 'sandbox' AND basis = 'made' AND hour >= ${from}
  UNION ALL SELECT hour, kind, status, result_code, count, amount, exact_amount FROM rollup_changes
  WHERE ${owner} AND environment = 'sandbox' AND basis = 'made' AND hour >= ${from}) t`;

const tally = `
  sum(count) FILTER (WHERE kind = 'payment' AND status = 'success') AS succeeded,
  sum(count) FILTER (WHERE kind = 'payment' AND status = 'failed') AS failed,
  sum(count) FILTER (WHERE kind = 'payment' AND status = 'pending') AS pending,
  sum(amount) FILTER (WHERE kind = 'payment' AND status = 'success') AS amount,
  sum(amount) FILTER (WHERE kind = 'reversal' AND status = 'success') AS refunded`;

export const collections = (owner: string) => `
  SELECT (hour AT TIME ZONE 'Africa/Nairobi')::date AS day, ${tally},
    sum(exact_amount) FILTER (WHERE kind = 'payment' AND status = 'success') AS exact_amount,
    sum(count) FILTER (WHERE kind = 'reversal' AND status = 'success') AS refunds
  FROM ${totals(owner)} GROUP BY 1 ORDER BY 1`;

export const examples = `
  SELECT phone, provider_receipt AS receipt, (SELECT id FROM webhook_endpoints WHERE application_id = $1 LIMIT 1) AS "endpointId"
  FROM payments WHERE ${own} AND status = 'success' AND created_at < now() - interval '20 days' ORDER BY created_at DESC LIMIT 1`;

const hit = 'id, status::text, amount, phone, account_ref, provider_receipt, created_at';
const found = (condition: string) =>
  `(SELECT ${hit} FROM payments WHERE ${own} AND ${condition} ORDER BY created_at DESC LIMIT 5)`;
const paidOut = (condition: string) =>
  `(SELECT id, status::text, amount, phone, remarks, provider_receipt, created_at FROM disbursements WHERE ${own} AND ${condition}
    ORDER BY created_at DESC LIMIT 5)`;
const tokens = ['checkout_request_id = $2', 'merchant_request_id = $2', 'account_ref = $2'];

const asked = (condition: string) =>
  `(SELECT id, status::text, 0, NULL, kind::text, transaction_id, created_at FROM inquiries
    WHERE ${own} AND disbursement_id IS NULL AND callback_id IS NULL AND ${condition} ORDER BY created_at DESC LIMIT 5)`;
const elsewhere = [
  `(SELECT ${hit} FROM payments WHERE ${own} AND account_ref > $2 AND account_ref < $2 || U&'\\+10FFFF' ORDER BY account_ref, created_at DESC LIMIT 5)`,
  ...['conversation_id = $2', 'originator_conversation_id = $2'].flatMap((condition) => [
    paidOut(condition),
    asked(condition),
  ]),
];

/** A number may be a phone, a reference, or an id of the provider's. */
export const searchPhone = [...[...tokens, 'phone = $2'].map(found), paidOut('phone = $2'), ...elsewhere].join(
  ' UNION ALL ',
);

export const searchReceipt = [
  ...[...tokens, 'provider_receipt = $2'].map(found),
  ...['provider_receipt = $2', 'transaction_id = $2'].map(paidOut),
  ...elsewhere,
].join(' UNION ALL ');

export const searchRequests = `SELECT id, method, path, status_code, created_at FROM api_requests WHERE ${own} AND id = $2`;

const indeterminate = (
  table: string,
) => `idempotency_records c JOIN ${table} r ON r.id = c.resource_id AND r.status = 'pending'
  WHERE c.application_id = $1 AND c.environment = 'sandbox' AND c.state = 'indeterminate' AND c.created_at >= now() - interval '30 days'`;

const homeStatements = [
  `SELECT hour::date AS day, ${tally} FROM ${totals('application_id = $1', "date_trunc('day', now()) - interval '29 days'")} GROUP BY 1`,
  `SELECT hour, ${tally} FROM ${totals('application_id = $1', "date_trunc('day', now())")} GROUP BY 1`,
  `SELECT ${tally} FROM ${totals('application_id = $1', "date_trunc('day', now()) - interval '7 days'")}
   WHERE hour < date_trunc('hour', now()) - interval '7 days'`,
  `SELECT status, count(*), sum(amount) FROM payments WHERE ${own} AND created_at >= date_trunc('hour', now()) - interval '7 days'
     AND created_at < now() - interval '7 days' GROUP BY 1`,
  `SELECT sum(amount) FROM disbursements WHERE ${own} AND created_at >= date_trunc('hour', now()) - interval '7 days'
     AND created_at < now() - interval '7 days' AND kind = 'reversal' AND status = 'success'`,
  `SELECT c.subject_id, s.kind FROM (
     SELECT id, subject_id, kind, received_at FROM provider_callbacks
     WHERE state IN ('unmatched', 'failed') AND received_at >= now() - interval '7 days' ORDER BY received_at DESC LIMIT 2000) c
   JOIN LATERAL (
     SELECT 'payment' AS kind FROM payments WHERE id = c.subject_id AND ${own} AND c.kind IN ('stk_callback', 'rail_notice')
     UNION ALL SELECT 'disbursement' FROM disbursements WHERE id = c.subject_id AND ${own} AND c.kind IN ('result', 'queue_timeout', 'rail_notice')
     UNION ALL SELECT 'inquiry' FROM inquiries WHERE id = c.subject_id AND ${own} AND c.kind IN ('result', 'queue_timeout')
     UNION ALL SELECT 'registration' FROM c2b_registrations WHERE id = c.subject_id AND ${own}
     UNION ALL SELECT 'account' FROM rail_accounts WHERE id = c.subject_id AND ${own}) s ON true
   ORDER BY c.received_at DESC LIMIT 1001`,
  `SELECT result_code, sum(count) FROM ${totals('application_id = $1', "date_trunc('day', now()) - interval '29 days'")}
   WHERE kind = 'payment' AND status = 'failed' GROUP BY 1 ORDER BY 2 DESC LIMIT 6`,
  `SELECT status, hour >= date_trunc('day', now()) AS today, sum(count), sum(amount)
   FROM ${totals('application_id = $1', "date_trunc('day', now()) - interval '7 days'")} WHERE kind = 'payout' GROUP BY 1, 2`,
  `SELECT id, result, ended_at FROM inquiries WHERE ${own} AND kind = 'account_balance' AND status = 'answered' ORDER BY ended_at DESC LIMIT 1`,
  `SELECT e.*, l.started_at, day.attempts, day.failures FROM webhook_endpoints e
   LEFT JOIN LATERAL (
     SELECT started_at FROM webhook_attempts a WHERE a.endpoint_id = e.id AND error IS NULL ORDER BY started_at DESC LIMIT 1) l ON true
   CROSS JOIN LATERAL (
     SELECT count(*) AS attempts, count(error) AS failures FROM webhook_attempts a
     WHERE a.endpoint_id = e.id AND started_at >= now() - interval '1 day') day
   WHERE ${own} AND deleted_at IS NULL`,
  `SELECT (SELECT count(*) FROM (SELECT 1 FROM payments WHERE ${own} AND status = 'pending' LIMIT 1001) few) AS pending,
     (SELECT count(*) FROM (SELECT 1 FROM ${indeterminate('payments')} LIMIT 1001) few) AS unknown_payments,
     (SELECT count(*) FROM (SELECT 1 FROM ${indeterminate('disbursements')} LIMIT 1001) few) AS unknown_disbursements,
     EXISTS (SELECT 1 FROM provider_credentials WHERE ${own}) AS credentials, (SELECT max(counted_to) FROM rollup_backfill) AS counted_to,
     (SELECT count(*) FROM reviews WHERE ${own} AND status = 'open') AS reviews,
     (SELECT count(*) FROM orders WHERE ${own} AND status = 'awaiting_approval') AS orders,
     (SELECT count(*) FROM api_keys WHERE ${own} AND revoked_at IS NULL AND expires_at < now() + interval '14 days') AS keys`,
];

/** Each figure of the page by one statement, as many at once as there are connections. */
export const home = (ask: (text: string) => Promise<unknown>) => Promise.all(homeStatements.map((text) => ask(text)));
