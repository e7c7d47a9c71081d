import { Command } from 'commander';
import { untilEnded } from '../listen/ending.ts';
import { type ApiOptions, apiOption, findApi, keyOption } from '../listen/options.ts';
import type { Terminal } from '../run.ts';
import { secretHelp } from '../secret.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption, refusedOption } from './options.ts';

type Options = ApiOptions & TenantOptions;

/** A statement that takes longer is ended: the database serves payments first. */
const statementTimeoutMs = 10_000;
/** Clients ask for a few things at a time, at most. */
const poolMax = 2;

const help = `
The server speaks the Model Context Protocol on stdin and stdout, and logs to stderr. It reads one application in one
environment, through a connection on which the database refuses every change. With a sandbox key that has the scope
"collect", it can also send sandbox prompts. docs/mcp.md shows how to set up clients.

Example:
  tillgate mcp --app APP --env sandbox`;

export function mcp(terminal: Terminal): Command {
  return new Command('mcp')
    .description('serve an application to AI assistants (MCP), for reading')
    .addOption(appOption())
    .addOption(envOption())
    .addOption(keyOption())
    .addOption(apiOption())
    .addHelpText('after', `${help}\n${secretHelp}`)
    .action(async (options: Options) => {
      const api = await findApi(options);
      if (api && options.env !== 'sandbox') {
        throw refusedOption('--key', `is a sandbox key, which is of no use with --env ${options.env}. Leave it out`);
      }
      // The SDK takes as long to load as the rest: no other command waits for it.
      const { sandboxPrompts, serveMcp } = await import('../mcp/index.ts');
      await withTenant(
        options,
        async (ctx) => {
          const prompts = api && (await sandboxPrompts(ctx, api));
          await untilEnded((signal) =>
            serveMcp(ctx, { prompts, signal, log: terminal.err, protocol: terminal.protocol }),
          );
        },
        { poolMax, readOnly: { statementTimeoutMs } },
      );
    });
}
