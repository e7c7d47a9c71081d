import { type BalanceReading, bucketCount, type Interval, reportBalances } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { reportCost } from '../limits.ts';
import { demandScope } from '../list.ts';
import { AccountBalanceRef } from './account-balance.ts';
import { RailRef } from './rail.ts';
import { inputOf, paid, periodArgs, reportOptions } from './report.ts';

const ReadingRef = builder.objectRef<BalanceReading>('BalanceReading').implement({
  description: 'The balances of the accounts of a shortcode at one time, as the provider reported them.',
  fields: (t) => ({
    applicationId: t.exposeID('applicationId', { description: 'The application that asked for the balances.' }),
    inquiryId: t.exposeID('inquiryId', { description: 'The ID of the inquiry that asked for the balances.' }),
    rail: t.expose('rail', { type: RailRef, description: 'The network of the account.' }),
    shortcode: t.exposeString('shortcode', {
      description: 'The shortcode that has the accounts.',
    }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', description: 'When the provider reported the balances.' }),
    accounts: t.expose('accounts', {
      ...paid,
      type: [AccountBalanceRef],
      description: 'The accounts of the shortcode.',
    }),
  }),
});

type Found = { timeZone: string; readings: BalanceReading[] };

const BalancesReportRef = builder.objectRef<Found>('BalancesReport').implement({
  description: 'Balances over time. An interval in which the provider was not asked has no row.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', { description: 'The time zone in which days start and end.' }),
    readings: t.expose('readings', {
      ...paid,
      type: [ReadingRef],
      description: 'The last balances of each shortcode in each hour, day, week or month, oldest first.',
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
    description: 'Balances over time, as the provider reported them.',
    args: periodArgs,
    resolve: (_root, args, ctx) => reportBalances(...demandScope(ctx, args), inputOf(args)),
  }),
);
