import { importStatement } from '@tillgate/domain/reconciliation';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { importText } from '../statement-text.ts';
import { withTenant } from '../tenant.ts';
import { readStatementFile, type StatementFileOptions, withStatementFileOptions } from './statement-options.ts';

export function statementImport(answer: (answer: Answer) => void): Command {
  return withStatementFileOptions(new Command('import'))
    .description('keep the lines of a statement and compare them with what is recorded')
    .addHelpText('after', '\nImporting a file again, or files that overlap, adds nothing twice.')
    .action(async (options: StatementFileOptions) => {
      const input = await readStatementFile(options);
      const json = await withTenant(options, (ctx) => importStatement(ctx, input));
      answer({ json, text: importText(json) });
    });
}
