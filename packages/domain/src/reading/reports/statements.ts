import { type Environment, empty, type Queryable, query, raw, type Sql, sql } from '@tillgate/db';
import type { Tenant } from '../../kernel/context.ts';
import type { RailName } from '../../rails/index.ts';
import { ofTenant, type Span } from '../keyset.ts';
import { totalsWhere } from '../totals.ts';
import type { Period } from './period.ts';
import type { Grouping, Interval } from './schemas.ts';

/** One application, a span of them, or all applications of an organization, in one environment. */
export type ReportScope = Tenant | Span | { organizationId: string; environment: Environment };

/** No name: planned for its values, because tenants differ by orders of magnitude. */
const planned = '';

function ofScope(scope: ReportScope): Sql {
  if ('applicationId' in scope || 'applicationIds' in scope) return ofTenant(scope);
  return sql`environment = ${scope.environment}::"Environment" AND application_id = ANY (
    ARRAY(SELECT id FROM applications WHERE organization_id = ${scope.organizationId}::uuid))`;
}

export type Which = 'current' | 'previous';

/** A part of a period. A week or month that begins before the period keeps its own start as label. */
export type Bucket = { which: Which; label: string; startsAt: Date; endsAt: Date };

type CalendarOf = { current: Period; previous: Period | null; timeZone: string; interval: Interval };

/** Cuts periods into the hours, days, weeks (from Monday) or months of a time zone, oldest first. */
export function listBuckets(db: Queryable, by: CalendarOf): Promise<Bucket[]> {
  const { interval, timeZone } = by;
  const step = sql`interval '${raw(interval === 'total' ? '1 day' : `1 ${interval}`)}'`;
  const startOf = (day: Sql) => sql`((${day})::timestamp AT TIME ZONE ${timeZone}::text)`;
  const cuts: Record<Interval, Sql> = {
    hour: sql`SELECT at, at + ${step} AS until FROM generate_series(p.starts_at, p.ends_at - ${step}, ${step}) at`,
    day: localCuts(),
    week: localCuts(),
    month: localCuts(),
    total: sql`SELECT p.starts_at AS at, p.ends_at AS until`,
  };
  function localCuts(): Sql {
    return sql`
      SELECT ${startOf(sql`local`)} AS at, ${startOf(sql`local + ${step}`)} AS until
      FROM generate_series(date_trunc(${interval}::text, p.first::timestamp), p.last::timestamp, ${step}) local`;
  }
  const label = raw(interval === 'hour' ? `YYYY-MM-DD"T"HH24:MI` : 'YYYY-MM-DD');
  return query<Bucket>(
    db,
    planned,
    sql`
      SELECT p.which, greatest(c.at, p.starts_at) AS "startsAt", least(c.until, p.ends_at) AS "endsAt",
        to_char(c.at AT TIME ZONE ${timeZone}::text, '${label}') AS label
      FROM (
        SELECT v.*, ${startOf(sql`v.first`)} AS starts_at, ${startOf(sql`v.last + 1`)} AS ends_at
        FROM (VALUES ('current', ${by.current.from}::date, ${by.current.to}::date),
          ('previous', ${by.previous?.from ?? null}::date, ${by.previous?.to ?? null}::date)) v(which, first, last)
        WHERE v.first IS NOT NULL) p
      CROSS JOIN LATERAL (${cuts[interval]}) c ORDER BY 2, 3`,
  );
}

/** Sums of one bucket and group, as text: they may exceed what a number holds. */
export type Sums = {
  /** 1 is the first of `starts`. */
  bucket: number;
  group: string;
  succeeded: string;
  failed: string;
  pending: string;
  /** KES, with cents. */
  collected: string;
  refundCount: string;
  refunded: string;
  payoutCount: string;
  payoutFailed: string;
  payoutPending: string;
  paidOut: string;
};

export type SumsOf = {
  scope: ReportScope;
  basis: 'made' | 'settled';
  kinds: ('payment' | 'payout' | 'reversal')[];
  groupBy: Grouping;
  /** The starts of the buckets of both periods, oldest first. Each bucket ends at the next start. */
  starts: Date[];
  /** The range of both periods. */
  from: Date;
  to: Date;
  applicationIds?: string[] | undefined;
  /** Addresses. */
  shortcodes?: string[] | undefined;
  rail?: RailName | undefined;
  sources?: string[] | undefined;
  resultCodes?: string[] | undefined;
};

/** The network in an address: M-PESA's stands there without its name. */
const rail = raw(`CASE WHEN shortcode LIKE '%:%' THEN split_part(shortcode, ':', 1) ELSE 'mpesa' END`);

