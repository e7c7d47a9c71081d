import { matchAgain } from '@tillgate/domain/reconciliation';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { matchText } from '../statement-text.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { withShortcodeOptions } from './statement-options.ts';

export function statementMatch(answer: (answer: Answer) => void): Command {
  return withShortcodeOptions(new Command('match'))
    .description('compare imported statements with what is recorded now')
    .action(async ({ shortcode, ...options }: TenantOptions & { shortcode: string }) => {
      const json = await withTenant(options, (ctx) => matchAgain(ctx, { shortcode }));
      answer({ json, text: matchText(json) });
    });
}
