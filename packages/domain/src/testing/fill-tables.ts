import { randomBytes } from 'node:crypto';
import type { Database } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { Tenant } from '../kernel/context.ts';

type Cell = unknown;
type Row = Record<string, Cell>;

/** A row of each table that belongs to one tenant, by table and column. */
export type FilledTables = {
  /** The value of a column; throws when the table was not filled. */
  of(table: string, column?: string): string;
  rows: ReadonlyMap<string, Row>;
};

type Wanted = {
  tenant: Tenant;
  organizationId: string;
  /** A member, who wrote and asked for everything. */
  userId: string;
  /** What every text column holds that the database lets hold any text. */
  text: string;
  at: Date;
};

type Column = {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  /** The first value of an enumeration. */
  firstLabel: string | null;
  /** The table that it points to. */
  parent: string | null;
};

/** Who uses the product is seeded with verbs, and the engine's tables hold nothing of merchants. */
const seeded = new Set(['users', 'organizations', 'applications', 'memberships']);
const without =
  /^(_|engine_|rate_limit|public_counters$|retention_|subject_holds$|webhook_lanes$|provider_tokens?$|provider_periods$|gaps$|gap_readings$|callback_access$|rollup|payment_counts|approval_policies$|provider_credentials$|rail_(accounts|secrets)$|shortcodes$|second_factors$)/;

/** Other rows are about these without a foreign key, so these come first. */
const subjects = ['payments', 'c2b_registrations', 'provider_callbacks'];

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const receipt = () => `T${hex(5).toUpperCase().slice(0, 9)}`;

