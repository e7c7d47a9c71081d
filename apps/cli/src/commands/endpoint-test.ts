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
    .description('send a signed sample event, marked as a test, to an endpoint')
    .addOption(endpointOption())
    .option('--event <type>', 'event type', 'payment.success')
    .addHelpText('after', help)
    .action(async ({ endpoint, event }: Options) => {
      const type = readEventType('--event', event);
      const json = await withOperator((ctx) => testEndpoint(ctx, { endpointId: endpoint, type }));
      answer({
        json,
        text: `Sent. To see the result:\n  tillgate delivery show --delivery ${json.deliveryId}`,
      });
    });
}
