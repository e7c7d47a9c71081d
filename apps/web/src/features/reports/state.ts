import { calendarMonths, dayAt, dayBounds } from '@/features/lists/days';
import { type TimeZone, timeZones } from '@/i18n/locale';

export const moneyReports = ['collections', 'payouts', 'settlement'] as const;
export type MoneyReport = (typeof moneyReports)[number];
export const reports = [...moneyReports, 'balances'] as const;
export type ReportName = (typeof reports)[number];

export const ranges = ['today', 'yesterday', 'week', 'month', 'lastMonth', 'last90'] as const;
type RangeName = (typeof ranges)[number];
export type Range = { from: string; to: string };

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

export type Grouping = 'none' | 'source' | 'reason' | 'shortcode' | 'rail';
/** What each report can be broken down by. */
export const groupings = {
  collections: ['source', 'reason', 'shortcode', 'rail'],
  payouts: ['reason', 'shortcode', 'rail'],
  settlement: ['shortcode', 'rail'],
  balances: [],
} as const satisfies Record<ReportName, readonly Grouping[]>;

/** The state of the page, which is all in the address. */
export type ReportState = {
  report: ReportName;
  /** Undefined for days that a person chose by themselves. */
  range: RangeName | undefined;
  /** Days of the time zone, both included, as the address has them: the server refuses what is no day. */
  from: string;
  to: string;
  interval: Interval;
  groupBy: Grouping;
  compare: boolean;
  show: 'amount' | 'count';
  timeZone: TimeZone;
};

export const stateParams = [
  ...(['report', 'period', 'from', 'to', 'interval', 'group', 'compare', 'show', 'zone'] as const),
] as const;
export type StateParam = (typeof stateParams)[number];
/** Parameters of an address, as the server and the browser have them. */
type Address = { [Name in string]?: string | string[] | null };

const dayMs = 86_400_000;
const defaultRange: RangeName = 'month';
/** Longer periods are shown by the next longer interval. */
const daysMax = { hour: 2, day: 92, week: 366 } as const;
/** A table by the hour is offered for that many days. */
const hourlyDaysMax = 31;

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The days of a range that has a name; those that run now end today. */
export function daysOfRange(name: RangeName, timeZone: TimeZone, now: Date): Range {
  const today = dayAt(now, timeZone);
  const { thisMonth, lastMonth } = calendarMonths(today);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const days: Record<RangeName, Range> = {
    today: { from: today, to: today },
    yesterday: { from: plus(today, -1), to: plus(today, -1) },
    week: { from: plus(today, -sinceMonday), to: today },
    month: thisMonth,
    lastMonth,
    last90: { from: plus(today, -89), to: today },
  };
  return days[name];
}

const daysIn = ({ from, to }: Range) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;

/** The interval that shows a range well. */
export function usualInterval(range: Range): Interval {
  const days = daysIn(range);
  if (days <= daysMax.hour) return 'hour';
  if (days <= daysMax.week) return days <= daysMax.day ? 'day' : 'week';
  return days > daysMax.week ? 'month' : 'day';
}

/** The intervals to choose from: hours of a few days alone, and nothing longer than the range. */
export function intervalsFor(range: Range): Interval[] {
  const days = daysIn(range);
  const longest: Record<Interval, boolean> = {
    hour: days <= hourlyDaysMax,
    day: true,
    week: days > 7,
    month: days > 28,
  };
  return intervals.filter((interval) => longest[interval]);
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined) =>
  values.find((value) => value === text);

/** Parses the state from an address. `timeZone` is the reader's, for addresses without one. */
export function readState(address: Address, { timeZone, now }: { timeZone: TimeZone; now: Date }): ReportState {
  const given = (name: StateParam) => {
    const value = address[name];
    return (Array.isArray(value) ? value[0] : value) || undefined;
  };
  const zone = oneOf(timeZones, given('zone')) ?? timeZone;
  const report = oneOf(reports, given('report')) ?? 'collections';
  const chosen = { from: given('from') ?? given('to'), to: given('to') ?? given('from') };
  const named = oneOf(ranges, given('period'));
  const { from, to } = chosen;
  const isCustom = named === undefined && from !== undefined && to !== undefined;
  const range = isCustom ? undefined : (named ?? defaultRange);
  const days = isCustom ? { from, to } : daysOfRange(range ?? defaultRange, zone, now);
  return {
    report,
    range,
    ...days,
    interval: oneOf(intervals, given('interval')) ?? usualInterval(days),
    groupBy: oneOf<Grouping>(groupings[report], given('group')) ?? 'none',
    compare: given('compare') === '1',
    show: given('show') === 'count' ? 'count' : 'amount',
    timeZone: zone,
  };
}

/** The parameters of an address that always shows the same: without names of ranges, with the zone. */
export function fixedParams(state: ReportState): URLSearchParams {
  const { report: _report, range: _range, groupBy, compare, timeZone, show: _show, ...rest } = state;
  return new URLSearchParams({ ...rest, group: groupBy, compare: compare ? '1' : '0', zone: timeZone });
}

/** Whether rows are pieces of the period. Groups are added up over the whole of it, but for settlement. */
export function isOverTime({ report, groupBy }: Pick<ReportState, 'report' | 'groupBy'>): boolean {
  return groupBy === 'none' || report === 'settlement';
}

function ofPeriod(state: ReportState) {
  const { from, to, timeZone, compare } = state;
  return { from, to, timeZone, compare, interval: isOverTime(state) ? state.interval : ('total' as const) };
}

/** The input of each report's procedure. The state has only groups that its report knows. */
export const inputOf = {
  collections: (state: ReportState) => ({ ...ofPeriod(state), groupBy: state.groupBy }),
  payouts: (state: ReportState) => ({
    ...ofPeriod(state),
    groupBy: state.groupBy === 'source' ? ('none' as const) : state.groupBy,
  }),
  settlement: (state: ReportState) => ({
    ...ofPeriod(state),
    groupBy: state.groupBy === 'shortcode' || state.groupBy === 'rail' ? state.groupBy : ('none' as const),
  }),
  balances: ({ from, to, interval, timeZone }: ReportState) => ({ from, to, interval, timeZone }),
};

/** What stands elsewhere in an export: the days as moments, and the zone beside the filter. */
const notOfFilter = ['from', 'to', 'timeZone', 'compare'];

/** The report as an export has it: its days as moments, in the zone of the page, and without a comparison. */
export function exportOf(state: ReportState) {
  const { report, from, to, timeZone } = state;
  const filter = Object.entries(inputOf[report](state)).filter(([name]) => !notOfFilter.includes(name));
  const input: Record<string, unknown> = { ...dayBounds({ from, to }, timeZone), ...Object.fromEntries(filter) };
  return { list: `report_${report}` as const, input, timeZone };
}
