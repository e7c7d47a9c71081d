import { listDays } from '@tillgate/domain/reading/closing';
import { Command } from 'commander';
import { daysText } from '../day-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption, readWholeNumber } from './options.ts';

type Options = TenantOptions & { to?: string; count?: string };

export function dayList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list business days, newest first, and which ones are signed off')
    .addOption(appOption())
    .addOption(envOption())
    .option('--to <day>', 'the newest day (default: today)')
    .option('--count <number>', 'how many days, 1 to 31 (default: 31)')
    .action(async ({ to, count, ...options }: Options) => {
      const input = { to, count: readWholeNumber('--count', count) };
      const json = await withTenant(options, (ctx) => listDays(ctx, input));
      answer({ json, text: daysText(json.days) });
    });
}
