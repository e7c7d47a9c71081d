import { listDeliveriesAbout } from '@tillgate/domain/reading/deliveries';
import { listRefundsOf } from '@tillgate/domain/reading/disbursements';
import {
  decodedPayment,
  maskPhonesIn,
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
import { DeliveryRef, DisbursementRef, linesWithin, PaymentRef, read } from './refs.ts';
import { TimelineEntryRef } from './timeline-entry.ts';

/** How many objects a field of one payment counts as that lists what belongs to it. */
const fewCost = { field: 1, multiplier: 3 };
const timelineCost = { field: 3, multiplier: 10 };

/** What tells the refunds of a payment. */
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
  paymentId: t.exposeID('id', { description: 'The id of the payment, as the API and webhooks have it.' }),
  applicationId: t.exposeID('applicationId', { description: 'The application that it belongs to.' }),
  application: t.relation('application', {
    nullable: true,
    description: 'The application that it belongs to.',
  }),
  environment: t.expose('environment', { type: environmentRef, description: 'Where it happened.' }),
  status: t.expose('status', { type: PaymentStatusRef, description: 'Where it stands.' }),
  source: t.expose('source', { type: PaymentSourceRef, description: 'How it came about.' }),
  maskedPhone: t.string({
    nullable: true,
    description: 'The phone of the payer, masked as in every list and export.',
    select: { phone: true },
    resolve: ({ phone }) => shortPhone(phone),
  }),
  // Customers and shops write phone numbers there.
  accountReference: t.string({
    description: 'The account reference, a label of the merchant.',
    select: { accountRef: true },
    resolve: ({ accountRef }) => maskPhonesIn(accountRef),
  }),
  description: t.string({
    description: 'What the payment is for, in words of the merchant.',
    select: { description: true },
    resolve: ({ description }) => maskPhonesIn(description),
  }),
  metadata: t.expose('metadata', {
    type: 'JSON',
    nullable: true,
    description: 'What the merchant stored with it; null when nothing.',
  }),
  shortcode: t.exposeString('shortcode', { description: 'The shortcode that received the money.' }),
  receipt: t.exposeString('providerReceipt', { nullable: true, description: 'The receipt of the provider.' }),
  resultCode: t.exposeString('resultCode', { nullable: true, description: 'The result code of the provider.' }),
  resultDescription: t.exposeString('resultDesc', { nullable: true, description: 'The words of the provider.' }),
  decodedError: t.field({
    type: DecodedErrorRef,
    nullable: true,
    description: 'Why it failed; null for what did not fail.',
    select: { status: true, resultCode: true, resultDesc: true, settledBy: true },
    resolve: decodedPayment,
  }),
  needsReview: t.exposeBoolean('needsReview', { description: 'Whether it waits for a person.' }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description: 'When it was requested. An offline payment: when the customer paid, as the provider reports it.',
  }),
  settledAt: t.expose('settledAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it succeeded or failed; null while it is pending. An offline payment: when it was recorded.',
  }),
}));

builder.prismaObjectFields(PaymentRef, (t) => ({
  amount: t.exposeInt('amount', { description: 'Whole KES: what was asked, and once settled what was really paid.' }),
  requestedAmount: t.exposeInt('requestedAmount', { description: 'Whole KES: what was asked.' }),
  exactAmount: t.exposeString('exactAmount', {
    nullable: true,
    description: 'The exact sum in KES as decimal text when it was not whole; `amount` is cut to whole KES then.',
  }),
  netStatus: t.field({
    type: NetStatusRef,
    description: 'What its money came to, refunds included.',
    select: paid,
    resolve: async (payment, _args, ctx) => netStatusOf({ ...payment, ...(await refundSumOf(payment, ctx)) }),
  }),
  refundedAmount: t.int({
    description: 'Whole KES that went back to the payer.',
    select: paid,
    resolve: async (payment, _args, ctx) => (await refundSumOf(payment, ctx)).refunded,
  }),
  netAmount: t.int({
    description: 'Whole KES that stayed with the merchant: 0 for what is no success.',
    select: { ...paid, amount: true },
    resolve: async (payment, _args, ctx) =>
      payment.status === 'success' ? payment.amount - (await refundSumOf(payment, ctx)).refunded : 0,
  }),
}));

builder.prismaObjectFields(PaymentRef, (t) => ({
  refunds: t.field({
    ...reads('payouts.read'),
    type: [DisbursementRef],
    description: 'The refunds of its receipt, newest first, at most 10.',
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
    description: 'The deliveries of its webhooks, newest first, at most 50.',
    complexity: fewCost,
    select: { id: true, applicationId: true },
    resolve: (payment, _args, ctx, info) =>
      rowsOf(ctx, info, payment, {
        list: (payments) => listDeliveriesAbout(ctx.db, payments),
        read: read.deliveriesOfPayments,
      }),
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
    description: 'What happened to it, oldest first.',
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
  description: 'Payments, newest first. The page stays the same while new payments arrive.',
  permission: 'payments.read',
  filter: PaymentFilterRef,
  words: { one: 'A payment', many: 'payments' },
  list: paymentsReport,
  read: read.payments,
});
