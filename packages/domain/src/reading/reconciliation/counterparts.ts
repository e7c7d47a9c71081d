import { query, type ReviewReason, type ReviewStatus, type Sql, sql } from '@tillgate/db';
import type { TenantContext } from '../../kernel/context.ts';

/** How far apart the two sides of one payment are at most: prompts are paid within minutes, payouts within hours. */
const windowHours = 12;

/** What is probably the other side of an exception, with what a person recognises it by. */
export type Counterpart = {
  kind: 'payment' | 'disbursement' | 'statement_line';
  id: string;
  status: string | null;
  /** Its receipt, or else its reference. */
  name: string;
  at: string;
};

type Asked = {
  reviewId: string;
  subjectId: string;
  reason: ReviewReason;
  status: ReviewStatus;
  cents: number;
  at: Date;
};
type Found = Omit<Counterpart, 'at'> & { reviewId: string; at: Date };

/**
 * Finds, for open exceptions about money that one side does not have, what the other side has of the same amount near that
 * time and that nothing explains: a prompt or payout without a receipt for a line, a line without a match for a payment or
 * payout. An exception with several candidates gets none.
 */
export async function findCounterparts(
  { db, tenant }: Pick<TenantContext, 'db' | 'tenant'>,
  shortcode: string,
  exceptions: readonly Asked[],
): Promise<ReadonlyMap<string, Counterpart>> {
  const open = exceptions.filter(
    ({ status, reason }) =>
      status === 'open' && (reason === 'statement_missing_here' || reason === 'statement_missing_there'),
  );
  if (open.length === 0) return new Map();
  const list = <Key extends keyof Asked>(key: Key) => open.map((one) => one[key]);
  const own = sql`c.application_id = ${tenant.applicationId}::uuid AND c.environment = ${tenant.environment}::"Environment"
    AND c.shortcode = ${shortcode}`;
  const hours = sql`make_interval(hours => ${windowHours}::int)`;
  const near = (at: Sql) => sql`${at} BETWEEN e.at - ${hours} AND e.at + ${hours}`;
  const rows = await query<Found>(
    db.pool,
    'exception_counterparts',
    sql`
      WITH e AS (SELECT * FROM unnest(${list('reviewId')}::uuid[], ${list('reason')}::text[], ${list('cents')}::float8[],
        ${list('at')}::timestamptz[]) AS e(review_id, reason, cents, at)),
      found AS (
        SELECT e.review_id, 'payment' AS kind, c.id, c.status::text AS status, c.account_ref AS name, c.created_at AS at
        FROM e JOIN payments c ON ${own} AND ${near(sql`c.created_at`)} AND c.source = 'stk' AND c.provider_receipt IS NULL
          AND c.same_money_as IS NULL AND c.requested_amount::bigint * 100 = e.cents
        WHERE e.reason = 'statement_missing_here' AND e.cents > 0
        UNION ALL
        SELECT e.review_id, 'disbursement', c.id, c.status::text, coalesce(c.phone, c.transaction_id, ''), c.created_at
        FROM e JOIN disbursements c ON ${own} AND ${near(sql`c.created_at`)} AND c.provider_receipt IS NULL
          AND c.amount::bigint * -100 = e.cents
        WHERE e.reason = 'statement_missing_here' AND e.cents < 0
        UNION ALL
        SELECT e.review_id, 'statement_line', c.id, NULL, c.receipt, c.completed_at
        FROM e JOIN statement_lines c ON ${own} AND ${near(sql`c.completed_at`)} AND c.matched_at IS NULL
          AND c.kind IN ('paid_in', 'withdrawn') AND c.paid_in_cents - c.withdrawn_cents = e.cents
        WHERE e.reason = 'statement_missing_there')
      SELECT review_id AS "reviewId", kind, id, status, name, at FROM (
        SELECT *, count(*) OVER (PARTITION BY review_id) AS candidates FROM found) f WHERE candidates = 1`,
  );
  return new Map(rows.map(({ reviewId, at, ...found }) => [reviewId, { ...found, at: at.toISOString() }]));
}
