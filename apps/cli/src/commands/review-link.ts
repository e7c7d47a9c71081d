import { linkPayments } from '@tillgate/domain/payments';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { withTenantOptions } from './review-options.ts';

type Options = TenantOptions & { payment: string; with: string; note: string };

const help = `
Both payments keep their status. A prompt that is still pending can then be resolved as not paid.`;

export function reviewLink(answer: (answer: Answer) => void): Command {
  return withTenantOptions(new Command('link'))
    .description('record that two payments are the same money')
    .requiredOption('--payment <id>', 'payment ID')
    .requiredOption('--with <id>', 'ID of the payment that is the same money')
    .requiredOption('--note <text>', 'how you know')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const { payment: paymentId, with: otherId, note } = options;
      await withTenant(options, (ctx) => linkPayments(ctx, { paymentId, otherId, note }));
      answer({ json: { paymentId, sameMoneyAs: otherId }, text: `${paymentId} and ${otherId} are the same money.` });
    });
}
