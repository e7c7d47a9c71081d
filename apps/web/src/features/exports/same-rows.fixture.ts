import type { Database } from '@tillgate/db';

type Where = { applicationId: string; endpointId: string; userId: string; now: Date };

/** An id of a hash, and a row every two hours back from a moment. */
const made = `
  SELECT n, hash, (substr(hash, 1, 12) || '7' || substr(hash, 14, 3) || '8' || substr(hash, 18, 15))::uuid AS id,
    date_trunc('milliseconds', $2::timestamptz - n * interval '2 hours') AS at
  FROM (SELECT n, md5($1::text || n) AS hash FROM generate_series(1, 48) n) numbers`;

const payments = `
  INSERT INTO payments (id, application_id, environment, source, status, amount, requested_amount, phone, account_ref,
    description, shortcode, callback_token, provider_receipt, result_code, result_desc, settled_by, created_at,
    prompted_at, settled_at, needs_review)
  SELECT id, $1::uuid, 'sandbox', 'stk', status::"PaymentStatus", 10 * n, 10 * n, '25471234567' || n % 3,
    'INV-' || n % 5, 'Payment', '174379', hash, CASE WHEN status = 'success' THEN 'T' || upper(substr(hash, 1, 9)) END,
    CASE status WHEN 'success' THEN '0' WHEN 'failed' THEN CASE n % 2 WHEN 0 THEN '1032' ELSE '1' END END, 'told so',
    CASE WHEN status <> 'pending' THEN 'callback' END::"SettledBy", at, at, CASE WHEN status <> 'pending' THEN at END,
    n % 7 = 0
  FROM (SELECT *, (ARRAY['success', 'failed', 'pending'])[1 + n % 3] AS status FROM (${made}) m) all_kinds`;

const disbursements = `
  INSERT INTO disbursements (id, application_id, environment, kind, status, amount, phone, transaction_id, command_id,
    remarks, shortcode, callback_token, originator_conversation_id, provider_receipt, settled_by, created_at,
    settled_at, needs_review)
  SELECT id, $1::uuid, 'sandbox', kind::"DisbursementKind", status::"DisbursementStatus", 10 * n,
    CASE kind WHEN 'payout' THEN '25471234567' || n % 3 END,
    CASE kind WHEN 'reversal' THEN 'R' || upper(substr(hash, 1, 9)) END,
    CASE kind WHEN 'payout' THEN 'BusinessPayment' END, 'Rent', '600200', hash || hash, hash,
    CASE WHEN status = 'success' THEN 'T' || upper(substr(hash, 1, 9)) END,
    CASE WHEN status <> 'pending' THEN 'result' END::"DisbursementDoor", at, CASE WHEN status <> 'pending' THEN at END,
    n % 7 = 0
  FROM (SELECT *, (ARRAY['success', 'failed', 'pending'])[1 + n % 3] AS status,
    (ARRAY['payout', 'reversal'])[1 + n % 2] AS kind FROM (${made}) m) all_kinds`;

/** Every third one was asked for by the person. */
const requests = `
  INSERT INTO audit_entries (id, actor, action, subject_id, application_id, detail, created_at)
  SELECT gen_random_uuid(), 'user:' || $3::text, 'disbursement.requested', id::text, $1::uuid, '{}', at
  FROM (${made}) m WHERE n % 3 = 0`;

const inquiries = `
  INSERT INTO inquiries (id, application_id, environment, kind, status, transaction_id, identifier_type, remarks,
    shortcode, callback_token, created_at, ended_at)
  SELECT id, $1::uuid, 'sandbox', (ARRAY['transaction_status', 'account_balance'])[1 + n % 2]::"InquiryKind",
    status::"InquiryStatus", CASE n % 2 WHEN 0 THEN 'TJK1A2B3C4' END, '4', 'Question', '600200', hash || hash, at,
    CASE WHEN status <> 'pending' THEN at END
  FROM (SELECT *, (ARRAY['answered', 'failed', 'pending'])[1 + n % 3] AS status FROM (${made}) m) all_kinds`;

const events = `
  INSERT INTO webhook_events (id, application_id, environment, type, subject_id, body, created_at)
  SELECT id, $1::uuid, 'sandbox', (ARRAY['payment.success', 'payment.failed'])[1 + n % 2], id, '{}', at
  FROM (${made}) m`;

