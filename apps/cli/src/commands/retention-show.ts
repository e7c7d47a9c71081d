import { readRetention } from '@tillgate/domain/retention';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { retentionText } from '../retention-text.ts';

type Options = { organization?: string };

export function retentionShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show what is kept, and for how long')
    .option('--organization <id>', 'what holds for one organization')
    .action(async ({ organization: organizationId }: Options) => {
      const view = await withOperator((ctx) => readRetention(ctx, { organizationId }));
      answer({ json: view, text: retentionText(view) });
    });
}
