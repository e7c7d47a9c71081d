import { reportSettlement, type SettlementFigures, type SettlementInput } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { demandScope } from '../list.ts';
import { compareArgs, inputOf, periodArgs, reportOptions } from './report.ts';
import { reportTypes } from './report-types.ts';

const FiguresRef = builder.interfaceRef<SettlementFigures>('SettlementFigures').implement({
  description: "What moved in and out of shortcodes, by the time when it moved, as the provider's statement has it.",
  fields: (t) => ({
    collected: t.expose('collected', { type: 'Money', description: 'What came, in whole KES as payments show it.' }),
    exactCollected: t.expose('exactCollected', {
      type: 'Money',
      description: 'What came, in KES with the cents of offline payments.',
    }),
    collectedCount: t.exposeInt('collectedCount', { description: 'How many payments came.' }),
    refunded: t.expose('refunded', { type: 'Money', description: 'KES that went back to payers.' }),
    refundCount: t.exposeInt('refundCount', { description: 'How many refunds went out.' }),
    paidOut: t.expose('paidOut', { type: 'Money', description: 'KES that were sent to phones.' }),
    payoutCount: t.exposeInt('payoutCount', { description: 'How many payouts went out.' }),
    net: t.expose('net', { type: 'Money', description: '`collected` less `refunded` and `paidOut`, in KES.' }),
  }),
});

const types = reportTypes<SettlementFigures>('Settlement', 'What moved in and out of shortcodes.', FiguresRef);

builder.queryField('settlementReport', (t) =>
  t.field({
    ...reportOptions,
    type: types.report,
    description: 'What moved in and out, by the time when it moved; of each shortcode unless `groupBy` says otherwise.',
    args: { ...periodArgs, ...compareArgs },
    // The domain refuses a grouping that this report does not have.
    resolve: (_root, args, ctx) => reportSettlement(...demandScope(ctx, args), inputOf(args) as SettlementInput),
  }),
);
