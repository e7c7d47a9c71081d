import type { Environment } from '@tillgate/db';
import { createEndpoint } from '@tillgate/domain/endpoints';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption, eventTypesHelp, readEventTypes, readWholeNumber } from './options.ts';

type Options = {
  app: string;
  env: Environment;
  url: string;
  events?: string;
  description?: string;
  concurrency?: string;
  rate?: string;
};

const help = `${eventTypesHelp}

Example:
  tillgate endpoint create --app APP --env production --url https://shop.example.com/tillgate --events payment.success --rate 20`;

export function endpointCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('create an endpoint that receives signed webhooks; its secret is shown only once')
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--url <url>', 'https address that receives a POST for each event')
    .option('--events <list>', 'event types, separated by commas (default: all)')
    .option('--description <text>', 'what it is for')
    .option('--concurrency <number>', 'maximum number of attempts at once, 1 to 16 (default: 4)')
    .option('--rate <number>', 'maximum number of attempts per second, 1 to 1000 (default: no limit)')
    .addHelpText('after', help)
    .action(async ({ app, env, url, events, description, concurrency, rate }: Options) => {
      const input = {
        applicationId: app,
        environment: env,
        url,
        events: readEventTypes(events),
        description,
        concurrency: readWholeNumber('--concurrency', concurrency),
        ratePerSecond: readWholeNumber('--rate', rate),
      };
      const made = await withOperator((ctx) => createEndpoint(ctx, input));
      answer({
        json: made,
        text: `Created endpoint ${made.endpointId}. Store its secret now. It is not shown again:\n${made.secret}`,
      });
    });
}
