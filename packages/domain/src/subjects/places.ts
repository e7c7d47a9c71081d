import type { TextForm } from './rewrite.ts';

// Where what concerns a customer may stand: their phone number, their name, and what they wrote.

type ColumnKind = 'text' | 'json' | 'jsonb' | 'bytea';
/** A column that is rewritten. `max`: how many characters fit; `form`: what its text is, words and JSON by default. */
export type PlaceColumn = { name: string; kind: ColumnKind; max?: number; form?: TextForm };

export type Place = {
  table: string;
  /** The key that rows are walked by, where it is listed when that is another table, and the number that completes it. */
  key: { column: string; type: 'uuid' | 'text'; listedIn?: string; part?: string };
  /** How a row `t` of the table that lists keys belongs to the applications of an organization. */
  tenant: string;
  /** How a row `t` is about what the person paid or got, though it may not name the person. */
  about?: string;
  columns: readonly PlaceColumn[];
  /** A row is removed instead of rewritten. */
  isRemoved?: true;
  /** Set when a row is rewritten. */
  stamp?: string;
  /** What is handed out, where it is not the whole row. */
  shown?: readonly string[];
  /** Not handed out: secrets of ours. */
  secret?: readonly string[];
};

const text = (name: string, max?: number): PlaceColumn => ({ name, kind: 'text', ...(max && { max }) });
const name = (column: string): PlaceColumn => ({ name: column, kind: 'text', form: 'name' });
const json = (name: string): PlaceColumn => ({ name, kind: 'json' });
const jsonb = (name: string): PlaceColumn => ({ name, kind: 'jsonb' });

const id = { column: 'id', type: 'uuid' } as const;
const ofApplication = 't.application_id = ANY($apps)';

/**
 * All of them, in the order in which they are rewritten. What tells whose rows and names these are comes last, so that a
 * run that was killed can be repeated.
 */
