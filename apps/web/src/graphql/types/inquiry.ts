import type { InquiryKind, InquiryStatus } from '@tillgate/db';
import { inquiriesReport } from '@tillgate/domain/reading/inquiries';
import { maskPhonesInside } from '@tillgate/domain/reading/payments';
import { builder } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { InquiryRef, read } from './refs.ts';

const InquiryKindRef = builder.enumType('InquiryKind', {
  description: 'What the provider is asked for.',
  values: {
    transaction_status: { description: 'What became of a transaction.' },
    account_balance: { description: 'The balance of the shortcode.' },
  } satisfies Record<InquiryKind, { description: string }>,
});

const InquiryStatusRef = builder.enumType('InquiryStatus', {
  description: 'Where an inquiry stands.',
  values: {
    pending: { description: 'The provider has not answered.' },
    answered: { description: 'The provider answered.' },
    failed: { description: 'The provider refused, or did not answer for a day.' },
  } satisfies Record<InquiryStatus, { description: string }>,
});

export const InquiryFilterRef = builder.inputType('InquiryFilter', {
  description: 'Which inquiries a list holds. One must meet all that is given.',
  fields: (t) => ({
    kind: t.field({ type: InquiryKindRef, description: 'What was asked for.' }),
    status: t.field({ type: InquiryStatusRef, description: 'Its status.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Created at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Created before.' }),
  }),
});

builder.prismaObjectFields(InquiryRef, (t) => ({
  queryId: t.exposeID('id', { description: 'The id of the inquiry, as the API and webhooks have it.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
  kind: t.expose('kind', { type: InquiryKindRef, description: 'What was asked for.' }),
  status: t.expose('status', { type: InquiryStatusRef, description: 'Where it stands.' }),
  transactionId: t.exposeString('transactionId', {
    nullable: true,
    description: 'The receipt that was asked about; of transactions only.',
  }),
  shortcode: t.exposeString('shortcode', { description: 'The shortcode that asked.' }),
  result: t.field({
    type: 'JSON',
    nullable: true,
    description: 'The answer: a transaction, or accounts with their balances as decimal text in KES.',
    select: { result: true },
    resolve: ({ result }) => maskPhonesInside(result),
  }),
  resultCode: t.exposeString('resultCode', { nullable: true, description: 'The result code of the provider.' }),
  resultDescription: t.exposeString('resultDesc', { nullable: true, description: 'The words of the provider.' }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked.' }),
  endedAt: t.expose('endedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was answered or failed; null while it is pending.',
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
