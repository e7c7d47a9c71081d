import { readBalances } from '@tillgate/domain/inquiries';
import { numberOf } from '@tillgate/domain/rails/names';
import { balancesReport } from '@tillgate/domain/reading/inquiries';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { AccountBalanceRef } from './account-balance.ts';
import { AccountRef, accountColumns, RailRef } from './rail.ts';
import { BalanceRef, read } from './refs.ts';

const BalanceFilterRef = builder.inputType('BalanceFilter', {
  description: 'Filters balances. A row must match all given fields.',
  fields: (t) => ({
    shortcode: t.string({ description: 'The shortcode.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only balances reported at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only balances reported before this time.' }),
  }),
});

builder.prismaObjectFields(BalanceRef, (t) => ({
  inquiryId: t.exposeID('id', { description: 'The ID of the inquiry that asked for the balances.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the balance.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'The environment of the balance.' }),
  rail: t.expose('rail', { type: RailRef, description: 'The network of the balance.' }),
  account: t.field({
    type: AccountRef,
    description: 'The account that was asked about.',
    select: accountColumns,
    resolve: (row) => row,
  }),
  shortcode: t.string({
    description: 'The shortcode that has the accounts.',
    select: { shortcode: true },
    resolve: ({ shortcode }) => numberOf(shortcode),
  }),
  answeredAt: t.field({
    type: 'DateTime',
    description: 'When the provider reported the balances.',
    select: { endedAt: true, createdAt: true },
    resolve: ({ endedAt, createdAt }) => endedAt ?? createdAt,
  }),
  accounts: t.field({
    type: [AccountBalanceRef],
    complexity: { field: 1, multiplier: 1 },
    description: 'The accounts of the shortcode.',
    select: { id: true, result: true },
    resolve: (inquiry) => readBalances(inquiry) ?? [],
  }),
}));

addList({
  name: 'balances',
  type: BalanceRef,
  typeName: 'Balance',
  description: 'Balances as the provider reported them, newest first.',
  permission: 'inquiries.read',
  filter: BalanceFilterRef,
  words: { one: 'A balance', many: 'balances' },
  list: balancesReport,
  read: read.balances,
});