/** Of two events in three. */
const deliveries = `
  INSERT INTO webhook_deliveries (id, endpoint_id, event_id, status, attempt_count, next_attempt_at, created_at,
    ended_at)
  SELECT gen_random_uuid(), $3::uuid, id, status::"DeliveryStatus", n % 3,
    CASE WHEN status = 'due' THEN at + interval '1 hour' END, at, CASE WHEN status <> 'due' THEN at END
  FROM (SELECT *, (ARRAY['delivered', 'due', 'exhausted'])[1 + n % 3] AS status FROM (${made}) m) all_kinds
  WHERE n % 4 > 0`;

const links = `
  INSERT INTO payment_links (id, application_id, environment, token_hash, kind, status, ended_by, ended_at, title, amount,
    account_reference, reference_key, reference_prefix, language, offline, created_by, created_at)
  SELECT id, $1::uuid, 'sandbox', hash || hash, kind::"LinkKind", status::"LinkStatus",
    CASE WHEN status = 'ended' THEN 'expiry' END::"LinkEnding", CASE WHEN status = 'ended' THEN at END,
    'Order ' || n % 5, 10 * n, CASE kind WHEN 'once' THEN 'INV-' || n END,
    CASE kind WHEN 'once' THEN hash || hash END, CASE kind WHEN 'many' THEN 'CHO' || n END, 'en', false, 'operator', at
  FROM (SELECT *, CASE WHEN kind = 'many' AND status = 'paid' THEN 'open' ELSE status END AS status FROM (
    SELECT n, hash, id, at, (ARRAY['open', 'paid', 'ended'])[1 + n % 3] AS status,
      (ARRAY['once', 'many'])[1 + n % 2] AS kind FROM (${made}) m) one) all_kinds (n, hash, id, at, was, kind, status)`;

/** One in four is of the second link, the others of the newest one. */
const ofLinks = `(SELECT id FROM payment_links ORDER BY created_at DESC OFFSET CASE n % 4 WHEN 0 THEN 1 ELSE 0 END LIMIT 1)`;

/** Of every second payment, and others that got no prompt. */
const attempts = `
  INSERT INTO link_attempts (id, link_id, application_id, environment, visit_hash, token_hash, state, phone, amount,
    language, created_at, payment_id, refusal, ended_at)
  SELECT gen_random_uuid(), ${ofLinks}, $1::uuid, 'sandbox', hash || hash, hash || hash,
    CASE n % 2 WHEN 0 THEN 'handed' ELSE 'refused' END::"AttemptState", '25471234567' || n % 3, 10 * n, 'en', at,
    CASE n % 2 WHEN 0 THEN id END, CASE n % 2 WHEN 1 THEN 'too_many' END, at
  FROM (${made}) m`;

/** Paid without the page. */
const credits = `
  INSERT INTO link_credits (payment_id, link_id, application_id, environment, amount, credited_at)
  SELECT id, ${ofLinks}, $1::uuid, 'sandbox', 10 * n, at FROM (${made}) m WHERE n % 6 = 3`;

const decisions = `
  INSERT INTO guard_decisions (id, application_id, environment, rule_id, kind, mode, payment_id, phone_hash, amount, at)
  SELECT gen_random_uuid(), $1::uuid, 'sandbox', id, (ARRAY['prompts_per_phone', 'new_payee', 'list'])[1 + n % 3]::"GuardRuleKind",
    (ARRAY['watch', 'refuse'])[1 + n % 2]::"GuardMode", CASE n % 2 WHEN 0 THEN id END, hash || hash, 10 * n, at
  FROM (${made}) m`;

/** Writes 48 rows of every list over four days, of all kinds and states. */
export async function fillLists({ pool }: Pick<Database, 'pool'>, where: Where): Promise<void> {
  const { applicationId, endpointId, userId, now } = where;
  for (const rows of [payments, disbursements, inquiries, events, links, decisions])
    await pool.query(rows, [applicationId, now]);
  await pool.query(requests, [applicationId, now, userId]);
  await pool.query(deliveries, [applicationId, now, endpointId]);
  for (const rows of [attempts, credits]) await pool.query(rows, [applicationId, now]);
}
