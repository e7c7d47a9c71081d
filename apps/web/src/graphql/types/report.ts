import { bucketCount, type Grouping, type Interval, type Report } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { reportCost } from '../limits.ts';
import { whereArgs } from '../list.ts';

const IntervalRef = builder.enumType('ReportInterval', {
  description: 'How long each row of a report is.',
  values: {
    hour: { description: 'Hours. At most 92 days.' },
    day: { description: 'Days of the time zone.' },
    week: { description: 'Weeks from Monday. The first and the last one may be cut by the period.' },
    month: { description: 'Months of the calendar. The first and the last one may be cut by the period.' },
    total: { description: 'One row for the whole period.' },
  } satisfies Record<Interval, { description: string }>,
});

const GroupingRef = builder.enumType('ReportGrouping', {
  description: 'What the rows of a report are told apart by, beside time.',
  values: {
    none: { description: 'Nothing: a row for each piece of time.' },
    source: { description: 'How a payment came about: `stk` or `c2b`. Collections only.' },
    reason: { description: 'The result code of failures; nothing else is in the report then.' },
    shortcode: { description: 'The shortcode.' },
    application: { description: 'The id of the application.' },
  } satisfies Record<Grouping, { description: string }>,
});

/** What every report takes to say which time it covers. */
export const periodArgs = builder.args((t) => ({
  ...whereArgs,
  from: t.field({ type: 'Date', required: true, description: 'The first day, in the time zone.' }),
  to: t.field({ type: 'Date', required: true, description: 'The last day, included. At most two years.' }),
  timeZone: t.string({
    description: 'The IANA name of the time zone whose days count; Africa/Nairobi without it. Whole hours from UTC.',
  }),
  interval: t.field({ type: IntervalRef, description: 'How long each row is; a day without it.' }),
  shortcodes: t.stringList({ description: 'Of these shortcodes alone.' }),
}));

export const compareArgs = builder.args((t) => ({
  groupBy: t.field({ type: GroupingRef, description: 'What the rows are told apart by.' }),
  compare: t.boolean({
    description: 'Whether to read the period before, too: as many days, or as many whole months. True without it.',
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
  description: 'Sums of a period, exact at the moment of the answer.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'The time zone whose days count.' }),
    interval: t.expose('interval', { type: IntervalRef, description: 'How long each row is.' }),
    groupBy: t.expose('groupBy', { type: GroupingRef, description: 'What the rows are told apart by.' }),
    exactUntil: t.expose('exactUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Null: every figure is exact. Else hours before this time are, while older payments are still being added up.',
    }),
  }),
});

export const PeriodRef = builder.interfaceRef<Bounds>('ReportPeriod').implement({
  description: 'The period of a report, and its sums.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'The first day.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day, included.' }),
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When the first day begins.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When the last day is over; not included.' }),
  }),
});

export const groupDescription =
  'What `groupBy` tells apart: a source, result code, shortcode or application id. Null without grouping, and for what belongs to none.';

export const BucketRef = builder.interfaceRef<Bucket>('ReportBucket').implement({
  description: 'A piece of the time of a report, and its sums.',
  fields: (t) => ({
    label: t.exposeString('label', {
      description: 'When it begins in the time zone: 2026-03-01, or 2026-03-01T14:00 of hours.',
    }),
    group: t.exposeString('group', { nullable: true, description: groupDescription }),
    startsAt: t.expose('startsAt', {
      type: 'DateTime',
      description: 'Where its part of the period begins: `createdFrom` for the list of what is behind the figures.',
    }),
    endsAt: t.expose('endsAt', {
      type: 'DateTime',
      description: 'Where its part of the period ends, not included: `createdTo` for that list.',
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
  total: 'The sums of the whole period.',
  groups: 'The sums of each group over the whole period; empty without grouping.',
  rows: 'The sums of each piece of time and group, oldest first in each group. Those in which nothing happened are there.',
} as const;

/** Parts of a report cost nothing: the report was counted with all of them. */
export const paid = { complexity: { field: 0, multiplier: 1 } };
