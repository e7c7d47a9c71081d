import { numberOf } from '@tillgate/domain/rails/names';
import { listDeliveriesAbout } from '@tillgate/domain/reading/deliveries';
import { listRefundsOf } from '@tillgate/domain/reading/disbursements';
import { listLinksOf } from '@tillgate/domain/reading/links';
import {
  decodedPayment,
  maskPhonesIn,
  maskPhonesInside,
  netStatusOf,
  paymentsReport,
  type RefundSum,
  readHistories,
  readRefundSums,
  shortPhone,
} from '@tillgate/domain/reading/payments';
import { builder, reads } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import { addList, environmentRef } from '../list.ts';
import { batched, rowsOf } from '../rows.ts';
import { DecodedErrorRef } from './decoded-error.ts';
import { NetStatusRef, PaymentFilterRef, PaymentSourceRef, PaymentStatusRef } from './payment-filter.ts';
import { AccountRef, accountColumns, RailRef } from './rail.ts';
import { DeliveryRef, DisbursementRef, linesWithin, PaymentLinkRef, PaymentRef, read } from './refs.ts';
import { TimelineEntryRef } from './timeline-entry.ts';

/** How many objects a field of one payment counts as that lists what belongs to it. */
const fewCost = { field: 1, multiplier: 3 };
const timelineCost = { field: 3, multiplier: 10 };

/** The fields that find the refunds of a payment. */
const paid = { id: true, applicationId: true, environment: true, providerReceipt: true, status: true } as const;
const refundSums = {};
const nothing: RefundSum = { refunded: 0, refundPending: false };

/** What went back of a payment: one statement for all rows of a query, whichever fields ask for it. */
function refundSumOf(payment: Parameters<typeof readRefundSums>[1][number], ctx: GraphqlContext): Promise<RefundSum> {
  return batched(ctx, refundSums, payment, async (payments) => {
    const sums = await readRefundSums(ctx.db, payments);
    return ({ id }) => sums.get(id) ?? nothing;
  });
}

builder.prismaObjectFields(PaymentRef, (t) => ({
  paymentId: t.exposeID('id', { description: 'The ID of the payment, as in the API and in webhooks.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application of the payment.' }),
  application: t.relation('application', {
    nullable: true,
    description: 'The application of the payment.',
  }),
  environment: t.expose('environment', { type: environmentRef, description: 'The environment of the payment.' }),
  status: t.expose('status', { type: PaymentStatusRef, description: 'The status of the payment.' }),
  source: t.expose('source', { type: PaymentSourceRef, description: 'The source of the payment.' }),
  maskedPhone: t.string({
    nullable: true,
    description: 'The masked phone number of the payer.',
    select: { phone: true },
    resolve: ({ phone }) => shortPhone(phone),
  }),
  payerName: t.string({
    nullable: true,
    description: 'The name of the payer, as the provider reported it. Null if it reported none.',
    select: { payerName: true },
    resolve: ({ payerName }) => payerName && maskPhonesIn(payerName),
  }),
  // Customers and shops write phone numbers there.
  accountReference: t.string({
    description: 'The account reference that the merchant gave.',
    select: { accountRef: true },
    resolve: ({ accountRef }) => maskPhonesIn(accountRef),
  }),
  description: t.string({
    description: 'The description that the merchant gave.',
    select: { description: true },
    resolve: ({ description }) => maskPhonesIn(description),
  }),
  metadata: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'The metadata that the merchant stored with the payment, with phone numbers masked. Null if there is none.',
    select: { metadata: true },
    resolve: ({ metadata }) => maskPhonesInside(metadata),
  }),
  rail: t.expose('rail', { type: RailRef, description: 'The network of the payment.' }),
  account: t.field({
    type: AccountRef,
    description: 'Where the money was asked for.',
    select: accountColumns,
    resolve: (row) => row,
  }),
  shortcode: t.string({
    description: 'The shortcode that received the money.',
    select: { shortcode: true },
    resolve: ({ shortcode }) => numberOf(shortcode),
  }),
  receipt: t.exposeString('providerReceipt', { nullable: true, description: 'The receipt of the provider.' }),
  resultCode: t.exposeString('resultCode', { nullable: true, description: 'The result code of the provider.' }),
  resultDescription: t.exposeString('resultDesc', {
    nullable: true,
    description: 'The result description of the provider.',
  }),
  decodedError: t.field({
    type: DecodedErrorRef,
    nullable: true,
    description: 'Why the payment failed. Null if it did not fail.',
    select: { status: true, resultCode: true, resultDesc: true, settledBy: true },
    resolve: decodedPayment,
  }),
  needsReview: t.exposeBoolean('needsReview', { description: 'Whether the payment needs a review by a person.' }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description:
      'When the payment was requested. For an offline payment, when the customer paid, as the provider reports it.',
  }),
  settledAt: t.expose('settledAt', {
    type: 'DateTime',
    nullable: true,
    description:
      'When the payment succeeded or failed. Null while it is pending. For an offline payment, when it was recorded.',
  }),
}));

