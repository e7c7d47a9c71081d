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
    .description('register a URL that receives signed webhooks; its secret is shown this once and never again')
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--url <url>', 'https address that receives a POST for each event')
    .option('--events <list>', 'event types with commas between them; all when left out')
    .option('--description <text>', 'what it is for')
    .option('--concurrency <number>', 'attempts that may be under way at once, 1 to 16; 4 when left out')
    .option('--rate <number>', 'attempts per second at most, 1 to 1000; no limit when left out')
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
        text: `Made endpoint ${made.endpointId}. Keep its secret now, it is not shown again:\n${made.secret}`,
      });
    });
}
