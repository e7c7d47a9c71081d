import { countReportedPayments, type ReportedPayment, reportPayments } from '@tillgate/domain/reading/payments';
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
import { NetStatusRef, PaymentFilterRef, PaymentSourceRef, PaymentStatusRef } from './payment-filter.ts';
import { DeliveryRef, DisbursementRef, PaymentRef, StatementLineRef } from './refs.ts';
import { TimelineEntryRef } from './timeline-entry.ts';

/** How many objects a field of one payment counts as that lists what belongs to it. */
const fewCost = { field: 1, multiplier: 3 };
const timelineCost = { field: 3, multiplier: 10 };

builder.node(PaymentRef, {
  description: 'A payment of a customer.',
  ...ofApplication,
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) =>
    Promise.all(ids.map(async (id) => (await loaders.payments.load(id)) ?? null)),
  fields: (t) => ({
    paymentId: t.exposeID('id', { description: 'The id of the payment, as the API and webhooks have it.' }),
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
    status: t.field({ type: PaymentStatusRef, description: 'Where it stands.', resolve: ({ status }) => status }),
    netStatus: t.field({
      type: NetStatusRef,
      description: 'What its money came to, refunds included.',
      resolve: ({ netStatus }) => netStatus,
    }),
    source: t.field({ type: PaymentSourceRef, description: 'How it came about.', resolve: ({ source }) => source }),
    ...moneyFields(t),
    maskedPhone: t.exposeString('maskedPhone', {
      nullable: true,
      description: 'The phone of the payer, masked as in every list and export.',
    }),
    accountReference: t.exposeString('accountRef', { description: 'The account reference, a label of the merchant.' }),
    description: t.exposeString('description', { description: 'What the payment is for, in words of the merchant.' }),
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
      resolve: ({ decoded }) => decoded,
    }),
    needsReview: t.exposeBoolean('needsReview', { description: 'Whether it waits for a person.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it succeeded or failed; null while it is pending.',
    }),
    refunds: t.field({
      ...reads('payouts.read'),
      type: [DisbursementRef],
      description: 'The refunds of its receipt, newest first, at most 10.',
      complexity: fewCost,
      resolve: (payment, _args, { loaders }) => loaders.refundsOf.load(payment),
    }),
    deliveries: t.field({
      ...reads('payments.read'),
      type: [DeliveryRef],
      description: 'The deliveries of its webhooks, newest first, at most 50.',
      complexity: fewCost,
      resolve: (payment, _args, { loaders }) => loaders.deliveriesOf.load(payment),
    }),
    statementLines: t.field({
      ...reads('statements.read'),
      type: [StatementLineRef],
      description: "The lines of the provider's statements that were matched with it, oldest first.",
      complexity: fewCost,
      resolve: (payment, _args, { loaders }) => loaders.linesOf.load(payment),
    }),
    timeline: t.field({
      ...reads('payments.read'),
      type: [TimelineEntryRef],
      description: 'What happened to it, oldest first.',
      complexity: timelineCost,
      resolve: (payment, _args, { loaders }) => loaders.timelineOf.load(payment),
    }),
  }),
});

type Fields = PothosSchemaTypes.ObjectFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<import('../builder.ts').Types>,
  ReportedPayment
>;

function moneyFields(t: Fields) {
  return {
    amount: t.exposeInt('amount', { description: 'Whole KES: what was asked, and once settled what was really paid.' }),
    requestedAmount: t.exposeInt('requestedAmount', { description: 'Whole KES: what was asked.' }),
    exactAmount: t.exposeString('exactAmount', {
      nullable: true,
      description: 'The exact sum in KES as decimal text when it was not whole; `amount` is cut to whole KES then.',
    }),
    refundedAmount: t.exposeInt('refundedAmount', { description: 'Whole KES that went back to the payer.' }),
    netAmount: t.exposeInt('netAmount', {
      description: 'Whole KES that stayed with the merchant: 0 for what is no success.',
    }),
  };
}

builder.queryField('payments', (t) =>
  t.connection(
    {
      ...listOptions('payments.read'),
      type: PaymentRef,
      description: 'Payments, newest first. The page stays the same while new payments arrive.',
      args: {
        ...whereArgs,
        filter: t.arg({ type: PaymentFilterRef, description: 'Which payments; without it, all.' }),
      },
      resolve: async (_root, args, ctx) => {
        const span = demandSpan(ctx, 'payments.read', args);
        const { filter } = args;
        demandNoPhone(ctx, filter);
        const page = await reportPayments(ctx, span, { filter, page: pageOf(args) });
        return connectionOf(page, () => countReportedPayments(ctx, span, filter));
      },
    },
    {
      name: 'PaymentConnection',
      description: 'A page of payments.',
      fields: (fields) => ({
        totalCount: fields.field({ ...countOptions, resolve: ({ count }) => count() }),
        lookedBackTo: fields.expose('lookedBackTo', lookedBackOptions),
      }),
    },
    { name: 'PaymentEdge', description: 'A payment and its place in the list.' },
  ),
);
