import { type FloatView, getFloat } from '@tillgate/domain/reading/float';
import { inKes } from '@tillgate/domain/reconciliation';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { moment, table } from '../table.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

export function floatShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show what is in the accounts, for how long it lasts, and thresholds')
    .addOption(appOption())
    .addOption(envOption())
    .action(async (options: TenantOptions) => {
      const json = await withTenant(options, (ctx) => getFloat(ctx, {}));
      answer({ json, text: floatText(json) });
    });
}

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
