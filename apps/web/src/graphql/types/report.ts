import { bucketCount, type Grouping, type Interval, type Report } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { reportCost } from '../limits.ts';
import { whereArgs } from '../list.ts';

export const IntervalRef = builder.enumType('ReportInterval', {
  description: 'The interval of the rows of a report.',
  values: {
    hour: { description: 'One row per hour. The period can have at most 92 days.' },
    day: { description: 'One row per day of the time zone.' },
    week: { description: 'One row per week from Monday. The period may cut the first and the last week.' },
    month: { description: 'One row per calendar month. The period may cut the first and the last month.' },
    total: { description: 'One row for the whole period.' },
  } satisfies Record<Interval, { description: string }>,
});

export const GroupingRef = builder.enumType('ReportGrouping', {
  description: 'How the rows of a report are grouped, besides by time.',
  values: {
    none: { description: 'No grouping: one row per interval.' },
    source: { description: 'The source of the payment: `stk` or `c2b`. Collections only.' },
    reason: { description: 'The result code. The report then contains only failures.' },
    shortcode: { description: 'The shortcode.' },
    application: { description: 'The application ID.' },
    rail: { description: 'The network, as `Rail` names it.' },
  } satisfies Record<Grouping, { description: string }>,
});

/** What every report takes to say which time it covers. */
export const periodArgs = builder.args((t) => ({
  ...whereArgs,
  from: t.field({ type: 'Date', required: true, description: 'The first day of the period, in the time zone.' }),
  to: t.field({
    type: 'Date',
    required: true,
    description: 'The last day of the period, inclusive. The period can have at most two years.',
  }),
  timeZone: t.string({
    description:
      'The IANA name of the time zone in which days start and end. Its offset from UTC must be whole hours. Default: Africa/Nairobi.',
  }),
  interval: t.field({ type: IntervalRef, description: 'The interval of the rows. Default: a day.' }),
  shortcodes: t.stringList({ description: 'Only these shortcodes.' }),
}));

export const compareArgs = builder.args((t) => ({
  groupBy: t.field({ type: GroupingRef, description: 'How the rows are grouped.' }),
  compare: t.boolean({
    description: 'Whether to add the previous period: as many days, or as many whole months. Default: true.',
  }),
}));

type Asked = {
  from: string;
  to: string;
  interval?: Interval | null;
  groupBy?: Grouping | null;
  compare?: boolean | null;
};

/**
 * The options of the root field of a report. It costs about as much as it has rows; what is selected of them
 * changes nothing, as all are computed.
 */
export const reportOptions = {
  nullable: true as const,
  extensions: { permission: 'reports.read' },
  complexity: ({ from, to, interval, groupBy, compare }: Asked) => {
    const buckets = bucketCount({ from, to }, interval ?? 'day');
    const grouped = (groupBy ?? 'none') === 'none' ? 1 : 2;
    return { field: reportCost + buckets * grouped * (compare === false ? 1 : 2), multiplier: 1 };
  },
};

type Given<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], null> };

/** Null is as good as absent. */
export function present<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Given<Fields>;
}

type Bounds = Pick<Report<object>['current'], 'from' | 'to' | 'startsAt' | 'endsAt'>;
type About = Pick<Report<object>, 'timeZone' | 'interval' | 'groupBy' | 'exactUntil'>;
type Bucket = { group: string | null; label: string; startsAt: Date; endsAt: Date };

export const ReportRef = builder.interfaceRef<About>('Report').implement({
  description: 'The totals of a period, exact at the time of the response.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'The time zone in which days start and end.' }),
    interval: t.expose('interval', { type: IntervalRef, description: 'The interval of the rows.' }),
    groupBy: t.expose('groupBy', { type: GroupingRef, description: 'How the rows are grouped.' }),
    exactUntil: t.expose('exactUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Null if every figure is exact. Otherwise only the hours before this time are exact, because older payments are still being added up.',
    }),
  }),
});

export const PeriodRef = builder.interfaceRef<Bounds>('ReportPeriod').implement({
  description: 'A period of a report and its totals.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'The first day.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day, inclusive.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When the first day starts.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When the last day ends, exclusive.' }),
  }),
});

export const groupDescription =
  'What `groupBy` tells apart: a source, result code, shortcode, network or application id. Null without grouping, and for what belongs to none.';

export const BucketRef = builder.interfaceRef<Bucket>('ReportBucket').implement({
  description: 'One interval of a report and its totals.',
  fields: (t) => ({
    label: t.exposeString('label', {
      description: 'When the interval starts in the time zone: 2026-03-01, or 2026-03-01T14:00 for an hour.',
    }),
    group: t.exposeString('group', { nullable: true, description: groupDescription }),
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      description:
        'When the interval starts within the period. Use it as `createdFrom` to list what is behind the figures.',
    }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description:
        'When the interval ends within the period, exclusive. Use it as `createdTo` to list what is behind the figures.',
    }),
  }),
});

/** What {@link present} of the arguments leaves for the domain. */
export function inputOf<Args extends { environment: unknown; applicationId?: unknown }>(args: Args) {
  const { environment: _environment, applicationId: _application, ...input } = args;
  return present(input);
}

export const seriesDescriptions = {
  current: 'The period that was asked for.',
  previous: 'The period before, as long as this one; null when it was not asked for.',
  total: 'The totals of the whole period.',
  groups: 'The totals of each group over the whole period. Empty without grouping.',
  rows: 'The totals of each interval and group, oldest first in each group. Intervals in which nothing happened are included.',
} as const;

/** Parts of a report cost nothing: the report was counted with all of them. */
export const paid = { complexity: { field: 0, multiplier: 1 } };
