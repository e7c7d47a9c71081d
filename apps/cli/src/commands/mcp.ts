import { command } from '../command.ts';
import { untilEnded } from '../listen/ending.ts';
import { apiOptions, findApi } from '../listen/options.ts';
import { app, env, refusedOption } from '../options.ts';
import { secretHelp } from '../secret.ts';
import { withTenant } from '../tenant.ts';

/** A statement that takes longer is ended: the database serves payments first. */
const statementTimeoutMs = 10_000;
/** Clients ask for a few things at a time, at most. */
const poolMax = 2;

export const mcp = command('mcp', {
  about: 'give AI assistants read access to an application (MCP server)',
  options: { app, env, ...apiOptions },
  help: `
The server speaks the Model Context Protocol on stdin and stdout, and logs to stderr. It reads one application in one
environment, through a connection on which the database refuses every change. With a sandbox key that has the scope
"collect", it can also send sandbox prompts. docs/mcp.md shows how to set up clients.

Example:
  tillgate mcp --app APP --env sandbox
${secretHelp}`,
  run: async ({ app, env, ...given }, { terminal }) => {
    const api = await findApi(given);
    if (api && env !== 'sandbox') {
      throw refusedOption('--key', `is a sandbox key, which is of no use with --env ${env}. Leave it out`);
    }
    // The SDK takes as long to load as the rest: no other command waits for it.
    const { sandboxPrompts, serveMcp } = await import('../mcp/index.ts');
    const limits = { poolMax, readOnly: { statementTimeoutMs } };
    await withTenant(
      { app, env },
      async (ctx) => {
        const prompts = api && (await sandboxPrompts(ctx, api));
        await untilEnded((signal) =>
          serveMcp(ctx, { prompts, signal, log: terminal.err, protocol: terminal.protocol }),
        );
      },
      limits,
    );
    return undefined;
  },
});
