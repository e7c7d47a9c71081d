// What each process may do in the database. Everything that is not here is refused.
//
// `migrate` applies this file. A new table, sequence or function fails `roles.test.ts` until it has
// a line here. Where columns are listed, a new column is refused until it is added.

import {
  asksForUploads,
  asksToPay,
  decidesCallbacks,
  deletesExpired,
  erases,
  erasesOrders,
  keepsBuckets,
  matchesLines,
  notesCredits,
  plansExports,
  readsAstray,
  readsBuckets,
  readsClaims,
  requestsExports,
  requestsOrders,
  steersDeliveries,
} from './column-grants.ts';

/** The processes with a role of their own. Migrations run as the owner of the tables. */
export const processesWithRole = ['api', 'worker', 'web', 'cli', 'pay'] as const;
export type ProcessWithRole = (typeof processesWithRole)[number];

/** The role of a process. Roles belong to the whole server, so the name says whose they are. */
export function roleOf(process: ProcessWithRole): string {
  return `tillgate_${process}`;
}

/** Privileges by process, as SQL writes them; a process that is not named may do nothing. */
type Grants = { [each in ProcessWithRole]?: string };

const read = 'SELECT';
const append = 'SELECT, INSERT';
const write = 'SELECT, INSERT, UPDATE';
const all = 'SELECT, INSERT, UPDATE, DELETE';

