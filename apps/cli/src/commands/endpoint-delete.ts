import { deleteEndpoint } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { endpointOption, refusedOption } from './options.ts';

type Options = { endpoint: string; yes?: true };

export function endpointDelete(answer: (answer: Answer) => void): Command {
  return new Command('delete')
    .description('delete an endpoint and its secrets; its deliveries stay readable')
    .addOption(endpointOption())
    .option('--yes', 'confirm: this cannot be undone')
    .action(async ({ endpoint, yes }: Options) => {
      if (!yes) throw refusedOption('--yes', 'is required, because deleting an endpoint cannot be undone');
      const json = await withOperator((ctx) => deleteEndpoint(ctx, { endpointId: endpoint }));
      answer({ json, text: `Endpoint ${endpoint} was deleted.` });
    });
}