/** What constraints ask for. The other columns are filled by their type. */
function ruled({ text, at, userId }: Wanted): Record<string, Row> {
  return {
    // An offline payment, with the phone and reference as the customer and the provider wrote them.
    payments: {
      source: 'c2b',
      status: 'success',
      amount: 100,
      requested_amount: 100,
      description: text.slice(0, 64),
      callback_token: null,
      is_default_ref: false,
      provider_receipt: receipt(),
      settled_at: at,
      settled_by: 'c2b',
      announce_at: null,
      next_query_at: null,
      exact_amount: null,
      same_money_as: null,
      shortcode: '600200',
    },
    disbursements: {
      kind: 'payout',
      status: 'failed',
      amount: 100,
      transaction_id: null,
      live_receipt: null,
      payment_id: null,
      originator_conversation_id: hex(8),
      settled_at: at,
      settled_by: 'result',
      next_inquiry_at: null,
      shortcode: '600200',
    },
    inquiries: { status: 'failed', ended_at: at, disbursement_id: null, callback_id: null, identifier_type: '4' },
    orders: {
      kind: 'payout',
      // Decided, so that the page of approvals has it.
      status: 'rejected',
      amount: 100,
      input: { amount: 100, phone: '254712345678', remarks: text },
      outcome: { ok: false, code: 'provider_rejected', detail: text },
      executed_at: null,
      decided_by: userId,
      decided_at: at,
      claimed_until: null,
      resource_id: null,
    },
    webhook_endpoints: {
      url: 'https://shop.example/hook',
      sealed_secret: 'v1.none',
      rate_per_second: null,
      rate_flows_until: null,
      deleted_at: null,
      failing_since: null,
      circuit_open_until: null,
      circuit_closed_at: null,
      retired_secrets: [],
    },
    webhook_events: { type: 'payment.success', body: JSON.stringify({ type: 'payment.success', data: { text } }) },
    webhook_deliveries: {
      status: 'exhausted',
      next_attempt_at: null,
      claimed_until: null,
      parked_at: null,
      ended_at: at,
      attempt_count: 1,
    },
    webhook_attempts: { number: 1, response_headers: { 'x-note': text } },
    webhook_recoveries: { kind: 'failed', status: 'completed', ended_at: at, cursor_at: null, cursor_id: null },
    api_keys: { scopes: '{read}', revoked_at: null, expires_at: null, last_four: 'abcd', created_by: `user:${userId}` },
    reporting_tokens: {
      revoked_at: null,
      expires_at: new Date(at.getTime() + 24 * 3_600_000),
      last_four: 'abcd',
      created_by: `user:${userId}`,
    },
    api_requests: { id: `req_${uuidv7()}`, method: 'POST', status_code: 422, path: '/collect' },
    export_schedules: {
      next_at: new Date('2999-01-01T00:00:00Z'),
      user_ids: [userId],
      time_zone: 'UTC',
      created_by: `user:${userId}`,
    },
    day_mails: {
      hour: 7,
      next_at: new Date('2999-01-01T00:00:00Z'),
      user_ids: [userId],
      set_by: `user:${userId}`,
    },
    buckets: { endpoint: null, bucket: 'shop-files', prefix: '', region: 'eu-west-1', created_by: `user:${userId}` },
    export_uploads: {
      status: 'failed',
      next_attempt_at: null,
      claimed_until: null,
      bytes: null,
      ended_at: at,
    },
    exports: {
      status: 'failed',
      ended_at: at,
      cursor_at: null,
      cursor_id: null,
      time_zone: 'Africa/Nairobi',
      filter: { phone: text },
      columns: ['payment_id'],
      requested_by: `user:${userId}`,
    },
    recipients: { phone: '254712345678', saved_by: `user:${userId}` },
    saved_views: { page: 'payments', user_id: null, created_by: userId, query: 'status=failed' },
    reviews: {
      subject_kind: 'payment',
      reason: 'amount_differed',
      status: 'open',
      closed_at: null,
      closed_by: null,
      closing_note: null,
      assigned_to: null,
    },
    statements: { shortcode: '600200', file_hash: hex(32) },
    statement_lines: {
      kind: 'paid_in',
      receipt: receipt(),
      shortcode: '600200',
      withdrawn_cents: 0,
      matched_at: null,
      matched_by: null,
    },
    review_notes: { actor: `user:${userId}` },
    provider_callbacks: {
      kind: 'c2b_confirmation',
      subject_kind: 'c2b_registration',
      state: 'received',
      // A held confirmation that no sweep takes soon.
      retry_at: new Date('2999-01-01T00:00:00Z'),
      remote_ip: '203.0.113.1',
    },
    invitations: { accepted_at: null, revoked_at: null, role: 'support', email: `${hex(6)}@invited.example` },
    password_resets: { used_at: at },
    external_identities: { subject: hex(8) },
    passkeys: { credential_id: hex(16) },
    mails: { status: 'failed', next_attempt_at: null, claimed_until: null, ended_at: at, dedupe_key: null },
    audit_entries: { action: 'view.saved', actor: `user:${userId}`, detail: { environment: 'sandbox', name: text } },
    idempotency_records: { state: 'completed', completed_at: at, key: hex(8) },
    c2b_registrations: { shortcode: '600200' },
    c2b_rules: { reference_pattern: null, amount_min: null, amount_max: null, verify_from: null },
    held_confirmations: { receipt: receipt(), shortcode: '600200', exact_amount: null },
    guard_rules: { settings: {} },
    guard_list_entries: { phone_hash: hex(32), until: null },
    payment_links: {
      token_hash: hex(32),
      kind: 'once',
      status: 'open',
      ended_by: null,
      ended_at: null,
      title: text.slice(0, 64),
      amount: 100,
      amount_min: null,
      amount_max: null,
      choices: [],
      reference_key: hex(32),
      reference_prefix: null,
      fields: [],
      expires_at: null,
      payments_max: null,
      phone: '254712345678',
      return_url: null,
      created_by: `user:${userId}`,
    },
    link_attempts: {
      visit_hash: hex(32),
      token_hash: hex(32),
      state: 'refused',
      phone: '254712345678',
      amount: 100,
      answers: { note: text },
      prompt_at: null,
      claimed_until: null,
      payment_id: null,
      refusal: 'link_ended',
      ended_at: at,
    },
    link_credits: { amount: 100, reversed_amount: 0, reversed_at: null },
    payment_receipts: { token_hash: hex(32) },
    payout_batches: {
      name: text.slice(0, 64),
      command_id: 'SalaryPayment',
      status: 'draft',
      row_count: 1,
      file_bytes: 100,
      created_by: `user:${userId}`,
      checked_at: at,
      findings: {},
      submitted_by: null,
      paused_because: null,
    },
    payout_batch_rows: {
      number: 1,
      phone: '254712345678',
      amount: 100,
      reference: text.slice(0, 64),
      reference_key: hex(32),
      state: 'good',
      problems: [],
      warnings: [{ code: 'name_different', field: 'name', column: null, text }],
      skipped_because: null,
    },
    sessions: { user_agent: text, remote_ip: '203.0.113.1', expires_at: new Date('2999-01-01T00:00:00Z') },
  };
}

