// Statements that write rows as the product would have. The number of a payment says when it was made and all else.

/** An id of version 7. */
export const idFunction = `
  CREATE FUNCTION bench_id(at timestamptz, hash text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid
  $$`;

/** One in ten belongs to the organization $2. */
export const applications = `
  WITH others AS (
    INSERT INTO organizations (id, name, created_at)
    SELECT gen_random_uuid(), 'Bench ' || n, now() - interval '1 year' FROM generate_series(1, 20) n RETURNING id),
  owners AS (SELECT array_agg(id) AS ids FROM others)
  INSERT INTO applications (id, organization_id, name, created_at)
  SELECT gen_random_uuid(), CASE WHEN n % 10 = 0 THEN $2::uuid ELSE owners.ids[1 + n % 20] END, 'Bench ' || n, now() - interval '1 year'
  FROM generate_series(1, $1::int) n, owners RETURNING id`;

export const endpoints = `
  INSERT INTO webhook_endpoints (id, application_id, environment, url, sealed_secret, created_at)
  SELECT gen_random_uuid(), a.id, 'sandbox', 'http://127.0.0.1:9/hook', '', now() - interval '1 year' FROM applications a
  WHERE NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.application_id = a.id)`;

/** $1 the merchant, $2 the others, $3 how many in all, $4 to $5 the numbers to write, $6 seconds that they are spread over. */
export const payments = `
  INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, exact_amount, phone, account_ref,
    description, metadata, shortcode, callback_token, merchant_request_id, checkout_request_id, provider_receipt, result_code,
    result_desc, settled_by, created_at, prompted_at, settled_at)
  SELECT bench_id(at, hash), CASE WHEN n % 10 < 4 THEN $1::uuid ELSE ($2::uuid[])[1 + (n / 10 * 7919) % cardinality($2::uuid[])] END,
    'sandbox', CASE WHEN offline THEN 'c2b' ELSE 'stk' END::"PaymentSource", status::"PaymentStatus", amount, amount,
    CASE WHEN offline AND n % 40 = 7 THEN amount || '.50' END, '2547' || lpad(((n * 104729) % 400000)::text, 8, '0'), 'INV-' || n,
    'Payment', CASE WHEN n % 3 = 0 THEN json_build_object('orderId', n) END, CASE WHEN n % 4 = 0 THEN '600200' ELSE '600100' END,
    CASE WHEN NOT offline THEN hash || hash END, CASE WHEN NOT offline THEN 'm-' || n END, CASE WHEN NOT offline THEN 'ws_CO_' || n END,
    CASE WHEN status = 'success' THEN 'T' || upper(lpad(to_hex(n), 9, '0')) END,
    CASE status WHEN 'success' THEN '0' WHEN 'failed' THEN (ARRAY['1', '1032', '1037', '2001', '1019', '17'])[1 + n / 10 % 6] END,
    'The service request is processed.', CASE WHEN offline THEN 'c2b' ELSE 'callback' END::"SettledBy", at, at,
    at + make_interval(secs => CASE WHEN offline THEN 0 ELSE 4 + n % 90 END)
  FROM (
    SELECT n, md5('payment' || n) AS hash, n % 20 = 7 AS offline, 1 + (n * 7919) % 20000 AS amount,
      CASE WHEN n % 20 <> 7 AND n / 10 % 5 = 0 THEN 'failed' ELSE 'success' END AS status,
      date_trunc('milliseconds', now() - interval '10 minutes' - make_interval(secs => $6::float8 * ($3::bigint - n) / $3::bigint)) AS at
    FROM generate_series($4::bigint, $5::bigint) n) made`;

const disbursed = `
  INSERT INTO disbursements (id, application_id, environment, kind, status, amount, phone, transaction_id, payment_id, live_receipt, command_id, remarks,
    shortcode, callback_token, originator_conversation_id, conversation_id, provider_receipt, result_code, settled_by, created_at, settled_at)`;

