import { DeliveryStatus } from '@tillgate/db';
import { listDeliveries } from '@tillgate/domain/reading/deliveries';
import { Command, Option } from 'commander';
import { deliveriesText } from '../delivery-text.ts';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { readMoment } from '../time.ts';
import { endpointOption, eventTypesHelp, readEventType, readWholeNumber } from './options.ts';

type Options = {
  endpoint: string;
  status?: DeliveryStatus;
  event?: string;
  since?: string;
  until?: string;
  limit?: string;
  before?: string;
};

const help = `${eventTypesHelp}

Examples:
  tillgate delivery list --endpoint ENDPOINT --status exhausted --since 2d
  tillgate delivery list --endpoint ENDPOINT --since 2026-01-31T08:00:00+03:00 --until 2026-01-31T09:00:00+03:00`;

export function deliveryList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the deliveries of an endpoint, newest first')
    .addOption(endpointOption())
    .addOption(new Option('--status <status>', 'only with this status').choices(Object.values(DeliveryStatus)))
    .option('--event <type>', 'only of this event type')
    .option('--since <time>', 'only created since this time, or since a duration before now')
    .option('--until <time>', 'only created before this time')
    .option('--limit <number>', 'maximum number, 1 to 100 (default: 20)')
    .option('--before <id>', 'continue after this delivery')
    .addHelpText('after', help)
    .action(async ({ endpoint, status, event, since, until, limit, before }: Options) => {
      const input = {
        endpointId: endpoint,
        status,
        type: event === undefined ? undefined : readEventType('--event', event),
        since: since === undefined ? undefined : readMoment('--since', since),
        until: until === undefined ? undefined : readMoment('--until', until),
        limit: readWholeNumber('--limit', limit),
        before,
      };
      const json = await withOperator((ctx) => listDeliveries(ctx, input));
      answer({ json, text: deliveriesText(json.deliveries, json.next) });
    });
}
