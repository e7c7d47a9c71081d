import { removeThreshold, setThreshold } from '@tillgate/domain/float';
import { type FloatView, getFloat } from '@tillgate/domain/reading/float';
import { inKes } from '@tillgate/domain/reconciliation';
import { group, tenantCommand } from '../command.ts';
import { flag, optional, required } from '../fields.ts';
import { readWholeNumber, refusedOption } from '../options.ts';
import { moment, table } from '../table.ts';

export const float = group(
  'float',
  'balances of the M-PESA accounts',
  tenantCommand('show', {
    about: 'show the account balances, how long they last, and their thresholds',
    verb: (ctx) => getFloat(ctx, {}),
    text: floatText,
  }),
  tenantCommand('threshold', {
    about: 'email members when a balance falls below an amount',
    options: {
      shortcode: required('--shortcode <shortcode>', 'whose account'),
      account: required('--account <name>', 'as `float show` has it, such as "Utility Account"'),
      amount: optional('--amount <kes>', 'whole shillings').as(readWholeNumber),
      remove: flag('--remove', 'remove the threshold'),
    },
    check: ({ amount, remove }) => {
      if ((amount === undefined) !== remove) throw refusedOption('--amount', 'or --remove must be given');
    },
    verb: (ctx, { shortcode, account, amount }): Promise<object> => {
      const which = { shortcode, account };
      return amount === undefined ? removeThreshold(ctx, which) : setThreshold(ctx, { ...which, amount });
    },
    text: (_, { amount }) =>
      amount === undefined
        ? 'The threshold is removed. Nobody gets an email about this account.'
        : `Members get an email when the balance falls below KES ${amount}.`,
  }),
);

function floatText({ accounts }: FloatView): string {
  if (accounts.length === 0) return 'No balance is known: ask for one first.';
  const rows = accounts.map(({ shortcode, account, balanceCents, balanceAt, estimateCents, runway, threshold }) => [
    ...[shortcode, account.replace(/\p{C}/gu, ' '), inKes(balanceCents), moment(new Date(balanceAt))],
    inKes(estimateCents),
    runway.kind === 'hours' ? `${runway.hours.toFixed(1)} h` : runway.why,
    threshold ? `${threshold.amount}${threshold.belowSince ? ' (below)' : ''}` : '-',
  ]);
  return table(['SHORTCODE', 'ACCOUNT', 'BALANCE', 'READ AT', 'LEFT', 'LASTS', 'THRESHOLD'], rows);
}
