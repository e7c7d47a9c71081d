import { Environment } from '@tillgate/db';
import { listKeys } from '@tillgate/domain/reading/keys';
import { Command, Option } from 'commander';
import { withOperator } from '../deps.ts';
import { keysText } from '../key-text.ts';
import type { Answer } from '../output.ts';
import { appOption } from './options.ts';

type Options = { app: string; env?: Environment };

export function keyList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the API keys of an application with their scopes, addresses and expiry')
    .addOption(appOption())
    .addOption(new Option('--env <environment>', 'environment (default: both)').choices(Object.values(Environment)))
    .action(async ({ app, env }: Options) => {
      const environments = env ? [env] : Object.values(Environment);
      const keys = await withOperator(async (ctx) => {
        const lists = environments.map(async (environment) => {
          const rows = await listKeys({ ...ctx, tenant: { applicationId: app, environment } });
          return rows.map((row) => ({ ...row, environment }));
        });
        return (await Promise.all(lists)).flat();
      });
      answer({ json: { keys }, text: keysText(keys) });
    });
}
