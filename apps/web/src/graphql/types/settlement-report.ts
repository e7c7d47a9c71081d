import { reportSettlement, type SettlementFigures, type SettlementInput } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { demandScope } from '../list.ts';
import { compareArgs, inputOf, periodArgs, reportOptions } from './report.ts';
import { reportTypes } from './report-types.ts';

const FiguresRef = builder.interfaceRef<SettlementFigures>('SettlementFigures').implement({
  description: "What moved in and out of shortcodes, by the time when it moved, as the provider's statement has it.",
  fields: (t) => ({
    collected: t.expose('collected', {
      type: 'Money',
      description: 'The amount collected in KES, to the cent.',
    }),
    exactCollected: t.expose('collected', {
      type: 'Money',
      description: 'The amount collected in KES, to the cent.',
      deprecationReason: 'Use `collected`: it has the cents too.',
    }),
    collectedCount: t.exposeInt('collectedCount', { description: 'The number of payments.' }),
    refunded: t.expose('refunded', { type: 'Money', description: 'The refunded amount in KES.' }),
    refundCount: t.exposeInt('refundCount', { description: 'The number of refunds.' }),
    paidOut: t.expose('paidOut', { type: 'Money', description: 'The amount paid out in KES.' }),
    payoutCount: t.exposeInt('payoutCount', { description: 'The number of payouts.' }),
    net: t.expose('net', { type: 'Money', description: '`collected` minus `refunded` and `paidOut`, in KES.' }),
  }),
});

const types = reportTypes<SettlementFigures>('Settlement', 'Money in and out of shortcodes.', FiguresRef);

builder.queryField('settlementReport', (t) =>
  t.field({
    ...reportOptions,
    type: types.report,
    description: 'Money in and out, by the time when it moved. Grouped by shortcode unless `groupBy` says otherwise.',
    args: { ...periodArgs, ...compareArgs },
    // The domain refuses a grouping that this report does not have.
    resolve: (_root, args, ctx) => reportSettlement(...demandScope(ctx, args), inputOf(args) as SettlementInput),
  }),
);
