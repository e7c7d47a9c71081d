import type { Environment } from '@tillgate/db';
import { createKey } from '@tillgate/domain/keys';
import { Command } from 'commander';
import { withOperator } from '../deps.ts';
import { scopesHelp } from '../key-text.ts';
import type { Answer } from '../output.ts';
import { readExpiry } from '../time.ts';
import { appOption, envOption, readAddresses, readScopes } from './options.ts';

type Options = { app: string; env: Environment; name: string; scopes?: string; allowIp?: string; expires?: string };

const help = `
${scopesHelp}

Without --scopes, a sandbox key has all scopes. A production key has all but refund and payout, which move money out:
name them to get them.

Examples:
  tillgate key create --app APP --env sandbox
  tillgate key create --app APP --env production --scopes collect,read --allow-ip 203.0.113.0/24
  tillgate key create --app APP --env production --scopes payout,read --expires 90d`;

export function keyCreate(answer: (answer: Answer) => void): Command {
  return new Command('create')
    .description('create an API key; it is shown only once')
    .addOption(appOption())
    .addOption(envOption())
    .option('--name <name>', 'what it is for', 'API key')
    .option('--scopes <list>', 'what it may do, separated by commas')
    .option('--allow-ip <list>', 'addresses and CIDR ranges that it may be used from (default: any)')
    .option('--expires <when>', 'a day such as 2027-01-01 (UTC), or a duration such as 90d (default: never)')
    .addHelpText('after', help)
    .action(async ({ app, env, name, scopes, allowIp, expires }: Options) => {
      const input = {
        applicationId: app,
        environment: env,
        name,
        scopes: readScopes('--scopes', scopes),
        allowedIps: readAddresses('--allow-ip', allowIp),
        expiresAt: expires === undefined ? undefined : readExpiry('--expires', expires),
      };
      const made = await withOperator((ctx) => createKey(ctx, input));
      const may = `It has the scopes ${made.scopes.join(', ')}.`;
      answer({
        json: made,
        text: `Created key ${made.keyId}. ${may} Store it now. It is not shown again:\n${made.key}`,
      });
    });
}
