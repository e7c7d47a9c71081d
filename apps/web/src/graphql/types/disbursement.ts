import type { DisbursementKind, DisbursementStatus } from '@tillgate/db';
import { countReportedDisbursements, reportDisbursements } from '@tillgate/domain/reading/disbursements';
import { builder, ofApplication, reads } from '../builder.ts';
import {
  connectionOf,
  countOptions,
  demandNoPhone,
  demandSpan,
  environmentRef,
  listOptions,
  lookedBackOptions,
  pageOf,
  whereArgs,
} from '../list.ts';
import { ApplicationRef } from './application.ts';
import { DecodedErrorRef } from './decoded-error.ts';
import { DisbursementRef, PaymentRef } from './refs.ts';

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

builder.node(DisbursementRef, {
  description: 'A payout or a refund.',
  ...ofApplication,
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) =>
    Promise.all(ids.map(async (id) => (await loaders.disbursements.load(id)) ?? null)),
  fields: (t) => ({
    disbursementId: t.exposeID('id', { description: 'The id of the disbursement, as the API and webhooks have it.' }),
    applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
    application: t.field({
      type: ApplicationRef,
      nullable: true,
      description: 'The application that it belongs to.',
      resolve: ({ applicationId }, _args, { reach }) => reach.get(applicationId),
    }),
    environment: t.field({
      type: environmentRef,
      description: 'Where it happened.',
      resolve: ({ environment }) => environment,
    }),
    kind: t.field({ type: DisbursementKindRef, description: 'A payout or a refund.', resolve: ({ kind }) => kind }),
    status: t.field({ type: DisbursementStatusRef, description: 'Where it stands.', resolve: ({ status }) => status }),
    amount: t.exposeInt('amount', { description: 'Whole KES.' }),
    maskedPhone: t.exposeString('maskedPhone', {
      nullable: true,
      description: 'The phone of the recipient, masked as in every list and export; payouts only.',
    }),
    receipt: t.exposeString('providerReceipt', { nullable: true, description: 'The receipt of the provider for it.' }),
    refundedReceipt: t.exposeString('transactionId', {
      nullable: true,
      description: 'The receipt that is refunded; refunds only.',
    }),
    payment: t.field({
      ...reads('payments.read'),
      type: PaymentRef,
      description: 'The payment that is refunded, when it is known; refunds only.',
      resolve: async ({ paymentId }, _args, { loaders }) =>
        paymentId === null ? null : ((await loaders.payments.load(paymentId)) ?? null),
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
      resolve: ({ decoded }) => decoded,
    }),
    needsReview: t.exposeBoolean('needsReview', { description: 'Whether it waits for a person.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it succeeded or failed; null while it is pending.',
    }),
  }),
});

builder.queryField('disbursements', (t) =>
  t.connection(
    {
      ...listOptions('payouts.read'),
      type: DisbursementRef,
      description: 'Payouts and refunds, newest first.',
      args: {
        ...whereArgs,
        filter: t.arg({ type: DisbursementFilterRef, description: 'Which payouts and refunds; without it, all.' }),
      },
      resolve: async (_root, args, ctx) => {
        const span = demandSpan(ctx, 'payouts.read', args);
        const { filter } = args;
        demandNoPhone(ctx, filter);
        const page = await reportDisbursements(ctx, span, { filter, page: pageOf(args) });
        return connectionOf(page, () => countReportedDisbursements(ctx, span, filter));
      },
    },
    {
      name: 'DisbursementConnection',
      description: 'A page of payouts and refunds.',
      fields: (fields) => ({
        totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
        lookedBackTo: fields.expose('lookedBackTo', lookedBackOptions),
      }),
    },
    { name: 'DisbursementEdge', description: 'A payout or refund and its place in the list.' },
  ),
);
