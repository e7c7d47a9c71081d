import { type CollectionFigures, reportCollections } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { demandScope } from '../list.ts';
import { PaymentSourceRef } from './payment-filter.ts';
import { compareArgs, inputOf, periodArgs, reportOptions } from './report.ts';
import { moneyText, reportTypes } from './report-types.ts';

const FiguresRef = builder.interfaceRef<CollectionFigures>('CollectionFigures').implement({
  description: 'Money in, by the time when payments were made.',
  fields: (t) => ({
    gross: t.expose('gross', { type: 'Money', description: 'What came, in whole KES as payments show it.' }),
    exactGross: t.expose('exactGross', {
      type: 'Money',
      description: 'What came, in KES with the cents of offline payments.',
    }),
    refunded: t.expose('refunded', {
      type: 'Money',
      description: 'KES of successful refunds that were asked for in this time, whenever the money came.',
    }),
    refundCount: t.exposeInt('refundCount', { description: 'How many refunds those are.' }),
    net: t.expose('net', { type: 'Money', description: '`gross` less `refunded`, in KES.' }),
    succeeded: t.exposeInt('succeeded', { description: 'Payments that were paid.' }),
    failed: t.exposeInt('failed', { description: 'Payments that did not happen.' }),
    pending: t.exposeInt('pending', { description: 'Payments that are not settled.' }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: 'The share of settled payments that were paid, 0 to 1; null when none is settled.',
    }),
    average: t.field({
      type: 'Money',
      nullable: true,
      description: '`gross` of one paid payment in KES, cut to two decimals; null when none was paid.',
      resolve: ({ average }) => moneyText(average),
    }),
  }),
});

const types = reportTypes<CollectionFigures>('Collections', 'Money in: collected, refunded and net.', FiguresRef);

builder.queryField('collectionsReport', (t) =>
  t.field({
    ...reportOptions,
    type: types.report,
    description: 'Money in: collected, refunded and net, with counts, by the time when payments were made.',
    args: {
      ...periodArgs,
      ...compareArgs,
      sources: t.arg({ type: [PaymentSourceRef], description: 'Payments that came about so alone.' }),
      resultCodes: t.arg.stringList({ description: 'Payments with these result codes of the provider alone.' }),
    },
    resolve: (_root, args, ctx) => reportCollections(...demandScope(ctx, args), inputOf(args)),
  }),
);