/** One payment in 250 was given back. */
export const refunds = `${disbursed}
  SELECT bench_id(at, hash), application_id, environment, 'reversal', 'success', amount, NULL, provider_receipt, id, provider_receipt, NULL,
    'Returned', shortcode, hash || hash, 'o-' || hash, 'c-' || hash, 'R' || substr(upper(hash), 1, 9), '0', 'result', at, at + interval '9 s'
  FROM (SELECT *, md5('refund' || id) AS hash, created_at + interval '1 minute' AS at FROM payments WHERE provider_receipt LIKE '%00') p`;

/** One payout for 50 payments of the merchant. */
export const payouts = `${disbursed}
  SELECT bench_id(at, hash), application_id, environment, 'payout', 'success', amount, phone, NULL, NULL, NULL, 'SalaryPayment',
    'Salary', shortcode, hash || hash, 'o-' || hash, 'c-' || hash, 'P' || substr(upper(hash), 1, 9), '0', 'result', at, at + interval '9 s'
  FROM (
    SELECT *, md5('payout' || id) AS hash, created_at AS at FROM payments
    WHERE application_id = $1 AND account_ref LIKE '%50') p`;

const settled = `FROM payments p WHERE settled_at IS NOT NULL AND created_at >= now() - $1::interval`;

/** What is written of payments that are younger than $1. */
export const followers = [
  `INSERT INTO provider_callbacks (id, kind, subject_id, subject_kind, application_id, state, body_hash, body, remote_ip, attempts, received_at, applied_at)
   SELECT bench_id(settled_at, md5('callback' || id)), 'stk_callback', id, 'payment', application_id, 'applied', md5(id::text) || md5(id::text),
     convert_to(jsonb_build_object('Body', jsonb_build_object('stkCallback', jsonb_build_object('MerchantRequestID', merchant_request_id,
       'CheckoutRequestID', checkout_request_id, 'ResultCode', result_code, 'ResultDesc', result_desc, 'CallbackMetadata',
       jsonb_build_object('Amount', amount, 'MpesaReceiptNumber', provider_receipt, 'PhoneNumber', phone))))::text, 'UTF8'),
     '127.0.0.1', 1, settled_at, settled_at ${settled} AND source = 'stk'`,
  `INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
   SELECT bench_id(settled_at, md5('event' || id)), application_id, environment, 'payment.' || status, id,
     jsonb_build_object('type', 'payment.' || status, 'data', jsonb_build_object('paymentId', id, 'amount', amount, 'phone', phone,
       'accountRef', account_ref, 'status', status, 'providerReceipt', provider_receipt, 'resultDesc', result_desc))::text,
     settled_at ${settled}`,
  `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, status, attempt_count, created_at, ended_at)
   SELECT bench_id(v.created_at, md5('delivery' || v.id)), e.id, v.id, CASE WHEN v.body LIKE '%99"%' THEN 'exhausted' ELSE 'delivered' END::"DeliveryStatus",
     1, v.created_at, v.created_at + interval '40 ms'
   FROM webhook_events v JOIN webhook_endpoints e ON e.application_id = v.application_id WHERE v.created_at >= now() - $1::interval`,
  `INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, started_at, duration_ms, status_code, address, response_body)
   SELECT id, 1, endpoint_id, created_at, 31, CASE WHEN status = 'delivered' THEN 200 ELSE 500 END, '127.0.0.1', 'ok'
   FROM webhook_deliveries WHERE created_at >= now() - $1::interval`,
  `INSERT INTO api_requests (id, application_id, environment, key_id, method, path, status_code, duration_ms, idempotency_key, resource_id, created_at)
   SELECT 'req_' || bench_id(created_at, md5('request' || id)), application_id, environment, application_id, 'POST', '/collect', 202, 41,
     account_ref, id, created_at ${settled} AND source = 'stk' AND created_at >= now() - interval '30 days'`,
];