export const places: readonly Place[] = [
  {
    table: 'webhook_attempts',
    key: { column: 'delivery_id', type: 'uuid', listedIn: 'webhook_deliveries', part: 'number' },
    tenant: 'EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = t.endpoint_id AND e.application_id = ANY($apps))',
    about: `EXISTS (SELECT 1 FROM webhook_deliveries d JOIN webhook_events v ON v.id = d.event_id
      WHERE d.id = t.delivery_id AND v.subject_id = ANY($ids))`,
    columns: [text('error'), jsonb('response_headers'), text('response_body')],
  },
  {
    table: 'webhook_events',
    key: id,
    tenant: ofApplication,
    about: 't.subject_id = ANY($ids)',
    columns: [text('body')],
    stamp: 'body_erased_at',
  },
  {
    table: 'api_requests',
    key: { column: 'id', type: 'text' },
    tenant: ofApplication,
    about: 't.resource_id = ANY($ids)',
    columns: [
      ...[
        { ...text('path'), form: 'address' } as const,
        text('error_detail'),
        text('idempotency_key'),
        text('user_agent'),
      ],
      ...[text('request_body'), text('response_body')],
    ],
    // The address is that of the merchant's server.
    shown: [
      ...['id', 'application_id', 'environment', 'method', 'path', 'status_code', 'error_code', 'error_detail'],
      ...['idempotency_key', 'resource_id', 'user_agent', 'created_at', 'request_body', 'response_body'],
    ],
  },
  {
    table: 'idempotency_records',
    key: id,
    tenant: ofApplication,
    about: 't.resource_id = ANY($ids)',
    columns: [json('outcome')],
    shown: ['id', 'application_id', 'environment', 'endpoint', 'key', 'state', 'resource_id', 'created_at', 'outcome'],
  },
  {
    table: 'orders',
    key: id,
    tenant: ofApplication,
    about: 't.resource_id = ANY($ids)',
    columns: [json('input'), json('outcome'), text('reason'), text('decision_note'), json('recipient')],
  },
  {
    table: 'review_notes',
    key: id,
    tenant: 'EXISTS (SELECT 1 FROM reviews r WHERE r.id = t.review_id AND r.application_id = ANY($apps))',
    about: 'EXISTS (SELECT 1 FROM reviews r WHERE r.id = t.review_id AND r.subject_id = ANY($ids))',
    columns: [text('text')],
  },
  {
    table: 'reviews',
    key: id,
    tenant: ofApplication,
    about: 't.subject_id = ANY($ids)',
    columns: [json('detail'), text('closing_note')],
  },
  { table: 'exports', key: id, tenant: ofApplication, columns: [jsonb('filter'), text('error')] },
  { table: 'export_schedules', key: id, tenant: ofApplication, columns: [text('name'), jsonb('filter')] },
  {
    table: 'saved_views',
    key: id,
    tenant: ofApplication,
    columns: [text('name'), { ...text('query'), form: 'query' }],
  },
  {
    table: 'recipients',
    key: id,
    tenant: ofApplication,
    columns: [text('name'), text('phone'), text('previous_phone')],
    isRemoved: true,
  },
  {
    table: 'former_recipients',
    key: id,
    tenant: ofApplication,
    columns: [text('name'), text('phone')],
    isRemoved: true,
  },
  {
    table: 'statement_lines',
    key: id,
    tenant: ofApplication,
    about: '(t.payment_id = ANY($ids) OR t.disbursement_id = ANY($ids))',
    columns: [text('details'), text('other_party'), text('account_ref')],
  },
  {
    table: 'inquiries',
    key: id,
    tenant: ofApplication,
    about: '(t.disbursement_id = ANY($ids) OR t.transaction_id = ANY($receipts))',
    columns: [text('remarks'), text('occasion'), text('result_desc'), json('result'), json('raw')],
    secret: ['callback_token'],
  },
  {
    table: 'provider_callbacks',
    key: id,
    tenant: ofApplication,
    // The confirmation of a prompt names its payer by the receipt: the number is masked.
    about: `(t.subject_id = ANY($ids) OR (t.kind = 'c2b_confirmation' AND EXISTS (
      SELECT 1 FROM unnest($receipts) receipt WHERE position(receipt IN encode(t.body, 'escape')) > 0)))`,
    columns: [{ name: 'body', kind: 'bytea' }, text('error')],
    stamp: 'body_erased_at',
  },
  {
    table: 'link_attempts',
    key: id,
    tenant: ofApplication,
    about: 't.payment_id = ANY($ids)',
    columns: [text('phone'), json('answers')],
    // What opens the page of the attempt.
    secret: ['visit_hash', 'token_hash'],
  },
  {
    table: 'payment_links',
    key: id,
    tenant: ofApplication,
    about: `EXISTS (SELECT 1 FROM link_credits c WHERE c.link_id = t.id AND c.payment_id = ANY($ids)) AND t.kind = 'once'`,
    columns: [
      ...[text('phone'), text('title', 64), text('description', 500), text('account_reference', 12), json('metadata')],
    ],
    secret: ['token_hash'],
  },
  {
    table: 'disbursements',
    key: id,
    tenant: ofApplication,
    about: '(t.id = ANY($ids) OR t.payment_id = ANY($ids))',
    columns: [text('phone'), name('payee_name'), text('remarks'), text('occasion'), text('result_desc')],
    secret: ['callback_token'],
  },
  {
    table: 'payments',
    key: id,
    tenant: ofApplication,
    about: 't.id = ANY($ids)',
    columns: [
      ...[text('phone'), name('payer_name'), text('account_ref', 12), text('description', 64), json('metadata')],
      text('result_desc'),
    ],
    secret: ['callback_token'],
  },
];

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
  'stopped_phones.*':
    'The operator stopped prompts to a number. There is a hash in the place of the number, and it must stay stopped.',
  'payment_links.fields': 'Questions of the merchant, the same for everybody who pays.',
  'held_confirmations.*': 'Nothing is erased while a confirmation waits; the row goes when it is decided.',
};

/** Tables that hold nothing of customers: the merchant's own settings, members, keys and figures. */
export const ofMerchants = [
  ...['_prisma_migrations', 'api_keys', 'applications', 'approval_policies', 'buckets', 'c2b_registrations'],
  ...['c2b_retired_tokens', 'c2b_rules', 'callback_access', 'credits_due', 'day_mails', 'export_uploads'],
  'link_credits',
  ...[
    'external_identities',
    'float_thresholds',
    'guard_rules',
    'invitations',
    'key_networks',
    'memberships',
    'organizations',
  ],
  ...['passkeys', 'password_resets', 'provider_credentials', 'provider_periods', 'provider_tokens', 'recovery_codes'],
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
  disbursements: [
    ...['transaction_id', 'live_receipt', 'command_id', 'shortcode', 'callback_token', 'originator_conversation_id'],
    ...['conversation_id', 'provider_receipt', 'result_code', 'requested_by'],
  ],
  payments: [
    ...['exact_amount', 'shortcode', 'callback_token', 'merchant_request_id', 'checkout_request_id'],
    ...['provider_receipt', 'result_code'],
  ],
};
