import type { DisbursementKind, DisbursementStatus } from '@tillgate/db';
import { decodedDisbursement, disbursementsReport } from '@tillgate/domain/reading/disbursements';
import { shortPhone } from '@tillgate/domain/reading/payments';
import { builder, reads } from '../builder.ts';
import { addList, environmentRef } from '../list.ts';
import { DecodedErrorRef } from './decoded-error.ts';
import { DisbursementRef, read } from './refs.ts';

const DisbursementKindRef = builder.enumType('DisbursementKind', {
  description: 'Why money goes out.',
  values: {
    payout: { description: 'Money sent to a phone.' },
    reversal: { description: 'A refund: a received payment goes back to its payer.' },
  } satisfies Record<DisbursementKind, { description: string }>,
});

const DisbursementStatusRef = builder.enumType('DisbursementStatus', {
  description: 'Where money out stands.',
  values: {
    pending: { description: 'The provider has not told its result. The money may have moved.' },
    success: { description: 'The money went out.' },
    failed: { description: 'The money did not go out.' },
  } satisfies Record<DisbursementStatus, { description: string }>,
});

export const DisbursementFilterRef = builder.inputType('DisbursementFilter', {
  description: 'Which payouts and refunds a list holds. One must meet all that is given.',
  fields: (t) => ({
    kind: t.field({ type: DisbursementKindRef, description: 'Payouts, or refunds.' }),
    status: t.field({ type: DisbursementStatusRef, description: 'Its status.' }),
    amountMin: t.int({ description: 'At least so much, in whole KES.' }),
    amountMax: t.int({ description: 'At most so much, in whole KES.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Created at or after. With `createdTo`, at most two years.',
    }),
    createdTo: t.field({ type: 'DateTime', description: 'Created before.' }),
    phone: t.string({ description: 'The phone number of the recipient, in any usual form.' }),
    receipt: t.string({ description: 'Its receipt, or the receipt that it refunds.' }),
    needsReview: t.boolean({ description: 'Whether it waits for a person.' }),
  }),
});

builder.prismaObjectFields(DisbursementRef, (t) => ({
  disbursementId: t.exposeID('id', { description: 'The id of the disbursement, as the API and webhooks have it.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
  application: t.relation('application', { nullable: true, description: 'The application that it belongs to.' }),
  environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
  kind: t.expose('kind', { type: DisbursementKindRef, description: 'A payout or a refund.' }),
  status: t.expose('status', { type: DisbursementStatusRef, description: 'Where it stands.' }),
  amount: t.exposeInt('amount', { description: 'Whole KES.' }),
  maskedPhone: t.string({
    nullable: true,
    description: 'The phone of the recipient, masked as in every list and export; payouts only.',
    select: { phone: true },
    resolve: ({ phone }) => shortPhone(phone),
  }),
  receipt: t.exposeString('providerReceipt', { nullable: true, description: 'The receipt of the provider for it.' }),
  refundedReceipt: t.exposeString('transactionId', {
    nullable: true,
    description: 'The receipt that is refunded; refunds only.',
  }),
  payment: t.relation('payment', {
    ...reads('payments.read'),
    description: 'The payment that is refunded, when it is known; refunds only.',
  }),
  shortcode: t.exposeString('shortcode', { description: 'The shortcode that the money leaves.' }),
  remarks: t.exposeString('remarks', { description: 'What it is for, in words of the merchant.' }),
  occasion: t.exposeString('occasion', { nullable: true, description: 'Its occasion, in words of the merchant.' }),
  resultCode: t.exposeString('resultCode', { nullable: true, description: 'The result code of the provider.' }),
  resultDescription: t.exposeString('resultDesc', { nullable: true, description: 'The words of the provider.' }),
  decodedError: t.field({
    type: DecodedErrorRef,
    nullable: true,
    description: 'Why it failed; null for what did not fail.',
    select: { kind: true, status: true, resultCode: true, resultDesc: true, settledBy: true },
    resolve: decodedDisbursement,
  }),
  needsReview: t.exposeBoolean('needsReview', { description: 'Whether it waits for a person.' }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
  settledAt: t.expose('settledAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it succeeded or failed; null while it is pending.',
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
