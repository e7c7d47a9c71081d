// The columns that no erasure rewrites, and why. A test compares them with the schema.

/** Where a customer's data may be all the same, and why it stays. */
export const exceptions: Readonly<Record<string, string>> = {
  'idempotency_records.key': 'A key must stay used up forever. Otherwise a repeat would move money again.',
  'idempotency_records.fingerprint': 'A hash, by which a repeat with another body is refused.',
  'provider_callbacks.body_hash': 'A hash, by which a repeat of a callback is known.',
  'audit_entries.*': 'Nobody changes the audit. It names payments by their ids, and no phone numbers.',
  'day_sign_offs.*': 'Nobody changes what was signed. The figures are sums; the note is in the words of who signed.',
  'export_parts.body': 'Files are removed 7 days after they are ready.',
  'export_parts.people': 'Files are removed 7 days after they are ready.',
  'exports.people': 'Sums and checksums of a file.',
  'mails.*': 'Emails go to members. They are removed 30 days after they were sent.',
  'engine_events.*': 'Signals carry only ids and are removed when they are read.',
  'engine_runs.*': 'Signals carry only ids and are removed 7 days after they ended.',
  'rate_limit_counters.*': 'A counter of a phone number is removed an hour or more after it expired.',
  'public_counters.*': 'Counters of addresses that open payment pages. They have no numbers of customers.',
  'guard_decisions.*': 'There is a hash in the place of the number. Rows are removed by the retention policy.',
  'guard_list_entries.*':
    'A merchant blocked or allowed a number. There is a hash in the place of the number, and reasons have no number.',
  'stopped_phones.*':
    'The operator stopped prompts to a number. There is a hash in the place of the number, and it must stay stopped.',
  'payment_links.fields': 'Questions of the merchant, the same for everybody who pays.',
  'payout_batches.findings': 'Counts, sums, and the name of another batch of the merchant.',
  'astray_callbacks.*':
    'Nobody knows whose they are. They go to the inbox when their payment is known, and are removed 90 days later.',
  'held_confirmations.*': 'Nothing is erased while a confirmation waits; the row goes when it is decided.',
};

/** Tables that hold nothing of customers: the merchant's own settings, members, keys and figures. */
export const ofMerchants = [
  ...['_prisma_migrations', 'api_keys', 'applications', 'approval_policies', 'buckets', 'c2b_registrations'],
  ...['c2b_retired_tokens', 'c2b_rules', 'callback_access', 'credits_due', 'day_mails', 'export_uploads'],
  'link_credits',
  'payment_receipts',
  ...[
    'external_identities',
    'float_thresholds',
    'gap_readings',
    'gaps',
    'guard_rules',
    'invitations',
    'key_networks',
    'memberships',
    'organizations',
  ],
  ...['passkeys', 'password_resets', 'provider_credentials', 'provider_periods', 'provider_tokens', 'recovery_codes'],
  ...['rail_accounts', 'rail_secrets'],
  'refused_callbacks',
  ...['reporting_tokens', 'retention_cursors', 'retention_runs', 'retention_settings', 'rollup_backfill'],
  ...['rollup_changes', 'rollups', 'second_factors', 'sessions', 'shortcodes'],
  ...['statements', 'subject_holds', 'told_balances', 'users', 'webhook_deliveries', 'webhook_endpoints'],
  ...['webhook_lanes', 'webhook_recoveries'],
] as const;

/** Columns of the tables above in which no text of a customer stands: codes, ids of the provider, names of keys. */
export const plainColumns: Readonly<Record<string, readonly string[]>> = {
  webhook_attempts: ['address'],
  webhook_events: ['type'],
  api_requests: ['id', 'method', 'error_code', 'remote_ip'],
  idempotency_records: ['endpoint'],
  orders: ['request_key'],
  review_notes: ['actor'],
  reviews: ['closed_by'],
  exports: ['columns', 'time_zone', 'requested_by', 'file_sha256'],
  export_schedules: ['columns', 'time_zone', 'created_by'],
  saved_views: ['page'],
  recipients: ['saved_by', 'answered_by'],
  former_recipients: ['removed_by'],
  statement_lines: ['shortcode', 'account', 'receipt', 'line_type', 'linked_receipt'],
  inquiries: [
    ...['transaction_id', 'identifier_type', 'shortcode', 'callback_token', 'originator_conversation_id'],
    ...['conversation_id', 'result_code'],
  ],
  provider_callbacks: ['remote_ip'],
  link_attempts: ['visit_hash', 'token_hash', 'refusal'],
  payment_links: ['token_hash', 'reference_key', 'reference_prefix', 'return_url', 'created_by'],
  payout_batches: ['command_id', 'rows_hash', 'created_by', 'submitted_by'],
  payout_batch_rows: ['reference_key', 'skipped_because'],
  disbursements: [
    ...['transaction_id', 'live_receipt', 'command_id', 'shortcode', 'callback_token', 'originator_conversation_id'],
    ...['conversation_id', 'provider_receipt', 'result_code', 'requested_by'],
  ],
  payments: [
    ...['exact_amount', 'shortcode', 'callback_token', 'merchant_request_id', 'checkout_request_id'],
    ...['provider_receipt', 'result_code'],
  ],
};
