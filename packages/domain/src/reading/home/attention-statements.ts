import { type OrderKind, only, type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import { ofTenant } from '../keyset.ts';

type Attention = {
  pending: number;
  indeterminatePayments: number;
  indeterminateDisbursements: number;
  /** The only one; null without any, or with several. */
  indeterminatePaymentId: string | null;
  indeterminateDisbursementId: string | null;
  reviewsOpen: number;
  /** Callbacks that were refused because of their address. */
  callbacksRefused: number;
  ordersWaiting: number;
  keysExpiring: number;
  /** Open links whose prompts mostly fail. */
  linksFailing: number;
  linkFailingId: string | null;
  /** What the merchant's own rules refused. */
  guardRefused: number;
  hasCredentials: boolean;
};

/** A link fails when so many of its newest prompts ended, and most of them failed. */
const endedPromptsMin = 5;
/** Prompts of links that are looked at, the newest of the tenant. */
const promptsScanMax = 1_000;

/** Counts what needs attention. Each count reads only an index of such rows and stops at one more than `countMax`. */
export async function readAttention(
  db: Queryable,
  tenant: Tenant,
  by: {
    countMax: number;
    claimsFrom: Date;
    now: Date;
    keysUntil: Date;
    /** Since when prompts of links and decisions of rules count. */
    since: Date;
    /** The decider: counts orders of these kinds that other people requested. */
    decider: { userId: string; kinds: OrderKind[] };
  },
): Promise<Attention> {
  const own = ofTenant(tenant);
  const upTo = (from: Sql) => sql`(SELECT count(*)::int FROM (SELECT 1 ${from} LIMIT ${by.countMax + 1}) few)`;
  const onlyOf = (from: Sql) => sql`
    (SELECT CASE WHEN count(*) = 1 THEN min(id::text) END FROM (SELECT r.id ${from} LIMIT 2) two)`;
  const indeterminate = (table: Sql) => sql`
    FROM idempotency_records c JOIN ${table} r ON r.id = c.resource_id AND r.status = 'pending'
    WHERE c.application_id = ${tenant.applicationId}::uuid AND c.environment = ${tenant.environment}::"Environment"
      AND c.state = 'indeterminate' AND c.created_at >= ${by.claimsFrom}`;
  const failingLinks = sql`
    FROM (
      SELECT a.link_id AS id FROM (
        SELECT link_id, payment_id FROM link_attempts WHERE ${own} AND prompt_at >= ${by.since}
        ORDER BY prompt_at DESC LIMIT ${promptsScanMax}) a
      JOIN payments p ON p.id = a.payment_id AND p.status <> 'pending'
      JOIN payment_links l ON l.id = a.link_id AND l.status = 'open'
      GROUP BY a.link_id
      HAVING count(*) >= ${endedPromptsMin} AND count(*) FILTER (WHERE p.status = 'failed') * 2 > count(*)) r`;
  const rows = await query<Attention>(
    db,
    'report_attention',
    sql`
      SELECT
        ${upTo(sql`FROM payments WHERE ${own} AND status = 'pending'`)} AS pending,
        ${upTo(indeterminate(sql`payments`))} AS "indeterminatePayments",
        ${upTo(indeterminate(sql`disbursements`))} AS "indeterminateDisbursements",
        ${onlyOf(indeterminate(sql`payments`))} AS "indeterminatePaymentId",
        ${onlyOf(indeterminate(sql`disbursements`))} AS "indeterminateDisbursementId",
        ${upTo(sql`FROM reviews WHERE ${own} AND status = 'open'`)} AS "reviewsOpen",
        (SELECT coalesce(sum(c.count), 0)::int FROM reviews r JOIN refused_callbacks c ON c.id = r.subject_id
          WHERE r.application_id = ${tenant.applicationId}::uuid AND r.environment = ${tenant.environment}::"Environment"
            AND r.status = 'open' AND r.subject_kind = 'refused_callbacks') AS "callbacksRefused",
        ${upTo(sql`
          FROM orders
          WHERE ${own} AND status = 'awaiting_approval' AND expires_at > ${by.now}
            AND kind = ANY(${by.decider.kinds}::"OrderKind"[]) AND requested_by <> ${by.decider.userId}::uuid`)} AS "ordersWaiting",
        ${upTo(sql`
          FROM api_keys
          WHERE ${own} AND revoked_at IS NULL AND expires_at > ${by.now} AND expires_at <= ${by.keysUntil}`)} AS "keysExpiring",
        ${upTo(failingLinks)} AS "linksFailing",
        ${onlyOf(failingLinks)} AS "linkFailingId",
        ${upTo(sql`FROM guard_decisions WHERE ${own} AND at >= ${by.since} AND mode = 'refuse'`)} AS "guardRefused",
        EXISTS (SELECT 1 FROM rail_accounts WHERE ${own}) AS "hasCredentials"`,
  );
  return only(rows);
}

/** The subject of a callback that could not be applied. */
export type StraySubject = {
  subject: 'payment' | 'disbursement' | 'inquiry' | 'registration' | 'account';
  subjectId: string;
};

/** A tenant's unmatched or failed callbacks since `from`, the latest first, among the latest `scanMax` of all tenants. */
export async function listStrayCallbacks(
  db: Queryable,
  tenant: Tenant,
  by: { from: Date; scanMax: number; limit: number },
): Promise<StraySubject[]> {
  const owner = (table: Sql, kinds: Sql) => sql`
    SELECT 1 FROM ${table} s
    WHERE s.id = c.subject_id AND s.application_id = ${tenant.applicationId}::uuid
      AND s.environment = ${tenant.environment}::"Environment" AND c.kind IN (${kinds})`;
  const secured = sql`'result', 'queue_timeout'`;
  const rows = await query<StraySubject>(
    db,
    'report_stray_callbacks',
    sql`
      SELECT owner.subject, c.subject_id AS "subjectId"
      FROM (
        SELECT id, subject_id, kind, received_at FROM provider_callbacks
        WHERE (state = 'unmatched' OR state = 'failed') AND received_at >= ${by.from}
        ORDER BY received_at DESC LIMIT ${by.scanMax}) c
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN EXISTS (${owner(sql`payments`, sql`'stk_callback', 'rail_notice'`)}) THEN 'payment'
          WHEN EXISTS (${owner(sql`disbursements`, sql`${secured}, 'rail_notice'`)}) THEN 'disbursement'
          WHEN EXISTS (${owner(sql`inquiries`, secured)}) THEN 'inquiry'
          WHEN EXISTS (${owner(sql`c2b_registrations`, sql`'c2b_confirmation', 'c2b_validation'`)}) THEN 'registration'
          WHEN EXISTS (${owner(sql`rail_accounts`, sql`'rail_notice'`)}) THEN 'account'
        END AS subject) owner
      WHERE owner.subject IS NOT NULL ORDER BY c.received_at DESC LIMIT ${by.limit}`,
  );
  return rows;
}
