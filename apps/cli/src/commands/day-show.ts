import { getDay } from '@tillgate/domain/reading/closing';
import { Command } from 'commander';
import { dayText } from '../day-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, dayOption, envOption } from './options.ts';

export function dayShow(answer: (answer: Answer) => void): Command {
  return new Command('show')
    .description('show what a business day came to, and what changed since it was signed off')
    .addOption(appOption())
    .addOption(envOption())
    .addOption(dayOption())
    .action(async ({ day, ...options }: TenantOptions & { day: string }) => {
      const json = await withTenant(options, (ctx) => getDay(ctx, { day }));
      answer({ json, text: dayText(json) });
    });
}
