import { testEndpoint } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { endpointOption, eventTypesHelp, readEventType } from './options.ts';

type Options = { endpoint: string; event: string };

const help = `${eventTypesHelp}

Example:
  tillgate endpoint test --endpoint ENDPOINT --event payment.failed`;

export function endpointTest(answer: (answer: Answer) => void): Command {
  return new Command('test')
    .description('send a sample event to an endpoint, signed as a real one and marked as a test')
    .addOption(endpointOption())
    .option('--event <type>', 'what kind of event', 'payment.success')
    .addHelpText('after', help)
    .action(async ({ endpoint, event }: Options) => {
      const type = readEventType('--event', event);
      const json = await withOperator((ctx) => testEndpoint(ctx, { endpointId: endpoint, type }));
      answer({
        json,
        text: `Sent. What came of it:\n  tillgate delivery show --delivery ${json.deliveryId}`,
      });
    });
}
