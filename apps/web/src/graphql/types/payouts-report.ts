import { type PayoutFigures, type PayoutsInput, reportPayouts } from '@tillgate/domain/reading/reports';
import { builder } from '../builder.ts';
import { demandScope } from '../list.ts';
import { compareArgs, inputOf, periodArgs, reportOptions } from './report.ts';
import { moneyText, reportTypes } from './report-types.ts';

const FiguresRef = builder.interfaceRef<PayoutFigures>('PayoutFigures').implement({
  description: 'Payouts to phones, by the time when they were asked for. The provider tells no fees.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Money', description: 'KES that went out.' }),
    succeeded: t.exposeInt('succeeded', { description: 'Payouts that went out.' }),
    failed: t.exposeInt('failed', { description: 'Payouts that did not go out.' }),
    pending: t.exposeInt('pending', { description: 'Payouts whose result is not known. Their money may have moved.' }),
    successRate: t.exposeFloat('successRate', {
      nullable: true,
      description: 'The share of settled payouts that went out, 0 to 1; null when none is settled.',
    }),
    average: t.field({
      type: 'Money',
      nullable: true,
      description: '`amount` of one payout in KES, cut to two decimals; null when none went out.',
      resolve: ({ average }) => moneyText(average),
    }),
  }),
});

const types = reportTypes<PayoutFigures>('Payouts', 'Money sent to phones.', FiguresRef);

builder.queryField('payoutsReport', (t) =>
  t.field({
    ...reportOptions,
    type: types.report,
    description: 'Payouts to phones, by the time when they were asked for.',
    args: {
      ...periodArgs,
      ...compareArgs,
      resultCodes: t.arg.stringList({ description: 'Payouts with these result codes of the provider alone.' }),
    },
    // The domain refuses a grouping that this report does not have.
    resolve: (_root, args, ctx) => reportPayouts(...demandScope(ctx, args), inputOf(args) as PayoutsInput),
  }),
);
