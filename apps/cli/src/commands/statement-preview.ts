import { previewStatement } from '@tillgate/domain/reconciliation';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { previewText } from '../statement-text.ts';
import { withTenant } from '../tenant.ts';
import { readStatementFile, type StatementFileOptions, withStatementFileOptions } from './statement-options.ts';

export function statementPreview(answer: (answer: Answer) => void): Command {
  return withStatementFileOptions(new Command('preview'))
    .description('show what is understood of a statement, and keep nothing')
    .action(async (options: StatementFileOptions) => {
      const input = await readStatementFile(options);
      const json = await withTenant(options, (ctx) => previewStatement(ctx, input));
      answer({ json, text: previewText(json) });
    });
}
