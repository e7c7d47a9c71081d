import { listRecoveries } from '@tillgate/domain/reading/recoveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { recoveriesText } from '../recovery-text.ts';
import { endpointOption, readWholeNumber } from './options.ts';

type Options = { endpoint: string; limit?: string; before?: string };

export function recoveryList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('the recoveries of an endpoint, the newest first')
    .addOption(endpointOption())
    .option('--limit <number>', 'how many at most, 1 to 100; 20 when left out')
    .option('--before <id>', 'goes on after this recovery')
    .action(async ({ endpoint, limit, before }: Options) => {
      const input = { endpointId: endpoint, limit: readWholeNumber('--limit', limit), before };
      const json = await withOperator((ctx) => listRecoveries(ctx, input));
      answer({ json, text: recoveriesText(json.recoveries, json.next) });
    });
}
