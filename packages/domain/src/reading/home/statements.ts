import { type Environment, only, type Queryable } from '@tillgate/db';

type Tenant = { applicationId: string; environment: Environment };

/** Payments by how they stand. Amounts are whole KES of successes. */
export type Tally = { succeeded: number; failed: number; pending: number; amount: number };

const tally = `
  coalesce(sum(count) FILTER (WHERE status = 'success'), 0)::float8 AS succeeded,
  coalesce(sum(count) FILTER (WHERE status = 'failed'), 0)::float8 AS failed,
  coalesce(sum(count) FILTER (WHERE status = 'pending'), 0)::float8 AS pending,
  coalesce(sum(amount) FILTER (WHERE status = 'success'), 0)::float8 AS amount`;
const ofTenant = 'application_id = $1 AND environment = $2';

/** Payments by the day on which they were made, `YYYY-MM-DD` in the zone; days without any are left out. */
export async function tallyDays(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { from: Date; timeZone: string },
): Promise<(Tally & { day: string })[]> {
  const { rows } = await db.query<Tally & { day: string }>({
    name: 'report_days',
    text: `
      SELECT to_char(hour AT TIME ZONE $4, 'YYYY-MM-DD') AS day, ${tally} FROM payment_rollups
      WHERE ${ofTenant} AND hour >= $3 GROUP BY 1 ORDER BY 1`,
    values: [applicationId, environment, by.from, by.timeZone],
  });
  return rows;
}

/** Payments by the hour in which they were made. */
export async function tallyHours(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { from: Date; to: Date },
): Promise<(Tally & { hour: Date })[]> {
  const { rows } = await db.query<Tally & { hour: Date }>({
    name: 'report_hours',
    text: `
      SELECT hour, ${tally} FROM payment_rollups WHERE ${ofTenant} AND hour >= $3 AND hour < $4 GROUP BY 1 ORDER BY 1`,
    values: [applicationId, environment, by.from, by.to],
  });
  return rows;
}

/** Payments of a part of an hour, counted from the payments themselves. */
export async function tallyPart(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { from: Date; to: Date },
): Promise<Tally> {
  const { rows } = await db.query<Tally>({
    name: 'report_part',
    text: `
      SELECT ${tally} FROM (
        SELECT status, 1 AS count, amount FROM payments WHERE ${ofTenant} AND created_at >= $3 AND created_at < $4) part`,
    values: [applicationId, environment, by.from, by.to],
  });
  return only(rows);
}

/** Why payments failed, the most frequent reasons first. */
export async function tallyReasons(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { from: Date; limit: number },
): Promise<{ resultCode: string; count: number }[]> {
  const { rows } = await db.query<{ resultCode: string; count: number }>({
    name: 'report_reasons',
    text: `
      SELECT result_code AS "resultCode", sum(count)::float8 AS count FROM payment_rollups
      WHERE ${ofTenant} AND hour >= $3 AND status = 'failed' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $4`,
    values: [applicationId, environment, by.from, by.limit],
  });
  return rows;
}

export type PayoutTally = {
  /** Since `today`. */
  succeeded: number;
  pending: number;
  failed: number;
  amount: number;
  /** Of successes, from `from` until `today`. */
  amountBefore: number;
};

/** Payouts since `today`, and what was paid out between `from` and then. */
export async function tallyPayouts(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { from: Date; today: Date },
): Promise<PayoutTally> {
  const { rows } = await db.query<PayoutTally>({
    name: 'report_payouts',
    text: `
      SELECT
        coalesce(sum(count) FILTER (WHERE status = 'success' AND hour >= $4), 0)::float8 AS succeeded,
        coalesce(sum(count) FILTER (WHERE status = 'pending' AND hour >= $4), 0)::float8 AS pending,
        coalesce(sum(count) FILTER (WHERE status = 'failed' AND hour >= $4), 0)::float8 AS failed,
        coalesce(sum(amount) FILTER (WHERE status = 'success' AND hour >= $4), 0)::float8 AS amount,
        coalesce(sum(amount) FILTER (WHERE status = 'success' AND hour < $4), 0)::float8 AS "amountBefore"
      FROM disbursement_rollups WHERE ${ofTenant} AND hour >= $3 AND kind = 'payout'`,
    values: [applicationId, environment, by.from, by.today],
  });
  return only(rows);
}

/** The latest answered question about the balances, or undefined. `result` is the normalised answer. */
export async function findBalance(
  db: Queryable,
  { applicationId, environment }: Tenant,
): Promise<{ inquiryId: string; result: unknown; endedAt: Date } | undefined> {
  const { rows } = await db.query<{ inquiryId: string; result: unknown; endedAt: Date }>({
    name: 'report_balance',
    text: `
      SELECT id AS "inquiryId", result, ended_at AS "endedAt" FROM inquiries
      WHERE ${ofTenant} AND kind = 'account_balance' AND status = 'answered' ORDER BY ended_at DESC LIMIT 1`,
    values: [applicationId, environment],
  });
  return rows[0];
}

/** How far both kinds of rollups are; undefined before the first refresh. */
export async function findCountedUntil(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ countedUntil: Date | null }>({
    name: 'report_counted_until',
    text: 'SELECT min(refreshed_to) AS "countedUntil" FROM rollup_progress',
    values: [],
  });
  return only(rows).countedUntil ?? undefined;
}

export type Attention = {
  pending: number;
  indeterminatePayments: number;
  indeterminateDisbursements: number;
  paymentsToReview: number;
  disbursementsToReview: number;
  ordersWaiting: number;
  keysExpiring: number;
  hasCredentials: boolean;
};

