import { updateEndpoint } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { endpointOption, eventTypesHelp, readEventTypes, readWholeNumber } from './options.ts';

type Options = {
  endpoint: string;
  url?: string;
  events?: string;
  description?: string;
  concurrency?: string;
  rate?: string;
};

const help = `
Options that you omit do not change. An empty value removes a description or rate. An empty --events means all types.
${eventTypesHelp}

Examples:
  tillgate endpoint update --endpoint ENDPOINT --url https://shop.example.com/hooks/v2
  tillgate endpoint update --endpoint ENDPOINT --events payment.success,payment.failed --rate ''`;

export function endpointUpdate(answer: (answer: Answer) => void): Command {
  return new Command('update')
    .description('change an endpoint; waiting deliveries go to its new URL')
    .addOption(endpointOption())
    .option('--url <url>', 'https address that receives a POST for each event')
    .option('--events <list>', 'event types, separated by commas')
    .option('--description <text>', 'what it is for')
    .option('--concurrency <number>', 'maximum number of attempts at once, 1 to 16')
    .option('--rate <number>', 'maximum number of attempts per second, 1 to 1000')
    .addHelpText('after', help)
    .action(async ({ endpoint, url, events, description, concurrency, rate }: Options) => {
      const input = {
        endpointId: endpoint,
        url,
        events: readEventTypes(events),
        description: description === '' ? null : description,
        concurrency: readWholeNumber('--concurrency', concurrency),
        ratePerSecond: rate === '' ? null : readWholeNumber('--rate', rate),
      };
      const json = await withOperator((ctx) => updateEndpoint(ctx, input));
      answer({ json, text: json.changed.length === 0 ? 'Nothing changed.' : `Changed: ${json.changed.join(', ')}.` });
    });
}
