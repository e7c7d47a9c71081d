import { requirePermission, type WithAuthority } from '../../kernel/authority.ts';
import type { Context } from '../../kernel/context.ts';
import { invalidInput, issue } from '../../kernel/input.ts';
import { findBackfill } from '../../rollups/index.ts';
import { readingIssues } from '../refusals.ts';
import { type Addends, add, addendsOf, nothing } from './figures.ts';
import { type Period, previousPeriod } from './period.ts';
import type { Grouping, Interval } from './schemas.ts';
import * as reports from './statements.ts';

/** A larger report is refused, not cut. */
const reportRowsMax = 20_000;

export type ReportContext = Pick<Context, 'db' | 'clock'> & WithAuthority;

/**
 * Every bucket of the period has a row for each group. `group` is null where there is none: without
 * grouping, and for refunds of payments that are not ours.
 */
export type ReportRow<Figures> = Figures & {
  group: string | null;
  /** The beginning of the hour, day, week or month in the zone: `2026-03-01`, or `2026-03-01T14:00`. */
  label: string;
  /** The part of it within the period, for lists behind the figures. `endsAt` is exclusive. */
  startsAt: Date;
  endsAt: Date;
};

export type ReportSeries<Figures> = Period & {
  startsAt: Date;
  endsAt: Date;
  total: Figures;
  /** Totals of the groups; empty without grouping. */
  groups: (Figures & { group: string | null })[];
  rows: ReportRow<Figures>[];
};

export type Report<Figures> = {
  timeZone: string;
  interval: Interval;
  groupBy: Grouping;
  /** Null: all figures are exact. Otherwise figures before this time are exact, and older rows are still being counted. */
  exactUntil: Date | null;
  current: ReportSeries<Figures>;
  /** The previous period: as many days, or as many whole months. Null unless requested. */
  previous: ReportSeries<Figures> | null;
};

type ReportOf<Figures> = {
  basis: 'made' | 'settled';
  kinds: reports.SumsOf['kinds'];
  figures: (sums: Addends) => Figures;
};

type Parsed = Period &
  Pick<reports.SumsOf, 'groupBy' | 'applicationIds' | 'shortcodes' | 'rail' | 'sources' | 'resultCodes'> & {
    interval: Interval;
    timeZone: string;
    compare: boolean;
  };

type Found = { bucket: reports.Bucket; group: string; sums: Addends };

/**
 * Adds up hourly totals of both periods in one statement.
 * @throws DomainError forbidden, invalid_input (more than {@link reportRowsMax} rows)
 */
export async function runReport<Figures>(
  ctx: ReportContext,
  scope: reports.ReportScope,
  { from, to, compare, ...input }: Parsed,
  { basis, kinds, figures }: ReportOf<Figures>,
): Promise<Report<Figures>> {
  requirePermission(ctx, 'reports.read');
  const { pool } = ctx.db;
  const { interval, timeZone, groupBy } = input;
  const periods = { current: { from, to }, previous: compare ? previousPeriod({ from, to }) : null };
  const buckets = await reports.listBuckets(pool, { ...periods, timeZone, interval });
  const range = (which: reports.Which) => rangeOf(buckets.filter((bucket) => bucket.which === which));
  const all = rangeOf(buckets);
  const starts = buckets.map(({ startsAt }) => startsAt);
  const sums = { ...input, scope, basis, kinds, starts, from: all.startsAt, to: all.endsAt };
  const [found, exactUntil] = await Promise.all([reports.listSums(pool, sums), findBackfill(pool)]);
  const rows = fill(buckets, found, groupBy);
  const series = (which: reports.Which, period: Period) => ({
    ...period,
    ...range(which),
    ...summarise(
      rows.filter(({ bucket }) => bucket.which === which),
      groupBy,
      figures,
    ),
  });
  return {
    timeZone,
    interval,
    groupBy,
    exactUntil,
    current: series('current', periods.current),
    previous: periods.previous && series('previous', periods.previous),
  };
}

function rangeOf(buckets: reports.Bucket[]): { startsAt: Date; endsAt: Date } {
  const starts = buckets.map(({ startsAt }) => startsAt.getTime());
  const ends = buckets.map(({ endsAt }) => endsAt.getTime());
  return { startsAt: new Date(Math.min(...starts)), endsAt: new Date(Math.max(...ends)) };
}

/** Every bucket with every group, also empty ones. */
function fill(buckets: reports.Bucket[], found: reports.Sums[], groupBy: Grouping): Found[] {
  const groups = groupBy === 'none' ? [''] : [...new Set(found.map(({ group }) => group))].sort();
  if (groups.length * buckets.length > reportRowsMax) {
    throw invalidInput(issue('interval', readingIssues.groupsTooMany({ max: reportRowsMax })));
  }
  const known = new Map(found.map((sums) => [`${sums.bucket} ${sums.group}`, addendsOf(sums)]));
  return groups.flatMap((group) =>
    buckets.map((bucket, index) => ({ bucket, group, sums: known.get(`${index + 1} ${group}`) ?? nothing })),
  );
}

function summarise<Figures>(rows: Found[], groupBy: Grouping, figures: (sums: Addends) => Figures) {
  const byGroup = new Map<string, Addends>();
  for (const { group, sums } of rows) byGroup.set(group, add(byGroup.get(group) ?? nothing, sums));
  const named = (group: string) => (group === '' ? null : group);
  return {
    total: figures([...byGroup.values()].reduce(add, nothing)),
    groups: groupBy === 'none' ? [] : [...byGroup].map(([group, sums]) => ({ group: named(group), ...figures(sums) })),
    rows: rows.map(({ bucket: { label, startsAt, endsAt }, group, sums }) => ({
      group: named(group),
      label,
      startsAt,
      endsAt,
      ...figures(sums),
    })),
  };
}