const upTo = (from: string) => `(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT $3 + 1) few)`;
const indeterminate = (table: string) => `
  FROM idempotency_records c JOIN ${table} r ON r.id = c.resource_id AND r.status = 'pending'
  WHERE c.application_id = $1 AND c.environment = $2 AND c.state = 'indeterminate' AND c.created_at >= $4`;

/** What a person should look at. Each count reads an index of such rows alone and stops at one more than `countMax`. */
export async function readAttention(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { countMax: number; claimsFrom: Date; now: Date; keysUntil: Date },
): Promise<Attention> {
  const { rows } = await db.query<Attention>({
    name: 'report_attention',
    text: `
      SELECT
        ${upTo(`FROM payments WHERE ${ofTenant} AND status = 'pending'`)} AS pending,
        ${upTo(indeterminate('payments'))} AS "indeterminatePayments",
        ${upTo(indeterminate('disbursements'))} AS "indeterminateDisbursements",
        ${upTo(`FROM payments WHERE ${ofTenant} AND needs_review`)} AS "paymentsToReview",
        ${upTo(`FROM disbursements WHERE ${ofTenant} AND needs_review`)} AS "disbursementsToReview",
        ${upTo(`FROM orders WHERE ${ofTenant} AND status = 'awaiting_approval' AND expires_at > $5`)} AS "ordersWaiting",
        ${upTo(`FROM api_keys WHERE ${ofTenant} AND revoked_at IS NULL AND expires_at > $5 AND expires_at <= $6`)} AS "keysExpiring",
        EXISTS (SELECT 1 FROM provider_credentials WHERE ${ofTenant}) AS "hasCredentials"`,
    values: [applicationId, environment, by.countMax, by.claimsFrom, by.now, by.keysUntil],
  });
  return only(rows);
}

/** What a callback that could not be applied was posted about. */
export type StraySubject = { subject: 'payment' | 'disbursement' | 'inquiry' | 'registration'; subjectId: string };

/** A tenant's callbacks since `from` that fit nothing or failed, the latest first; found among the latest of all tenants. */
export async function listStrayCallbacks(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { from: Date; scanMax: number; limit: number },
): Promise<StraySubject[]> {
  const owner = (table: string, kinds: string) => `
    SELECT 1 FROM ${table} s WHERE s.id = c.subject_id AND s.application_id = $1 AND s.environment = $2 AND c.kind IN (${kinds})`;
  const secured = `'result', 'queue_timeout'`;
  const { rows } = await db.query<StraySubject>({
    name: 'report_stray_callbacks',
    text: `
      SELECT owner.subject, c.subject_id AS "subjectId"
      FROM (
        SELECT id, subject_id, kind, received_at FROM provider_callbacks
        WHERE (state = 'unmatched' OR state = 'failed') AND received_at >= $3 ORDER BY received_at DESC LIMIT $4) c
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN EXISTS (${owner('payments', `'stk_callback'`)}) THEN 'payment'
          WHEN EXISTS (${owner('disbursements', secured)}) THEN 'disbursement'
          WHEN EXISTS (${owner('inquiries', secured)}) THEN 'inquiry'
          WHEN EXISTS (${owner('c2b_registrations', `'c2b_confirmation', 'c2b_validation'`)}) THEN 'registration'
        END AS subject) owner
      WHERE owner.subject IS NOT NULL ORDER BY c.received_at DESC LIMIT $5`,
    values: [applicationId, environment, by.from, by.scanMax, by.limit],
  });
  return rows;
}

/** What has been set up, each looked for by its index. */
export type SetupState = {
  credentials: boolean;
  initiator: boolean;
  key: boolean;
  /** Made with a prompt or offline, and paid. */
  payment: boolean;
  endpoint: boolean;
  /** An endpoint has acknowledged an event. */
  delivery: boolean;
  policy: boolean;
  /** Payments of any state, counted up to `paymentsMax`. */
  payments: number;
};

const acknowledged = (order: 'ASC' | 'DESC') => `
  SELECT 1 FROM (
    SELECT status FROM webhook_deliveries d WHERE d.endpoint_id = e.id ORDER BY created_at ${order}, id ${order} LIMIT $4) few
  WHERE few.status = 'delivered'`;

export async function readSetup(
  db: Queryable,
  { applicationId, environment }: Tenant,
  by: { now: Date; deliveriesScanMax: number; paymentsMax: number },
): Promise<SetupState> {
  const { rows } = await db.query<SetupState>({
    name: 'report_setup',
    text: `
      SELECT
        EXISTS (SELECT 1 FROM provider_credentials WHERE ${ofTenant}) AS credentials,
        EXISTS (SELECT 1 FROM provider_credentials WHERE ${ofTenant} AND sealed_initiator_password IS NOT NULL) AS initiator,
        EXISTS (
          SELECT 1 FROM api_keys WHERE ${ofTenant} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)) AS key,
        EXISTS (SELECT 1 FROM payments WHERE ${ofTenant} AND status = 'success') AS payment,
        EXISTS (SELECT 1 FROM webhook_endpoints WHERE ${ofTenant} AND deleted_at IS NULL) AS endpoint,
        EXISTS (
          SELECT 1 FROM webhook_endpoints e
          WHERE e.application_id = $1 AND e.environment = $2 AND e.deleted_at IS NULL
            AND (EXISTS (${acknowledged('ASC')}) OR EXISTS (${acknowledged('DESC')}))) AS delivery,
        EXISTS (SELECT 1 FROM approval_policies WHERE ${ofTenant} AND payout_from IS NOT NULL) AS policy,
        (SELECT count(*)::int FROM (SELECT 1 FROM payments WHERE ${ofTenant} LIMIT $5) few) AS payments`,
    values: [applicationId, environment, by.now, by.deliveriesScanMax, by.paymentsMax],
  });
  return only(rows);
}
