import { getStatement } from '@tillgate/domain/reading/reconciliation';
import { Command, Option } from 'commander';
import type { Answer } from '../output.ts';
import { statementText } from '../statement-text.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { withTenantOptions } from './review-options.ts';

export function statementShow(answer: (answer: Answer) => void): Command {
  return withTenantOptions(new Command('show'))
    .description('show an imported statement and what became of its lines')
    .addOption(new Option('--statement <id>', 'statement ID').makeOptionMandatory())
    .action(async ({ statement, ...options }: TenantOptions & { statement: string }) => {
      const json = await withTenant(options, (ctx) => getStatement(ctx, statement));
      answer({ json, text: statementText(json) });
    });
}
