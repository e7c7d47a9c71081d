import { listExports } from '@tillgate/domain/reading/exports';
import { Command } from 'commander';
import { exportsText } from '../export-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption, readWholeNumber } from './options.ts';

type Options = TenantOptions & { limit?: string; before?: string };

export function exportList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the exports of an application, newest first')
    .addOption(appOption())
    .addOption(envOption())
    .option('--limit <number>', 'maximum number, 1 to 100 (default: 20)')
    .option('--before <id>', 'continue after this export')
    .action(async ({ app, env, limit, before }: Options) => {
      const input = { limit: readWholeNumber('--limit', limit), before };
      const json = await withTenant({ app, env }, (ctx) => listExports(ctx, input));
      answer({ json, text: exportsText(json.exports, json.next) });
    });
}