const groupColumns: Record<Grouping, Sql> = {
  none: raw(`''`),
  source: raw('source'),
  reason: raw('result_code'),
  // The number: what precedes it in an address is the network.
  shortcode: raw(`split_part(shortcode, ':', -1)`),
  application: raw('application_id::text'),
  rail,
};

/** Sums of both periods at one moment. */
export function listSums(db: Queryable, by: SumsOf): Promise<Sums[]> {
  const isOneOf = (column: string, values: string[] | undefined) =>
    values ? sql`AND ${raw(column)} = ANY (${values}::text[])` : empty;
  // `IS TRUE` keeps the planner from using the list of kinds with the index, because it estimates those searches as more
  // expensive than the whole table.
  const totals = totalsWhere(sql`
    ${ofScope(by.scope)} AND basis = ${by.basis} AND hour >= ${by.from}::timestamptz AND hour < ${by.to}::timestamptz
    AND (kind = ANY (${by.kinds}::text[])) IS TRUE ${isOneOf('application_id::text', by.applicationIds)}
    ${isOneOf('shortcode', by.shortcodes)} ${by.rail ? sql`AND ${rail} = ${by.rail}::text` : empty}
    ${isOneOf('source', by.sources)} ${isOneOf('result_code', by.resultCodes)}
    ${by.groupBy === 'reason' ? raw(`AND status = 'failed'`) : empty}`);
  const sum = (what: string, kind: string, status: string) =>
    raw(`coalesce(sum(${what}) FILTER (WHERE kind = '${kind}' AND status = '${status}'), 0)::text`);
  // Finding the bucket in a list is much cheaper than converting the time zone for each total.
  return query<Sums>(
    db,
    planned,
    sql`
      SELECT bucket, "group",
        ${sum('count', 'payment', 'success')} AS succeeded, ${sum('count', 'payment', 'failed')} AS failed,
        ${sum('count', 'payment', 'pending')} AS pending, ${sum('exact_amount', 'payment', 'success')} AS collected,
        ${sum('count', 'reversal', 'success')} AS "refundCount", ${sum('amount', 'reversal', 'success')} AS refunded,
        ${sum('count', 'payout', 'success')} AS "payoutCount", ${sum('count', 'payout', 'failed')} AS "payoutFailed",
        ${sum('count', 'payout', 'pending')} AS "payoutPending", ${sum('amount', 'payout', 'success')} AS "paidOut"
      FROM (
        SELECT width_bucket(hour, ${by.starts}::timestamptz[]) AS bucket, kind, status, ${groupColumns[by.groupBy]} AS "group", sum(count) AS count, sum(amount) AS amount,
          sum(exact_amount) FILTER (WHERE status = 'success') AS exact_amount
        FROM ${totals} t GROUP BY 1, 2, 3, 4) h
      GROUP BY 1, 2 HAVING sum(count) <> 0`,
  );
}

/** The last answer about balances in each bucket. `result` is the normalised answer. */
export type BalanceReading = {
  inquiryId: string;
  applicationId: string;
  rail: RailName;
  /** An address. */
  shortcode: string;
  result: unknown;
  answeredAt: Date;
};

export function listBalanceReadings(
  db: Queryable,
  by: Pick<SumsOf, 'scope' | 'from' | 'to' | 'applicationIds' | 'shortcodes'> & {
    interval: Interval;
    timeZone: string;
  },
): Promise<BalanceReading[]> {
  const bucket =
    by.interval === 'total' ? sql`0` : sql`date_trunc(${by.interval}::text, ended_at, ${by.timeZone}::text)`;
  const isOneOf = (column: string, values: string[] | undefined) =>
    values ? sql`AND ${raw(column)} = ANY (${values}::text[])` : empty;
  return query<BalanceReading>(
    db,
    planned,
    sql`
      SELECT id AS "inquiryId", application_id AS "applicationId", rail, shortcode, result, ended_at AS "answeredAt" FROM (
        SELECT DISTINCT ON (shortcode, bucket) id, application_id, rail, shortcode, result, ended_at FROM (
          SELECT id, application_id, rail, shortcode, result, ended_at, ${bucket} AS bucket FROM inquiries
          WHERE ${ofScope(by.scope)} AND kind = 'account_balance' AND status = 'answered'
            AND ended_at >= ${by.from}::timestamptz AND ended_at < ${by.to}::timestamptz
            ${isOneOf('application_id::text', by.applicationIds)} ${isOneOf('shortcode', by.shortcodes)}) answer
        ORDER BY shortcode, bucket, ended_at DESC, id DESC) r
      ORDER BY ended_at, shortcode`,
  );
}
