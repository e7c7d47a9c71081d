import { type PayoutFigures, type PayoutsInput, reportPayouts } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { demandScope } from '../list.ts';
import { compareArgs, inputOf, periodArgs, reportOptions } from './report.ts';
import { moneyText, reportTypes } from './report-types.ts';

const FiguresRef = builder.interfaceRef<PayoutFigures>('PayoutFigures').implement({
  description:
    'Payouts, by the time when they were requested. Fees are not included, because the provider does not report them.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Money', description: 'The amount paid out in KES.' }),
    succeeded: t.exposeInt('succeeded', { description: 'The number of successful payouts.' }),
    failed: t.exposeInt('failed', { description: 'The number of failed payouts.' }),
    pending: t.exposeInt('pending', { description: 'The number of pending payouts. Their money may have moved.' }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: 'The share of settled payouts that succeeded, from 0 to 1. Null if no payout has settled.',
    }),
    average: t.field({
      type: 'Money',
      nullable: true,
      description: 'The average amount of a successful payout in KES, cut to two decimals. Null if there is none.',
      resolve: ({ average }) => moneyText(average),
    }),
  }),
});

const types = reportTypes<PayoutFigures>('Payouts', 'Money out: payouts to phones.', FiguresRef);

builder.queryField('payoutsReport', (t) =>
  t.field({
    ...reportOptions,
    type: types.report,
    description: 'Payouts to phones, by the time when they were requested.',
    args: {
      ...periodArgs,
      ...compareArgs,
      resultCodes: t.arg.stringList({ description: 'Only payouts with these result codes.' }),
    },
    // The domain refuses a grouping that this report does not have.
    resolve: (_root, args, ctx) => reportPayouts(...demandScope(ctx, args), inputOf(args) as PayoutsInput),
  }),
);
