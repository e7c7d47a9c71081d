import { only, type Queryable, query, type ReviewReason, type ReviewSubject, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import { sqlDayOf } from '../day-sql.ts';
import { ofTenant } from '../keyset.ts';
import { joinSubjects, subjectMoney } from '../review-subjects.ts';

/** How many days back the balance before a day is searched. */
const lookBackDays = 7;

/** Times of days of East Africa Time: the first one begins at `from`, the last one ends at `to`. */
export type DayRange = { days: { day: string; from: Date; to: Date }[]; from: Date; to: Date };

/** Whole KES, as text. */
type RefundedDay = { day: string; amount: string };

/** Successful refunds of each day's payments, whenever they were requested. */
export function sumRefundsOfDays(db: Queryable, tenant: Tenant, { from, to }: DayRange): Promise<RefundedDay[]> {
  return query<RefundedDay>(
    db,
    'closing_refunds',
    sql`
      SELECT ${sqlDayOf(sql`p.created_at`)} AS day, sum(d.amount)::text AS amount
      FROM disbursements d JOIN payments p ON p.id = d.payment_id
      WHERE d.application_id = ${tenant.applicationId}::uuid AND d.environment = ${tenant.environment}::"Environment"
        AND d.payment_id IS NOT NULL AND d.kind = 'reversal' AND d.status = 'success'
        AND p.created_at >= ${from}::timestamptz AND p.created_at < ${to}::timestamptz
      GROUP BY 1`,
  );
}

export type AccountDay = {
  day: string;
  shortcode: string;
  openingCents: number | null;
  closingCents: number | null;
  feesCents: number;
  /** Net amount of transfers between accounts of the merchant: 0 between accounts of one shortcode. */
  transferCents: number;
  coveredFrom: Date | null;
  coveredTo: Date | null;
  hasProblems: boolean;
};

/** The figures of imported statements for each day and shortcode. Balances are those of all accounts of the shortcode. */
export function listAccountDays(db: Queryable, tenant: Tenant, { days }: DayRange): Promise<AccountDay[]> {
  const own = (alias: Sql) => sql`
    ${alias}.application_id = ${tenant.applicationId}::uuid
    AND ${alias}.environment = ${tenant.environment}::"Environment"`;
  const balance = (when: Sql) => sql`
    SELECT l.balance_cents FROM statement_lines l
    WHERE ${own(sql`l`)} AND l.shortcode = a.shortcode AND l.account = a.account AND ${when}
      AND l.balance_cents IS NOT NULL
    ORDER BY l.completed_at DESC, l.ordinal DESC, l.id DESC LIMIT 1`;
  const within = sql`l.completed_at >= d.starts_at AND l.completed_at < d.ends_at`;
  const before = sql`
    l.completed_at < d.starts_at AND l.completed_at >= d.starts_at - make_interval(days => ${lookBackDays}::int)`;
  // The balance before the first line of the day.
  const first = sql`
    SELECT l.balance_cents - l.paid_in_cents + l.withdrawn_cents FROM statement_lines l
    WHERE ${own(sql`l`)} AND l.shortcode = a.shortcode AND l.account = a.account AND ${within}
      AND l.balance_cents IS NOT NULL
    ORDER BY l.completed_at, l.ordinal, l.id LIMIT 1`;
  return query<AccountDay>(
    db,
    'closing_accounts',
    sql`
      SELECT d.day, c.shortcode, b.opening AS "openingCents", b.closing AS "closingCents", f.fees AS "feesCents",
        f.transfers AS "transferCents",
        s.covered_from AS "coveredFrom", s.covered_to AS "coveredTo", s.has_problems AS "hasProblems"
      FROM unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
        ${days.map(({ to }) => to)}::timestamptz[]) AS d(day, starts_at, ends_at)
      CROSS JOIN (SELECT DISTINCT t.shortcode FROM statements t WHERE ${own(sql`t`)}) c
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(l.withdrawn_cents) FILTER (WHERE l.kind = 'fee'), 0)::float8 AS fees,
          coalesce(sum(l.paid_in_cents - l.withdrawn_cents) FILTER (WHERE l.kind = 'transfer'), 0)::float8 AS transfers
        FROM statement_lines l WHERE ${own(sql`l`)} AND l.shortcode = c.shortcode AND ${within}) f
      CROSS JOIN LATERAL (
        SELECT min(greatest(t.covers_from, d.starts_at)) AS covered_from,
          max(least(t.covers_to, d.ends_at)) AS covered_to,
          coalesce(bool_or(t.problem_count > 0), false) AS has_problems
        FROM statements t
        WHERE ${own(sql`t`)} AND t.shortcode = c.shortcode AND t.covers_from < d.ends_at
          AND t.covers_to >= d.starts_at) s
      CROSS JOIN LATERAL (
        SELECT CASE WHEN bool_and(x.opening IS NOT NULL) THEN sum(x.opening)::float8 END AS opening,
          CASE WHEN bool_or(x.closing IS NOT NULL) AND bool_and(coalesce(x.closing, x.opening) IS NOT NULL)
            THEN sum(coalesce(x.closing, x.opening))::float8 END AS closing
        FROM (
          SELECT coalesce((${balance(before)}), CASE WHEN s.covered_from <= d.starts_at THEN (${first}) END) AS opening,
            (${balance(within)}) AS closing
          FROM (SELECT DISTINCT t.shortcode, t.account FROM statements t
            WHERE ${own(sql`t`)} AND t.shortcode = c.shortcode) a) x
        -- An account without a line up to the end of the day is not there yet.
        WHERE x.opening IS NOT NULL OR x.closing IS NOT NULL) b
      ORDER BY d.day, c.shortcode`,
  );
}

/** An open review and the day of its subject. */
export type DayException = {
  reviewId: string;
  reason: ReviewReason;
  subjectKind: ReviewSubject;
  subjectId: string;
  /** Of the money that it is about; null where none is known. */
  receipt: string | null;
  /** KES with cents; null where it is not known. */
  amount: number | null;
  day: string;
};

/** Open exceptions by the time of their subject, oldest first. */
function exceptionsWithin(tenant: Tenant, { from, to }: DayRange): Sql {
  return sql`
    SELECT r.id, r.reason, r.subject_kind, r.subject_id, s.at,
      ${subjectMoney}
    FROM reviews r ${joinSubjects}
    LEFT JOIN provider_callbacks b ON r.subject_kind = 'callback' AND b.id = r.subject_id
    CROSS JOIN LATERAL (
      SELECT coalesce(l.completed_at, p.created_at, d.created_at, i.created_at, b.received_at, r.opened_at) AS at) s
    WHERE r.application_id = ${tenant.applicationId}::uuid AND r.environment = ${tenant.environment}::"Environment"
      AND r.status = 'open' AND s.at >= ${from}::timestamptz AND s.at < ${to}::timestamptz`;
}

type ExceptionCount = { day: string; reason: ReviewReason; count: number };

export function countExceptions(db: Queryable, tenant: Tenant, range: DayRange): Promise<ExceptionCount[]> {
  return query<ExceptionCount>(
    db,
    'closing_count_exceptions',
    sql`
      SELECT ${sqlDayOf(sql`e.at`)} AS day, e.reason, count(*)::int AS count
      FROM (${exceptionsWithin(tenant, range)}) e GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

export function listExceptions(db: Queryable, tenant: Tenant, range: DayRange, max: number): Promise<DayException[]> {
  return query<DayException>(
    db,
    'closing_list_exceptions',
    sql`
      SELECT e.id AS "reviewId", e.reason, e.subject_kind AS "subjectKind", e.subject_id AS "subjectId", e.receipt, e.amount,
        ${sqlDayOf(sql`e.at`)} AS day
      FROM (${exceptionsWithin(tenant, range)}) e ORDER BY e.at, e.id LIMIT ${max}::int`,
  );
}

/** A signature as it is stored. */
export type SignOffRow = {
  id: string;
  day: string;
  revision: number;
  figures: unknown;
  exceptions: unknown;
  note: string | null;
  signedBy: string;
  signedAt: Date;
  changedSince: Date | null;
};

/** Every signature of the days, the newest of each day first. */
export function listSignOffs(db: Queryable, tenant: Tenant, days: { first: string; last: string }) {
  return query<SignOffRow>(
    db,
    'closing_sign_offs',
    sql`
      SELECT id, day::text AS day, revision, figures, exceptions, note, signed_by AS "signedBy",
        signed_at AS "signedAt", changed_since AS "changedSince"
      FROM day_sign_offs
      WHERE ${ofTenant(tenant)} AND day >= ${days.first}::date AND day <= ${days.last}::date
      ORDER BY day, revision DESC`,
  );
}

/** The day on which the application was created or had its first record. */
export async function findFirstDay(db: Queryable, tenant: Tenant): Promise<string> {
  const first = (table: Sql) => sql`
    (SELECT t.created_at FROM ${table} t WHERE ${ofTenant(tenant)} ORDER BY t.created_at LIMIT 1)`;
  const rows = await query<{ day: string }>(
    db,
    'closing_first_day',
    sql`
      SELECT least(
        ${sqlDayOf(sql`least(a.created_at, ${first(sql`payments`)}, ${first(sql`disbursements`)})`)},
        (SELECT min(s.day)::text FROM day_sign_offs s WHERE ${ofTenant(tenant)})) AS day
      FROM applications a WHERE a.id = ${tenant.applicationId}::uuid`,
  );
  return only(rows).day;
}
