import { endSchedule, pauseSchedule, resumeSchedule } from '@tillgate/domain/exports';
import { Command } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption } from './options.ts';

type Options = TenantOptions & { schedule: string };

function command(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(appOption())
    .addOption(envOption())
    .requiredOption('--schedule <id>', 'schedule ID');
}

export function exportScheduleEnd(answer: (answer: Answer) => void): Command {
  return command('end', 'end a schedule for ever; files that it has made stay').action(
    async ({ app, env, schedule: scheduleId }: Options) => {
      const ended = await withTenant({ app, env }, (ctx) => endSchedule(ctx, { scheduleId }));
      answer({ json: { scheduleId, ...ended }, text: `Schedule ${scheduleId} has ended.` });
    },
  );
}

export function exportSchedulePause(answer: (answer: Answer) => void): Command {
  return command('pause', 'have a schedule make no files until it is resumed').action(
    async ({ app, env, schedule: scheduleId }: Options) => {
      const paused = await withTenant({ app, env }, (ctx) => pauseSchedule(ctx, { scheduleId }));
      answer({ json: { scheduleId, ...paused }, text: `Schedule ${scheduleId} is paused.` });
    },
  );
}

export function exportScheduleResume(answer: (answer: Answer) => void): Command {
  return command('resume', 'have a paused schedule make files again, from its next time on').action(
    async ({ app, env, schedule: scheduleId }: Options) => {
      const next = await withTenant({ app, env }, (ctx) => resumeSchedule(ctx, { scheduleId }));
      answer({ json: { scheduleId, ...next }, text: `Schedule ${scheduleId} makes its next file at ${next.nextAt}.` });
    },
  );
}
