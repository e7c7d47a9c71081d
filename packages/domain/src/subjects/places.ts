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
    // The confirmation of a prompt names its payer by the receipt: the number is masked. So does a notice to an account.
    about: `(t.subject_id = ANY($ids) OR (t.kind IN ('c2b_confirmation', 'rail_notice') AND EXISTS (
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
    table: 'payout_batches',
    key: id,
    tenant: ofApplication,
    columns: [text('name', 64), text('note', 500), text('file_name', 200)],
  },
  {
    table: 'payout_batch_rows',
    key: id,
    tenant: ofApplication,
    about: 't.disbursement_id = ANY($ids)',
    columns: [
      ...[text('phone'), name('name'), text('reference', 64), text('remarks'), text('occasion')],
      ...[jsonb('problems'), jsonb('warnings')],
    ],
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
