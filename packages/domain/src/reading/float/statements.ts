import { type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import { ofTenant } from '../keyset.ts';

/** The last answer of each shortcode. `result` is the normalised answer. */
type LatestBalance = { inquiryId: string; shortcode: string; result: unknown; answeredAt: Date };

export function listLatestBalances(db: Queryable, tenant: Tenant, since: Date): Promise<LatestBalance[]> {
  return query<LatestBalance>(
    db,
    'float_latest_balances',
    sql`
      SELECT DISTINCT ON (shortcode) id AS "inquiryId", shortcode, result, ended_at AS "answeredAt" FROM inquiries
      WHERE ${ofTenant(tenant)} AND kind = 'account_balance' AND status = 'answered'
        AND ended_at >= ${since}::timestamptz
      ORDER BY shortcode, ended_at DESC, id DESC`,
  );
}

/** The last answers of each shortcode since a time. */
export function listRecentBalances(
  db: Queryable,
  tenant: Tenant,
  { since, max }: { since: Date; max: number },
): Promise<LatestBalance[]> {
  return query<LatestBalance>(
    db,
    'float_recent_balances',
    sql`
      SELECT id AS "inquiryId", shortcode, result, ended_at AS "answeredAt" FROM (
        SELECT *, row_number() OVER (PARTITION BY shortcode ORDER BY ended_at DESC, id DESC) AS place FROM inquiries
        WHERE ${ofTenant(tenant)} AND kind = 'account_balance' AND status = 'answered'
          AND ended_at >= ${since}::timestamptz) i
      WHERE place <= ${max}::int ORDER BY ended_at`,
  );
}

/** The answers about a shortcode at some times, the oldest first: one for each time that has one. */
export function listBalancesAt(
  db: Queryable,
  tenant: Tenant,
  { shortcode, times }: { shortcode: string; times: Date[] },
): Promise<LatestBalance[]> {
  return query<LatestBalance>(
    db,
    'float_balances_at',
    sql`
      SELECT DISTINCT ON (ended_at) id AS "inquiryId", shortcode, result, ended_at AS "answeredAt" FROM inquiries
      WHERE ${ofTenant(tenant)} AND kind = 'account_balance' AND status = 'answered'
        AND shortcode = ${shortcode}::text AND ended_at = ANY (${times}::timestamptz[])
      ORDER BY ended_at, id DESC`,
  );
}

/** KES as decimal text. */
type MovedRow = { kind: 'payments' | 'refunds' | 'payouts'; count: number; amount: string };

/** What reached and left a shortcode from one time to another, by the time when the money moved, as lists have it. */
export function sumMoved(
  db: Queryable,
  tenant: Tenant,
  { shortcode, from, to }: { shortcode: string; from: Date; to: Date },
): Promise<MovedRow[]> {
  const own = sql`${ofTenant(tenant)} AND shortcode = ${shortcode}::text AND status = 'success'`;
  const within = (at: Sql) => sql`${at} >= ${from}::timestamptz AND ${at} < ${to}::timestamptz`;
  const paid = sql`SELECT 'payments' AS kind, coalesce(exact_amount::numeric, amount) AS amount FROM payments`;
  return query<MovedRow>(
    db,
    'float_moved',
    sql`
      SELECT kind, count(*)::int AS count, sum(amount)::text AS amount FROM (
        ${paid} WHERE ${own} AND source = 'c2b' AND ${within(sql`created_at`)}
        UNION ALL ${paid} WHERE ${own} AND source <> 'c2b' AND ${within(sql`settled_at`)}
        UNION ALL SELECT CASE kind WHEN 'payout' THEN 'payouts' ELSE 'refunds' END, amount FROM disbursements
        WHERE ${own} AND ${within(sql`settled_at`)}) m
      GROUP BY 1`,
  );
}

/** Whole KES that left a shortcode as payouts since a time, as text: the provider's fees are not in it. */
export type PaidOut = { shortcode: string; since: Date; amount: string };

/** Sums of payouts since each of the times, by the time when the money moved. */
export function sumPayoutsSince(
  db: Queryable,
  tenant: Tenant,
  wanted: { shortcode: string; since: Date }[],
): Promise<PaidOut[]> {
  return query<PaidOut>(
    db,
    'float_payouts_since',
    sql`
      SELECT w.shortcode, w.since, coalesce(sum(d.amount), 0)::text AS amount
      FROM unnest(${wanted.map(({ shortcode }) => shortcode)}::text[],
        ${wanted.map(({ since }) => since)}::timestamptz[]) AS w(shortcode, since)
      LEFT JOIN disbursements d ON d.application_id = ${tenant.applicationId}::uuid
        AND d.environment = ${tenant.environment}::"Environment" AND d.shortcode = w.shortcode AND d.kind = 'payout'
        AND d.status = 'success' AND d.settled_at >= w.since AND d.created_at >= w.since - interval '3 days'
      GROUP BY 1, 2`,
  );
}

/** A threshold as it is stored. */
export type ThresholdRow = {
  id: string;
  shortcode: string;
  account: string;
  amount: number;
  belowSince: Date | null;
  setBy: string;
  setAt: Date;
};

export function listThresholds(db: Queryable, tenant: Tenant): Promise<ThresholdRow[]> {
  return query<ThresholdRow>(
    db,
    'float_thresholds',
    sql`
      SELECT id, shortcode, account, amount, below_since AS "belowSince", set_by AS "setBy", set_at AS "setAt"
      FROM float_thresholds WHERE ${ofTenant(tenant)} ORDER BY shortcode, account`,
  );
}
