import { listSchedules } from '@tillgate/domain/exports';
import { Command } from 'commander';
import { schedulesText } from '../export-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

export function exportScheduleList(answer: (answer: Answer) => void): Command {
  return new Command('list')
    .description('list the schedules of an application, by name')
    .addOption(appOption())
    .addOption(envOption())
    .action(async ({ app, env }: TenantOptions) => {
      const schedules = await withTenant({ app, env }, (ctx) => listSchedules(ctx));
      answer({ json: { schedules }, text: schedulesText(schedules) });
    });
}
