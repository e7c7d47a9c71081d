import type { AccountBalance } from '@tillgate/domain';
import { balancesReport } from '@tillgate/domain/reading/inquiries';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
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

addList({
  name: 'balances',
  type: BalanceRef,
  typeName: 'Balance',
  description: 'Balances as the provider told them, newest first.',
  permission: 'inquiries.read',
  filter: BalanceFilterRef,
  words: { one: 'A balance', many: 'balances' },
  list: balancesReport,
  read: read.balances,
});