builder.prismaObjectFields(PaymentRef, (t) => ({
  amount: t.exposeInt('amount', {
    description: 'The amount in whole KES: as requested, and once the payment has settled, as paid.',
  }),
  requestedAmount: t.exposeInt('requestedAmount', { description: 'The requested amount in whole KES.' }),
  exactAmount: t.exposeString('exactAmount', {
    nullable: true,
    description: 'The exact amount in KES as decimal text, if it has cents. `amount` is then cut to whole KES.',
  }),
  netStatus: t.field({
    type: NetStatusRef,
    description: 'The status of the payment after its refunds.',
    select: paid,
    resolve: async (payment, _args, ctx) => netStatusOf({ ...payment, ...(await refundSumOf(payment, ctx)) }),
  }),
  refundedAmount: t.int({
    description: 'The refunded amount in whole KES.',
    select: paid,
    resolve: async (payment, _args, ctx) => (await refundSumOf(payment, ctx)).refunded,
  }),
  netAmount: t.int({
    description: 'The amount in whole KES that the merchant kept. 0 if the payment did not succeed.',
    select: { ...paid, amount: true },
    resolve: async (payment, _args, ctx) =>
      payment.status === 'success' ? payment.amount - (await refundSumOf(payment, ctx)).refunded : 0,
  }),
}));

builder.prismaObjectFields(PaymentRef, (t) => ({
  refunds: t.field({
    ...reads('payouts.read'),
    type: [DisbursementRef],
    description: 'The refunds of the payment, newest first, at most 10.',
    complexity: fewCost,
    select: paid,
    resolve: (payment, _args, ctx, info) =>
      rowsOf(ctx, info, payment, {
        list: (payments) => listRefundsOf(ctx.db, payments),
        read: read.disbursements,
      }),
  }),
  deliveries: t.field({
    ...reads('payments.read'),
    type: [DeliveryRef],
    description: 'The webhook deliveries of the payment, newest first, at most 50.',
    complexity: fewCost,
    select: { id: true, applicationId: true },
    resolve: (payment, _args, ctx, info) =>
      rowsOf(ctx, info, payment, {
        list: (payments) => listDeliveriesAbout(ctx.db, payments),
        read: read.deliveriesOfPayments,
      }),
  }),
  paymentLink: t.field({
    ...reads('links.read'),
    type: PaymentLinkRef,
    description: 'The payment link that the payment counts towards. Null if there is none.',
    select: { id: true, applicationId: true },
    resolve: async (payment, _args, ctx, info) => {
      const [link = null] = await rowsOf(ctx, info, payment, {
        list: (payments) => listLinksOf(ctx.db, payments),
        read: read.links,
      });
      return link;
    },
  }),
  statementLines: t.relation('statementLines', {
    ...reads('statements.read'),
    description: "The lines of the provider's statements that were matched with it, oldest first.",
    complexity: fewCost,
    query: (_args, ctx) => ({
      where: linesWithin(ctx),
      orderBy: [{ completedAt: 'asc' as const }, { ordinal: 'asc' as const }, { id: 'asc' as const }],
    }),
  }),
  timeline: t.field({
    ...reads('payments.read'),
    type: [TimelineEntryRef],
    description: 'The history of the payment, oldest first.',
    complexity: timelineCost,
    select: {
      ...paid,
      source: true,
      settledBy: true,
      createdAt: true,
      promptedAt: true,
      settledAt: true,
      lastQueriedAt: true,
    },
    resolve: (payment, _args, ctx, info) =>
      batched(ctx, info.fieldNodes, payment, async (payments) => {
        const histories = await readHistories(ctx.db, payments);
        return ({ id }) => histories.get(id) ?? [];
      }),
  }),
}));

addList({
  name: 'payments',
  type: PaymentRef,
  typeName: 'Payment',
  description: 'Payments, newest first. Pages stay the same while new payments arrive.',
  permission: 'payments.read',
  filter: PaymentFilterRef,
  words: { one: 'A payment', many: 'payments' },
  list: paymentsReport,
  read: read.payments,
});
