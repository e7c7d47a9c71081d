import type { AccountBalance } from '@tillgate/domain';
import { countReportedBalances, reportBalanceReadings } from '@tillgate/domain/reading/inquiries';
import { builder } from '../builder.ts';
import {
  connectionOf,
  countOptions,
  demandSpan,
  environmentRef,
  listOptions,
  lookedBackOptions,
  pageOf,
  whereArgs,
} from '../list.ts';
import { AccountBalanceRef } from './account-balance.ts';
import { BalanceRef, read } from './refs.ts';

const BalanceFilterRef = builder.inputType('BalanceFilter', {
  description: 'Which balances a list holds. One must meet all that is given.',
  fields: (t) => ({
    shortcode: t.string({ description: 'The shortcode.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Told at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Told before.' }),
  }),
});

builder.prismaObjectFields(BalanceRef, (t) => ({
  inquiryId: t.exposeID('id', { description: 'The id of the inquiry that it answered.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
  shortcode: t.exposeString('shortcode', { description: 'The shortcode whose accounts these are.' }),
  answeredAt: t.field({
    type: 'DateTime',
    description: 'When the provider said so.',
    select: { endedAt: true, createdAt: true },
    resolve: ({ endedAt, createdAt }) => endedAt ?? createdAt,
  }),
  accounts: t.field({
    type: [AccountBalanceRef],
    complexity: { field: 1, multiplier: 1 },
    description: 'Its accounts.',
    select: { result: true },
    resolve: ({ result }) => (Array.isArray(result) ? (result as AccountBalance[]) : []),
  }),
}));

builder.queryField('balances', (t) =>
  t.connection(
    {
      ...listOptions('inquiries.read'),
      type: BalanceRef,
      description: 'Balances as the provider told them, newest first.',
      args: {
        ...whereArgs,
        filter: t.arg({ type: BalanceFilterRef, description: 'Which balances; without it, all.' }),
      },
      resolve: async (_root, args, ctx, info) => {
        const span = demandSpan(ctx, 'inquiries.read', args);
        const { filter } = args;
        return connectionOf(ctx, info, {
          page: await reportBalanceReadings(ctx, span, { filter, page: pageOf(args) }),
          read: read.balances,
          count: () => countReportedBalances(ctx, span, filter),
        });
      },
    },
    {
      name: 'BalanceConnection',
      description: 'A page of balances.',
      fields: (fields) => ({
        totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
        lookedBackTo: fields.expose('lookedBackTo', lookedBackOptions),
      }),
    },
    { name: 'BalanceEdge', description: 'A balance and its place in the list.' },
  ),
);
