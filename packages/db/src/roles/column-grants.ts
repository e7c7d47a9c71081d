// Rights to some columns of a table. Where columns are listed, a new column is refused until it is added.

// `SELECT … FOR UPDATE` asks for the right to update some column: roles that only lock rows of a
// table have a column that no decision depends on.

/** The columns that people request and decide with. Only the worker writes the execution (`executed_at`, `outcome`, …). */
export const requestsOrders =
  'SELECT, INSERT (id, application_id, environment, kind, status, input, amount, reason, requested_by, request_key, created_at, expires_at, decided_by, decided_at, decision_note, attempts, resource_id, recipient), UPDATE (status, decided_by, decided_at, decision_note, expires_at)';
/** Sending again and cancelling, without the count of attempts. Cancelling ends the claim of a worker. */
export const steersDeliveries =
  'SELECT, INSERT, UPDATE (status, next_attempt_at, attempts_before, parked_at, resent_at, ended_at, claimed_until)';
/** The outcome of a request, without its response. */
export const readsClaims =
  'SELECT (id, application_id, environment, endpoint, key, state, lease_until, resource_id, created_at, completed_at)';
/** Ending a callback that waits for a person, or having it applied again. Never its body. */
export const decidesCallbacks = 'SELECT, UPDATE (state, error, attempts, applied_at, retry_at)';

/** Callbacks that wait for their payment, without what was posted. */
export const readsAstray =
  'SELECT (id, kind, received_at, receipt, amount, state, application_id, environment, ended_at)';

/** Erasing a person, which the operator does: the texts that may name one, and nothing that decides. */
export const erases = {
  inquiries: 'SELECT, UPDATE (remarks, occasion, result_desc, result, raw)',
  claims:
    'SELECT (id, application_id, environment, endpoint, key, state, lease_until, resource_id, created_at, completed_at, outcome), UPDATE (outcome)',
  callbacks: 'SELECT, UPDATE (state, error, attempts, applied_at, retry_at, body, body_erased_at)',
  requests:
    'SELECT (id, application_id, environment, key_id, method, path, status_code, error_code, error_detail, idempotency_key, resource_id, user_agent, created_at, request_body, response_body), UPDATE (path, error_detail, idempotency_key, user_agent, request_body, response_body)',
  attempts: 'SELECT, UPDATE (error, response_headers, response_body)',
  events: 'SELECT, INSERT, UPDATE (test, body, body_erased_at)',
  views: 'SELECT, UPDATE (name, query)',
  notes: 'SELECT, INSERT, UPDATE (text)',
  lines:
    'SELECT, INSERT, UPDATE (payment_id, disbursement_id, matched_by, matched_at, details, other_party, account_ref)',
} as const;
export const matchesLines = 'SELECT, UPDATE (payment_id, disbursement_id, matched_by, matched_at)';

export const erasesOrders = 'UPDATE (input, outcome, reason, recipient)';

/** Requesting and cancelling a file. Only the worker writes its content. */
export const requestsExports =
  'SELECT, INSERT (id, application_id, environment, list, format, status, filter, columns, time_zone, language, requested_by, created_at, expected_rows, schedule_id), UPDATE (status, ended_at)';

/** Making, pausing and ending schedules. */
export const plansExports = 'SELECT, INSERT, UPDATE (next_at, paused_at), DELETE';

/** Naming buckets and giving them keys. Nobody but the worker reads the sealed ones. */
export const keepsBuckets = 'INSERT, UPDATE (access_key_id, sealed_secret_key, keys_replaced_at), DELETE';
export const readsBuckets =
  'SELECT (id, application_id, environment, name, endpoint, region, bucket, prefix, path_style, access_key_id, created_by, created_at, keys_replaced_at)';
/** Asking for a file that tests a bucket, and for another attempt at once. */
export const asksForUploads =
  'SELECT, INSERT (id, bucket_id, status, object_key, attempt_count, next_attempt_at, created_at), UPDATE (next_attempt_at)';

/** Noting that somebody wants to pay. The worker decides what becomes of it. */
export const asksToPay =
  'SELECT (id, link_id, visit_hash), INSERT (id, link_id, application_id, environment, visit_hash, token_hash, phone, amount, answers, language, is_repeat, created_at)';

/** Triggers note what counts towards a link, or does not any more. */
export const notesCredits = 'SELECT, INSERT, UPDATE (noted_at)';

/** Deleting expired rows, without reading their owner or secret. */
export const deletesExpired = 'SELECT (id, expires_at), DELETE';