async function columnsOf({ pool }: Database): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      NOT a.attnotnull AS "isNullable", a.atthasdef AS "hasDefault",
      (SELECT e.enumlabel FROM pg_enum e WHERE e.enumtypid = a.atttypid ORDER BY e.enumsortorder LIMIT 1) AS "firstLabel",
      (SELECT f.confrelid::regclass::text FROM pg_constraint f
       WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.conkey[1] = a.attnum LIMIT 1) AS parent
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum`);
  return rows;
}

/** A value by the type of a column. Undefined: the database has one. */
function cellOf(column: Column, { text, at }: Wanted): Cell {
  const { name, type, isNullable, hasDefault, firstLabel } = column;
  if (/(^|_)(hash|token)$/.test(name)) return hex(32);
  if (type === 'text') return text;
  if (type === 'bytea') return Buffer.from(text);
  if (type === 'text[]') return hasDefault ? undefined : [text];
  if (type.startsWith('json')) return { text };
  if (hasDefault) return undefined;
  if (firstLabel !== null) return firstLabel;
  if (type === 'uuid') return isNullable ? null : uuidv7();
  if (type.startsWith('timestamp')) return isNullable ? null : at;
  if (type === 'boolean') return false;
  if (/^(integer|smallint|bigint|double precision|numeric)/.test(type)) return isNullable ? null : 1;
  if (type === 'date') return at;
  if (type.endsWith('[]')) return [];
  if (isNullable) return null;
  throw new Error(`${column.table}.${name} is ${type}: say how to fill it`);
}

const asSql = (value: Cell, type: string) =>
  type.startsWith('json') && value !== null ? JSON.stringify(value) : value;

/** Tables after those that they point to. */
function inOrder(columns: Column[]): string[] {
  const parents = new Map<string, Set<string>>();
  for (const { table, parent } of columns) {
    const of = parents.get(table) ?? new Set();
    if (parent !== null && parent !== table) of.add(parent);
    parents.set(table, of);
  }
  const ordered: string[] = [];
  const visit = (table: string) => {
    if (ordered.includes(table)) return;
    for (const parent of parents.get(table) ?? []) visit(parent);
    ordered.push(table);
  };
  for (const table of parents.keys()) visit(table);
  return ordered;
}

/**
 * Writes one row into every table for a tenant, with one text in every column that holds any text. The rows are made from the
 * database's own catalogue, so a new table or column is filled without anybody remembering.
 */
export async function fillTables(db: Database, wanted: Wanted): Promise<FilledTables> {
  const columns = await columnsOf(db);
  const { tenant, organizationId, userId } = wanted;
  const rules = ruled(wanted);
  const known: Row = { application_id: tenant.applicationId, environment: tenant.environment };
  const ids: Record<string, string> = {
    users: userId,
    organizations: organizationId,
    applications: tenant.applicationId,
  };
  const rows = new Map<string, Row>();
  const subjectOf = (table: string) => rows.get(table === 'provider_callbacks' ? 'c2b_registrations' : 'payments')?.id;
  const order = inOrder(columns).filter((table) => !seeded.has(table) && !without.test(table));
  for (const table of new Set([...subjects, ...order])) {
    const row: Row = {};
    const given = columns.filter((column) => column.table === table);
    for (const column of given) {
      const { name, parent } = column;
      const ruling = rules[table];
      if (ruling && name in ruling) row[name] = ruling[name];
      else if (name in known) row[name] = known[name];
      else if (name === 'organization_id') row[name] = organizationId;
      else if (name === 'user_id' || name === 'requested_by')
        row[name] = column.type === 'uuid' ? userId : `user:${userId}`;
      else if (name === 'subject_id') row[name] = subjectOf(table);
      else if (name === 'endpoint_id') row[name] = rows.get('webhook_endpoints')?.id;
      else if (name === 'callback_id') row[name] = rows.get('provider_callbacks')?.id;
      else if (parent !== null) row[name] = rows.get(parent)?.id ?? ids[parent];
      else row[name] = cellOf(column, wanted);
    }
    const filled = given.filter(({ name }) => row[name] !== undefined);
    const names = filled.map(({ name }) => `"${name}"`).join(', ');
    const places = filled.map(({ type }, index) => `$${index + 1}::${type}`).join(', ');
    const values = filled.map(({ name, type }) => asSql(row[name], type));
    const { rows: written } = await db.pool
      .query<Row>(`INSERT INTO "${table}" (${names}) VALUES (${places}) RETURNING *`, values)
      .catch((error: Error) => {
        throw new Error(`${table} could not be filled: ${error.message}`, { cause: error });
      });
    rows.set(table, written[0] ?? row);
  }
  return {
    rows,
    of(table, column = 'id') {
      const value = rows.get(table)?.[column];
      if (typeof value !== 'string') throw new Error(`${table}.${column} was not filled`);
      return value;
    },
  };
}
