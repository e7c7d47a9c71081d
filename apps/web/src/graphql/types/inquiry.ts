import type { InquiryKind, InquiryStatus } from '@tillgate/db';
import { numberOf } from '@tillgate/domain/rails/names';
import { inquiriesReport } from '@tillgate/domain/reading/inquiries';
import { maskPhonesInside } from '@tillgate/domain/reading/payments';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { AccountRef, accountColumns, RailRef } from './rail.ts';
import { InquiryRef, read } from './refs.ts';

const InquiryKindRef = builder.enumType('InquiryKind', {
  description: 'The kind of an inquiry.',
  values: {
    transaction_status: { description: 'The status of a transaction.' },
    account_balance: { description: 'The balances of a shortcode.' },
  } satisfies Record<InquiryKind, { description: string }>,
});

const InquiryStatusRef = builder.enumType('InquiryStatus', {
  description: 'The status of an inquiry.',
  values: {
    pending: { description: 'The provider has not answered.' },
    answered: { description: 'The provider answered.' },
    failed: { description: 'The provider refused the inquiry, or did not answer within a day.' },
  } satisfies Record<InquiryStatus, { description: string }>,
});

export const InquiryFilterRef = builder.inputType('InquiryFilter', {
  description: 'Filters inquiries. A row must match all given fields.',
  fields: (t) => ({
    kind: t.field({ type: InquiryKindRef, description: 'The kind of inquiry.' }),
    status: t.field({ type: InquiryStatusRef, description: 'Only inquiries with this status.' }),
    rail: t.field({ type: RailRef, description: 'Only inquiries at this network.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only inquiries created at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only inquiries created before this time.' }),
  }),
});

builder.prismaObjectFields(InquiryRef, (t) => ({
  queryId: t.exposeID('id', { description: 'The ID of the inquiry, as in the API and in webhooks.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the inquiry.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'The environment of the inquiry.' }),
  kind: t.expose('kind', { type: InquiryKindRef, description: 'The kind of inquiry.' }),
  status: t.expose('status', { type: InquiryStatusRef, description: 'The status of the inquiry.' }),
  transactionId: t.exposeString('transactionId', {
    nullable: true,
    description: 'The receipt that was asked about. Transaction inquiries only.',
  }),
  rail: t.expose('rail', { type: RailRef, description: 'The network of the inquiry.' }),
  account: t.field({
    type: AccountRef,
    description: 'The account that asked.',
    select: accountColumns,
    resolve: (row) => row,
  }),
  shortcode: t.string({
    description: 'The shortcode that asked.',
    select: { shortcode: true },
    resolve: ({ shortcode }) => numberOf(shortcode),
  }),
  result: t.field({
    type: 'JSON',
    nullable: true,
    description: 'The answer: a transaction, or accounts with their balances as decimal text in KES.',
    select: { result: true },
    resolve: ({ result }) => maskPhonesInside(result),
  }),
  resultCode: t.exposeString('resultCode', { nullable: true, description: 'The result code of the provider.' }),
  resultDescription: t.exposeString('resultDesc', {
    nullable: true,
    description: 'The result description of the provider.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the inquiry was made.' }),
  endedAt: t.expose('endedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the inquiry was answered or failed. Null while it is pending.',
  }),
}));

addList({
  name: 'inquiries',
  type: InquiryRef,
  typeName: 'Inquiry',
  description: 'Inquiries that people and API keys made, newest first.',
  permission: 'inquiries.read',
  filter: InquiryFilterRef,
  words: { one: 'An inquiry', many: 'inquiries' },
  list: inquiriesReport,
  read: read.inquiries,
});
