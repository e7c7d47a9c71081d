import { type CollectionFigures, reportCollections } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { demandScope } from '../list.ts';
import { PaymentSourceRef } from './payment-filter.ts';
import { compareArgs, inputOf, periodArgs, reportOptions } from './report.ts';
import { moneyText, reportTypes } from './report-types.ts';

const FiguresRef = builder.interfaceRef<CollectionFigures>('CollectionFigures').implement({
  description: 'Money in, by the time when the payments were created.',
  fields: (t) => ({
    gross: t.expose('gross', { type: 'Money', description: 'The amount collected in KES, to the cent.' }),
    exactGross: t.expose('gross', {
      type: 'Money',
      description: 'The amount collected in KES, to the cent.',
      deprecationReason: 'Use `gross`: it has the cents too.',
    }),
    refunded: t.expose('refunded', {
      type: 'Money',
      description:
        'The amount in KES of successful refunds that were requested in this time, whenever the payment was made.',
    }),
    refundCount: t.exposeInt('refundCount', { description: 'The number of these refunds.' }),
    net: t.expose('net', { type: 'Money', description: '`gross` minus `refunded`, in KES.' }),
    succeeded: t.exposeInt('succeeded', { description: 'The number of successful payments.' }),
    failed: t.exposeInt('failed', { description: 'The number of failed payments.' }),
    pending: t.exposeInt('pending', { description: 'The number of pending payments.' }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: 'The share of settled payments that succeeded, from 0 to 1. Null if no payment has settled.',
    }),
    average: t.field({
      type: 'Money',
      nullable: true,
      description: 'The average amount of a successful payment in KES, cut to two decimals. Null if there is none.',
      resolve: ({ average }) => moneyText(average),
    }),
  }),
});

const types = reportTypes<CollectionFigures>('Collections', 'Money in: collected, refunded and net.', FiguresRef);

builder.queryField('collectionsReport', (t) =>
  t.field({
    ...reportOptions,
    type: types.report,
    description: 'Money in: collected, refunded and net, with counts, by the time when the payments were created.',
    args: {
      ...periodArgs,
      ...compareArgs,
      sources: t.arg({ type: [PaymentSourceRef], description: 'Only payments from these sources.' }),
      resultCodes: t.arg.stringList({ description: 'Only payments with these result codes.' }),
    },
    resolve: (_root, args, ctx) => reportCollections(...demandScope(ctx, args), inputOf(args)),
  }),
);
