import type { Environment } from '@tillgate/db';
import { createKey } from '@tillgate/domain/keys';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import type { Answer } from '../output.ts';
import { appOption, envOption } from './options.ts';

type Options = { app: string; env: Environment; name: string };

export function keyCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('create an API key; it is shown only once')
    .addOption(appOption())
    .addOption(envOption())
    .option('--name <name>', 'what it is for', 'API key')
    .action(async ({ app, env, name }: Options) => {
      const made = await withOperator((ctx) => createKey(ctx, { applicationId: app, environment: env, name }));
      answer({ json: made, text: `Created key ${made.keyId}. Store it now. It is not shown again:\n${made.key}` });
    });
}
