import { only, type Queryable, query, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import { ofTenant } from '../keyset.ts';
import { totalsWhere } from '../totals.ts';

/** Payments by status. Amounts are KES of successes, with cents. */
export type Tally = { succeeded: number; failed: number; pending: number; amount: number };

/** Payments, and KES of successful refunds that were asked for in the same time. */
type WithRefunds = Tally & { refunded: number };

const tally = sql`
  coalesce(sum(count) FILTER (WHERE kind = 'payment' AND status = 'success'), 0)::float8 AS succeeded,
  coalesce(sum(count) FILTER (WHERE kind = 'payment' AND status = 'failed'), 0)::float8 AS failed,
  coalesce(sum(count) FILTER (WHERE kind = 'payment' AND status = 'pending'), 0)::float8 AS pending,
  coalesce(sum(exact_amount) FILTER (WHERE kind = 'payment' AND status = 'success'), 0)::float8 AS amount`;
const refunds = sql`coalesce(sum(amount) FILTER (WHERE kind = 'reversal' AND status = 'success'), 0)::float8 AS refunded`;

/** Rows that were made since a time and before another. */
function made(
  kinds: ('payment' | 'payout' | 'reversal')[],
  tenant: Tenant,
  { from, to }: { from: Date; to?: Date },
): Sql {
  return totalsWhere(sql`
    ${ofTenant(tenant)} AND basis = 'made' AND hour >= ${from}::timestamptz
    AND hour < coalesce(${to ?? null}::timestamptz, 'infinity') AND (kind = ANY (${kinds}::text[])) IS TRUE`);
}

/** Payments by the day of their creation, `YYYY-MM-DD` in the zone. Days without payments are left out. */
export async function tallyDays(
  db: Queryable,
  tenant: Tenant,
  by: { from: Date; timeZone: string },
): Promise<(Tally & { day: string })[]> {
  const rows = await query<Tally & { day: string }>(
    db,
    'report_days',
    sql`
      SELECT to_char(hour AT TIME ZONE ${by.timeZone}, 'YYYY-MM-DD') AS day, ${tally}
      FROM ${made(['payment'], tenant, { from: by.from })} t GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}

/** By the hour in which they were made. */
export async function tallyHours(
  db: Queryable,
  tenant: Tenant,
  by: { from: Date; to: Date },
): Promise<(WithRefunds & { hour: Date })[]> {
  const rows = await query<WithRefunds & { hour: Date }>(
    db,
    'report_hours',
    sql`
      SELECT hour, ${tally}, ${refunds} FROM ${made(['payment', 'reversal'], tenant, by)} t GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}

/** The tally of a part of an hour, from payments and refunds. */
export async function tallyPart(db: Queryable, tenant: Tenant, by: { from: Date; to: Date }): Promise<WithRefunds> {
  const inPart = sql`${ofTenant(tenant)} AND created_at >= ${by.from} AND created_at < ${by.to}`;
  const rows = await query<WithRefunds>(
    db,
    'report_part',
    sql`
      SELECT ${tally}, ${refunds} FROM (
        SELECT 'payment' AS kind, status::text, 1 AS count, amount, exact_kes(amount, exact_amount) AS exact_amount
        FROM payments WHERE ${inPart}
        UNION ALL SELECT 'reversal', status::text, 1, amount, amount FROM disbursements
        WHERE ${inPart} AND kind = 'reversal' AND status = 'success') part`,
  );
  return only(rows);
}

/** Why payments failed, the most frequent reasons first. */
export async function tallyReasons(
  db: Queryable,
  tenant: Tenant,
  by: { from: Date; limit: number },
): Promise<{ resultCode: string; count: number }[]> {
  const rows = await query<{ resultCode: string; count: number }>(
    db,
    'report_reasons',
    sql`
      SELECT result_code AS "resultCode", sum(count)::float8 AS count
      FROM ${made(['payment'], tenant, { from: by.from })} t WHERE status = 'failed'
      GROUP BY 1 HAVING sum(count) > 0 ORDER BY 2 DESC, 1 LIMIT ${by.limit}`,
  );
  return rows;
}

type PayoutTally = {
  /** Since `today`. */
  succeeded: number;
  pending: number;
  failed: number;
  amount: number;
  /** Of successes, from `from` until `today`. */
  amountBefore: number;
};

/** Payouts since `today`, and the amount paid out from `from` until then. */
export async function tallyPayouts(
  db: Queryable,
  tenant: Tenant,
  by: { from: Date; today: Date },
): Promise<PayoutTally> {
  const rows = await query<PayoutTally>(
    db,
    'report_payouts',
    sql`
      SELECT
        coalesce(sum(count) FILTER (WHERE status = 'success' AND hour >= ${by.today}::timestamptz), 0)::float8 AS succeeded,
        coalesce(sum(count) FILTER (WHERE status = 'pending' AND hour >= ${by.today}::timestamptz), 0)::float8 AS pending,
        coalesce(sum(count) FILTER (WHERE status = 'failed' AND hour >= ${by.today}::timestamptz), 0)::float8 AS failed,
        coalesce(sum(amount) FILTER (WHERE status = 'success' AND hour >= ${by.today}::timestamptz), 0)::float8 AS amount,
        coalesce(sum(amount) FILTER (WHERE status = 'success' AND hour < ${by.today}::timestamptz), 0)::float8 AS "amountBefore"
      FROM ${made(['payout'], tenant, { from: by.from })} t`,
  );
  return only(rows);
}
