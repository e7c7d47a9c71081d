import { disableEndpoint } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { endpointOption } from './options.ts';

type Options = { endpoint: string };

export function endpointDisable(answer: (answer: Answer) => void): Command {
  return new Command('disable')
    .description('stop sending to an endpoint and cancel its waiting deliveries')
    .addOption(endpointOption())
    .action(async ({ endpoint }: Options) => {
      const json = await withOperator((ctx) => disableEndpoint(ctx, { endpointId: endpoint }));
      answer({ json, text: `Endpoint ${endpoint} was disabled: ${json.disabledReason}` });
    });
}
