import { deleteEndpoint } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { endpointOption, refusedOption } from './options.ts';

type Options = { endpoint: string; yes?: true };

export function endpointDelete(answer: (answer: Answer) => void): Command {
  return new Command('delete')
    .description('delete an endpoint for ever, its secrets with it; its deliveries stay readable')
    .addOption(endpointOption())
    .option('--yes', 'really: nothing brings it back')
    .action(async ({ endpoint, yes }: Options) => {
      if (!yes) throw refusedOption('--yes', 'is needed: nothing brings a deleted endpoint back');
      const json = await withOperator((ctx) => deleteEndpoint(ctx, { endpointId: endpoint }));
      answer({ json, text: `Endpoint ${endpoint} is deleted.` });
    });
}
