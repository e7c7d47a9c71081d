import { getEndpoint } from '@tillgate/domain/reading/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import { endpointText } from '../endpoint-text.ts';
import type { Answer } from '../output.ts';
import { endpointOption } from './options.ts';

type Options = { endpoint: string };

export function endpointShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show an endpoint and its health, without its secret')
    .addOption(endpointOption())
    .action(async ({ endpoint }: Options) => {
      const json = await withOperator((ctx) => getEndpoint(ctx, { endpointId: endpoint }));
      answer({ json, text: endpointText(json) });
    });
}
