import type { ExportCadence } from '@tillgate/db';
import type { TenantContext } from '@tillgate/domain';
import { scheduleExport } from '@tillgate/domain/exports';
import { listMembers } from '@tillgate/domain/reading/members';
import { Command, Option } from 'commander';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { type FileOptions, readFile, withFileOptions } from './export-options.ts';
import { readWholeNumber, refusedOption } from './options.ts';

type Options = TenantOptions &
  FileOptions & { name: string; every: keyof typeof cadences; hour: string; mailTo?: string; bucket?: string };

const cadences = { day: 'daily', week: 'weekly', month: 'monthly' } as const satisfies Record<string, ExportCadence>;

const help = `
Each file holds the day, week (from Monday) or month before. The filter has no times of its own.
Members get a mail with a link. They sign in to download the file. A bucket gets the file itself.

Example:
  tillgate export schedule add --app APP --env production --name Yesterday --list payments --format xlsx \\
    --filter '{"status":"success"}' --every day --hour 6 --mail-to finance@shop.example`;

export function exportScheduleAdd(answer: (answer: Answer) => void): Command {
  return withFileOptions(new Command('add'))
    .description('have a file made of each day, week or month')
    .requiredOption('--name <name>', 'name of the schedule')
    .addOption(new Option('--every <period>', 'how often').choices(Object.keys(cadences)).makeOptionMandatory())
    .requiredOption('--hour <hour>', 'hour of the day in the time zone, 0 to 23')
    .option('--mail-to <emails>', 'members who get a link, separated by commas')
    .option('--bucket <id>', 'bucket that each file is put into')
    .addHelpText('after', help)
    .action(async ({ app, env, name, every, hour, mailTo, bucket: bucketId, ...file }: Options) => {
      const plan = { ...readFile(file), name, cadence: cadences[every], hour: readWholeNumber('--hour', hour) ?? 0 };
      const json = await withTenant({ app, env }, async (ctx) =>
        scheduleExport(ctx, {
          ...plan,
          bucketId,
          userIds: mailTo === undefined ? undefined : await readMembers(ctx, mailTo),
        }),
      );
      answer({ json, text: `Schedule ${json.scheduleId} makes its first file at ${json.nextAt}.` });
    });
}

/** The ids of members of the application's organization. @throws DomainError invalid_input */
async function readMembers(ctx: TenantContext, text: string): Promise<string[]> {
  const where = { id: ctx.tenant.applicationId };
  const { organizationId } = await ctx.db.prisma.application.findUniqueOrThrow({ where });
  const members = await listMembers(ctx, { organizationId });
  return text.split(',').map((part) => {
    const email = part.trim().toLowerCase();
    const member = members.find((each) => each.email === email);
    if (member) return member.userId;
    throw refusedOption('--mail-to', `"${email}" is not a member of the organization`);
  });
}