export const tableGrants: Record<string, Grants> = {
  // People and their rights. The API knows keys, not people.
  users: {
    worker: 'SELECT (id, email, name, created_at, disabled_at, muted_mails, first_factor_at, factors_ended_at)',
    web: write,
    cli: write,
  },
  sessions: { worker: deletesExpired, web: write, cli: 'SELECT, UPDATE' },
  second_factors: { web: all, cli: 'SELECT, DELETE' },
  recovery_codes: { web: all, cli: 'SELECT, DELETE' },
  passkeys: { web: all, cli: 'SELECT, DELETE' },
  password_resets: { worker: deletesExpired, web: write, cli: 'SELECT, UPDATE' },
  external_identities: { web: 'SELECT, INSERT, DELETE', cli: 'SELECT, DELETE' },
  organizations: { api: read, worker: read, web: write, cli: write },
  memberships: { worker: 'SELECT, UPDATE (created_at)', web: all, cli: all },
  invitations: { web: write, cli: 'SELECT, UPDATE' },
  saved_views: { web: all, cli: erases.views },
  recipients: { worker: read, web: 'SELECT, INSERT, DELETE', cli: 'SELECT, DELETE' },
  former_recipients: { web: 'SELECT, INSERT, DELETE', cli: 'SELECT, DELETE' },

  // Applications, keys and credentials.
  applications: { api: read, worker: 'SELECT, UPDATE (created_at)', web: write, cli: write },
  api_keys: { api: 'SELECT, UPDATE (last_used_at)', worker: 'SELECT, UPDATE (is_held)', web: write, cli: write },
  reporting_tokens: { web: write, cli: write },
  key_networks: { api: write, worker: 'SELECT, UPDATE, DELETE' },
  provider_credentials: {
    api: 'SELECT, UPDATE (c2b_version)',
    worker: 'SELECT, UPDATE (c2b_version)',
    web: write,
    cli: write,
  },
  rail_accounts: { api: read, worker: read, web: write, cli: write },
  rail_secrets: { api: read, worker: read, web: all, cli: all },
  // `doctor` counts sealed secrets by key. It cannot open them.
  provider_tokens: { api: write, worker: write, cli: 'SELECT (sealed_token)' },
  provider_periods: { api: read, worker: 'SELECT, INSERT, UPDATE (ended_at), DELETE', web: read, cli: read },
  shortcodes: { api: append, worker: append, web: append, cli: 'SELECT, INSERT, DELETE' },
  approval_policies: { api: 'SELECT, UPDATE (updated_at)', worker: write, web: write, cli: write },

  // Money. People settle nothing in the dashboard: they place orders, and the worker acts.
  orders: { api: read, worker: 'SELECT, UPDATE', web: requestsOrders, cli: `${requestsOrders}, ${erasesOrders}` },
  payments: {
    api: write,
    worker: write,
    // A person decides that a confirmation is an offline payment, or the receipt of a success.
    web: 'SELECT, INSERT, UPDATE (needs_review, same_money_as, next_query_at, announce_at, provider_receipt, payer_name, amount, result_desc)',
    cli: write,
  },
  disbursements: {
    api: write,
    worker: write,
    web: 'SELECT, UPDATE (needs_review, next_inquiry_at)',
    cli: 'SELECT, UPDATE',
  },
  inquiries: { api: write, worker: write, web: read, cli: erases.inquiries },
  idempotency_records: { api: write, worker: write, web: readsClaims, cli: erases.claims },
  provider_callbacks: { api: write, worker: write, web: decidesCallbacks, cli: erases.callbacks },
  callback_access: { api: write, worker: read, web: read, cli: read },
  astray_callbacks: {
    api: append,
    worker: 'SELECT, UPDATE, DELETE',
    web: readsAstray,
    cli: 'SELECT, UPDATE (state, application_id, environment, ended_at)',
  },
  gaps: {
    api: read,
    worker: read,
    web: read,
    cli: 'SELECT, INSERT, UPDATE (apis, is_open, closed_at, closed_by, closing_note)',
  },
  gap_readings: { api: append, worker: read, web: read, cli: read },
  refused_callbacks: { api: write, worker: read, web: read, cli: read },
  c2b_registrations: { api: write, worker: write, web: write, cli: write },
  c2b_retired_tokens: { api: write, worker: write, web: write, cli: write },
  c2b_rules: { api: read, worker: read, web: write, cli: write },
  held_confirmations: { api: read, worker: all, web: 'SELECT, DELETE', cli: 'SELECT, DELETE' },

  // The provider's statements. Stored lines never change, only their matches. A person removes an import as a whole.
  statements: { worker: read, web: `${append}, DELETE`, cli: `${append}, DELETE` },
  told_balances: { worker: append, web: read, cli: append },
  statement_lines: { worker: matchesLines, web: `${matchesLines}, INSERT, DELETE`, cli: `${erases.lines}, DELETE` },

  // Guards.
  stopped_phones: { api: read, worker: read, cli: 'SELECT, INSERT, DELETE' },
  guard_rules: { api: read, worker: 'SELECT, UPDATE, DELETE', web: all, cli: 'SELECT, INSERT, DELETE' },
  guard_list_entries: {
    api: read,
    worker: 'SELECT, INSERT, UPDATE, DELETE',
    web: all,
    cli: 'SELECT, INSERT, UPDATE, DELETE',
  },
  guard_decisions: { api: append, worker: 'SELECT, INSERT, DELETE', web: read, cli: read },

  // Payment links.
  payment_links: { api: write, worker: 'SELECT, UPDATE', web: write, cli: write },
  link_attempts: { api: read, worker: all, web: read, cli: 'SELECT, UPDATE (phone, answers)', pay: asksToPay },
  // Anybody can reach the process of the pages, so it sees views alone and decides nothing.
  public_links: { pay: read },
  public_attempts: { pay: read },
  public_receipts: { pay: read },
  payment_receipts: { web: 'SELECT (payment_id), INSERT, UPDATE (token_hash)' },
  link_credits: { api: read, worker: write, web: read, cli: read },
  credits_due: { api: notesCredits, worker: `${notesCredits}, DELETE`, web: notesCredits, cli: notesCredits },

  // Batches of payouts. What a row says never changes; the worker notes what became of it, and people leave rows out.
  payout_batches: { api: write, worker: 'SELECT, UPDATE', web: write, cli: write },
  payout_batch_rows: {
    api: append,
    worker: 'SELECT, UPDATE',
    web: `${append}, UPDATE (state, skipped_because)`,
    cli: 'SELECT, UPDATE (phone, name, remarks, occasion, reference, problems, warnings)',
  },

  // Reviews.
  reviews: { api: write, worker: write, web: write, cli: write },
  review_notes: { worker: read, web: append, cli: erases.notes },

  // Webhooks.
  webhook_endpoints: { api: read, worker: 'SELECT, UPDATE', web: write, cli: write },
  webhook_lanes: { api: read, worker: 'SELECT, UPDATE', web: append, cli: append },
  webhook_events: {
    api: append,
    worker: 'SELECT, INSERT, UPDATE (body, body_erased_at)',
    web: 'SELECT, INSERT, UPDATE (test)',
    cli: erases.events,
  },
  webhook_deliveries: { api: append, worker: write, web: steersDeliveries, cli: steersDeliveries },
  webhook_attempts: { worker: 'SELECT, INSERT, DELETE', web: read, cli: erases.attempts },
  webhook_recoveries: { worker: 'SELECT, UPDATE', web: write, cli: write },

  // Exports: people ask for them and take the parts; the worker makes the parts.
  exports: { worker: all, web: requestsExports, cli: `${requestsExports}, UPDATE (filter, error)` },
  export_schedules: {
    worker: 'SELECT, UPDATE, DELETE',
    web: plansExports,
    cli: `${plansExports}, UPDATE (name, filter)`,
  },
  export_parts: { worker: 'SELECT, INSERT, DELETE', web: read, cli: read },
  buckets: { worker: read, web: `${readsBuckets}, ${keepsBuckets}`, cli: `SELECT, ${keepsBuckets}` },
  export_uploads: { worker: all, web: asksForUploads, cli: asksForUploads },

  // The signature of a day and its figures never change. The worker adds when the day changed.
  day_sign_offs: { worker: 'SELECT, UPDATE (changed_since, change_told_at)', web: append, cli: append },
  day_mails: { worker: 'SELECT, UPDATE (next_at), DELETE', web: all, cli: all },

  float_thresholds: { worker: 'SELECT, UPDATE (below_since)', web: all, cli: all },

  // Nobody changes or removes what the audit says.
  audit_entries: { api: append, worker: append, web: append, cli: append },

  // Emails contain links that let people in: who writes them does not read them.
  mails: { worker: all, web: 'INSERT', cli: 'INSERT, SELECT (sealed_text, ended_at, status, next_attempt_at)' },

  // How long data is kept: people choose, and the worker removes.
  retention_settings: { worker: read, cli: write },
  retention_cursors: { worker: write, cli: 'SELECT, DELETE' },
  retention_runs: { worker: 'SELECT, UPDATE', cli: 'SELECT, UPDATE (due_at)' },
  subject_holds: { cli: all },

  // Counters, logs and figures.
  rate_limit_counters: { api: all, worker: all, web: all },
  // Of the payment pages.
  public_counters: { pay: all },
  api_requests: { api: append, worker: 'SELECT, UPDATE (duration_ms), DELETE', web: read, cli: erases.requests },
  rollups: { worker: all, web: read, cli: all },
  rollup_changes: { api: append, worker: 'SELECT, INSERT, DELETE', web: append, cli: 'SELECT, INSERT, DELETE' },
  rollup_backfill: { worker: 'SELECT, UPDATE', web: read, cli: read },

  // The embedded engine: all processes may post a signal, and only the worker reads and runs them.
  engine_events: { api: 'INSERT', worker: all, web: 'INSERT', cli: read, pay: 'INSERT' },
  engine_runs: { worker: all, cli: read },

  // The history of migrations, for doctor.
  _prisma_migrations: { cli: read },
};

export const sequenceGrants: Record<string, Grants> = {
  engine_events_seq_seq: { api: 'USAGE', worker: 'USAGE', web: 'USAGE', pay: 'USAGE' },
  rollup_changes_id_seq: { api: 'USAGE', worker: 'USAGE', web: 'USAGE', cli: 'USAGE' },
};
