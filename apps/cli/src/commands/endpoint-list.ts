import { Environment } from '@tillgate/db';
import { listEndpoints } from '@tillgate/domain/reading/endpoints';
import { Command, Option } from 'commander';
import { withOperator } from '../deps.ts';
import { endpointsText } from '../endpoint-text.ts';
import type { Answer } from '../output.ts';
import { appOption } from './options.ts';

type Options = { app: string; env?: Environment };

export function endpointList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the endpoints of an application with their health')
    .addOption(appOption())
    .addOption(new Option('--env <environment>', 'environment (default: both)').choices(Object.values(Environment)))
    .action(async ({ app, env }: Options) => {
      const endpoints = await withOperator((ctx) => listEndpoints(ctx, { applicationId: app, environment: env }));
      answer({ json: { endpoints }, text: endpointsText(endpoints) });
    });
}
