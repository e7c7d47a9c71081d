import { askForRun, previewRetention } from '@tillgate/domain/retention';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { table } from '../table.ts';

export function retentionRun(answer: (answer: Answer) => void): Command {
  return new Command('run')
    .description('have the worker remove at once what is older than the policy says')
    .option('--dry-run', 'only count what would go, up to 100,000 of each kind; nothing is removed')
    .action(async ({ dryRun = false }: { dryRun?: boolean }) => {
      if (dryRun) {
        const would = await withOperator(previewRetention);
        const rows = Object.entries(would).map(([kind, count]) => [kind, `${count}`]);
        return answer({ json: { dryRun, would }, text: table(['KIND', 'WOULD GO'], rows) });
      }
      const { begins } = await withOperator(askForRun);
      const text = begins
        ? 'The worker begins within 30 seconds. `tillgate retention show` says what the last run removed.'
        : 'A worker is at it already.';
      answer({ json: { begins }, text });
    });
}
