import { removeThreshold, setThreshold } from '@tillgate/domain/float';
import { Command, Option } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption, readWholeNumber, refusedOption } from './options.ts';

type Options = TenantOptions & { shortcode: string; account: string; amount?: string; remove?: true };

export function floatThreshold(answer: (answer: Answer) => void): Command {
  return new Command('threshold')
    .description('have members told by mail when an account falls below an amount')
    .addOption(appOption())
    .addOption(envOption())
    .addOption(new Option('--shortcode <shortcode>', 'whose account').makeOptionMandatory())
    .addOption(
      new Option('--account <name>', 'as `float show` has it, such as "Utility Account"').makeOptionMandatory(),
    )
    .option('--amount <kes>', 'whole shillings')
    .option('--remove', 'tell nobody any more')
    .action(async ({ shortcode, account, amount: text, remove, ...options }: Options) => {
      const amount = readWholeNumber('--amount', text);
      if ((amount === undefined) !== Boolean(remove)) throw refusedOption('--amount', 'or --remove must be given');
      const which = { shortcode, account };
      if (amount === undefined) {
        const json = await withTenant(options, (ctx) => removeThreshold(ctx, which));
        return answer({ json, text: 'Nobody is told about this account any more.' });
      }
      const json = await withTenant(options, (ctx) => setThreshold(ctx, { ...which, amount }));
      answer({ json, text: `Members are told when it falls below KES ${amount}.` });
    });
}
