import { type BalanceReading, bucketCount, type Interval, reportBalances } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { reportCost } from '../limits.ts';
import { demandScope } from '../list.ts';
import { AccountBalanceRef } from './account-balance.ts';
import { inputOf, paid, periodArgs, reportOptions } from './report.ts';

const ReadingRef = builder.objectRef<BalanceReading>('BalanceReading').implement({
  description: 'What the provider said about the accounts of a shortcode at one time.',
  fields: (t) => ({
    applicationId: t.exposeID('applicationId', { description: 'The application that asked.' }),
    inquiryId: t.exposeID('inquiryId', { description: 'The id of the inquiry that it answered.' }),
    shortcode: t.exposeString('shortcode', { description: 'The shortcode whose accounts these are.' }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', description: 'When the provider said so.' }),
    accounts: t.expose('accounts', { ...paid, type: [AccountBalanceRef], description: 'Its accounts.' }),
  }),
});

type Found = { timeZone: string; readings: BalanceReading[] };

const BalancesReportRef = builder.objectRef<Found>('BalancesReport').implement({
  description: 'Balances over time. A time without an answer has none: what was not read is not known.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'The time zone whose days count.' }),
    readings: t.expose('readings', {
      ...paid,
      type: [ReadingRef],
      description: 'Of each shortcode the last answer of each hour, day, week or month, oldest first.',
    }),
  }),
});

builder.queryField('balancesReport', (t) =>
  t.field({
    ...reportOptions,
    complexity: ({ from, to, interval }: { from: string; to: string; interval?: Interval | null }) => ({
      field: reportCost + bucketCount({ from, to }, interval ?? 'day'),
      multiplier: 1,
    }),
    type: BalancesReportRef,
    description: 'Balances over time, as the provider told them when it was asked.',
    args: periodArgs,
    resolve: (_root, args, ctx) => reportBalances(...demandScope(ctx, args), inputOf(args)),
  }),
);
