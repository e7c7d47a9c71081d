import { listRecoveries } from '@tillgate/domain/reading/recoveries';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { recoveriesText } from '../recovery-text.ts';
import { endpointOption, readWholeNumber } from './options.ts';

type Options = { endpoint: string; limit?: string; before?: string };

export function recoveryList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the recoveries of an endpoint, newest first')
    .addOption(endpointOption())
    .option('--limit <number>', 'maximum number, 1 to 100 (default: 20)')
    .option('--before <id>', 'continue after this recovery')
    .action(async ({ endpoint, limit, before }: Options) => {
      const input = { endpointId: endpoint, limit: readWholeNumber('--limit', limit), before };
      const json = await withOperator((ctx) => listRecoveries(ctx, input));
      answer({ json, text: recoveriesText(json.recoveries, json.next) });
    });
}
