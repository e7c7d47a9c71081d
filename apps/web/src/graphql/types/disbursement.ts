import type { DisbursementKind, DisbursementStatus } from '@tillgate/db';
import { numberOf } from '@tillgate/domain/rails/names';
import { decodedDisbursement, disbursementsReport } from '@tillgate/domain/reading/disbursements';
import { maskPhonesIn, shortPhone } from '@tillgate/domain/reading/payments';
import { builder, reads } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { DecodedErrorRef } from './decoded-error.ts';
import { AccountRef, accountColumns, RailRef } from './rail.ts';
import { DisbursementRef, read } from './refs.ts';

const DisbursementKindRef = builder.enumType('DisbursementKind', {
  description: 'The kind of a disbursement.',
  values: {
    payout: { description: 'Money sent to a phone number.' },
    reversal: { description: 'A refund: a payment is returned to its payer.' },
  } satisfies Record<DisbursementKind, { description: string }>,
});

const DisbursementStatusRef = builder.enumType('DisbursementStatus', {
  description: 'The status of a disbursement.',
  values: {
    pending: { description: 'The provider has not reported the result. The money may have moved.' },
    success: { description: 'The money was sent.' },
    failed: { description: 'The money was not sent.' },
  } satisfies Record<DisbursementStatus, { description: string }>,
});

export const DisbursementFilterRef = builder.inputType('DisbursementFilter', {
  description: 'Filters payouts and refunds. A row must match all given fields.',
  fields: (t) => ({
    kind: t.field({ type: DisbursementKindRef, description: 'Only payouts, or only refunds.' }),
    rail: t.field({ type: RailRef, description: 'Only payouts and refunds of this network.' }),
    status: t.field({ type: DisbursementStatusRef, description: 'Only payouts and refunds with this status.' }),
    amountMin: t.int({ description: 'The smallest amount, in whole KES.' }),
    amountMax: t.int({ description: 'The largest amount, in whole KES.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description:
        'Only payouts and refunds created at or after this time. Together with `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Only payouts and refunds created before this time.' }),
    phone: t.string({ description: 'The phone number of the recipient, such as 0712345678 or 254712345678.' }),
    receipt: t.string({ description: 'The receipt of the payout or refund, or of the refunded payment.' }),
    needsReview: t.boolean({ description: 'Whether the payout or refund needs a review by a person.' }),
  }),
});

builder.prismaObjectFields(DisbursementRef, (t) => ({
  disbursementId: t.exposeID('id', { description: 'The ID of the disbursement, as in the API and in webhooks.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the payout or refund.' }),
  application: t.relation('application', { nullable: true, description: 'The application of the payout or refund.' }),
  environment: t.expose('environment', {
    type: environmentRef,
    description: 'The environment of the payout or refund.',
  }),
  kind: t.expose('kind', { type: DisbursementKindRef, description: 'A payout or a refund.' }),
  status: t.expose('status', { type: DisbursementStatusRef, description: 'The status of the payout or refund.' }),
  amount: t.exposeInt('amount', { description: 'Whole KES.' }),
  maskedPhone: t.string({
    nullable: true,
    description: 'The masked phone number of the recipient. Payouts only.',
    select: { phone: true },
    resolve: ({ phone }) => shortPhone(phone),
  }),
  payeeName: t.string({
    nullable: true,
    description: 'The name of the recipient, as the provider reported it. Null if it reported none. Payouts only.',
    select: { payeeName: true },
    resolve: ({ payeeName }) => payeeName && maskPhonesIn(payeeName),
  }),
  receipt: t.exposeString('providerReceipt', {
    nullable: true,
    description: 'The receipt that the provider gave the payout or refund.',
  }),
  refundedReceipt: t.exposeString('transactionId', {
    nullable: true,
    description: 'The receipt of the refunded payment. Refunds only.',
  }),
  payment: t.relation('payment', {
    ...reads('payments.read'),
    description: 'The refunded payment, if it is known. Refunds only.',
  }),
  rail: t.expose('rail', { type: RailRef, description: 'The network of the payout or refund.' }),
  account: t.field({
    type: AccountRef,
    description: 'The account that the money is sent from.',
    select: accountColumns,
    resolve: (row) => row,
  }),
  shortcode: t.string({
    description: 'The shortcode that the money is sent from.',
    select: { shortcode: true },
    resolve: ({ shortcode }) => numberOf(shortcode),
  }),
  remarks: t.string({
    description: 'The remarks of the merchant, with phone numbers masked.',
    select: { remarks: true },
    resolve: ({ remarks }) => maskPhonesIn(remarks),
  }),
  occasion: t.string({
    nullable: true,
    description: 'The occasion that the merchant gave, with phone numbers masked.',
    select: { occasion: true },
    resolve: ({ occasion }) => (occasion === null ? null : maskPhonesIn(occasion)),
  }),
  resultCode: t.exposeString('resultCode', { nullable: true, description: 'The result code of the provider.' }),
  resultDescription: t.exposeString('resultDesc', {
    nullable: true,
    description: 'The result description of the provider.',
  }),
  decodedError: t.field({
    type: DecodedErrorRef,
    nullable: true,
    description: 'Why the payout or refund failed. Null if it did not fail.',
    select: { kind: true, status: true, resultCode: true, resultDesc: true, settledBy: true },
    resolve: decodedDisbursement,
  }),
  needsReview: t.exposeBoolean('needsReview', {
    description: 'Whether the payout or refund needs a review by a person.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the payout or refund was created.' }),
  settledAt: t.expose('settledAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the payout or refund succeeded or failed. Null while it is pending.',
  }),
}));

addList({
  name: 'disbursements',
  type: DisbursementRef,
  typeName: 'Disbursement',
  description: 'Payouts and refunds, newest first.',
  permission: 'payouts.read',
  filter: DisbursementFilterRef,
  words: { one: 'A payout or refund', many: 'payouts and refunds' },
  list: disbursementsReport,
  read: read.disbursements,
});
