import { type ExportCadence, ExportFormat, ExportLanguage, ExportList } from '@tillgate/db';
import type { TenantContext } from '@tillgate/domain';
import {
  createExport,
  downloadExport,
  endSchedule,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  scheduleExport,
} from '@tillgate/domain/exports';
import { listExports } from '@tillgate/domain/reading/exports';
import { listMembers } from '@tillgate/domain/reading/members';
import { awaitExport } from '../await-export.ts';
import { group, tenantCommand } from '../command.ts';
import { exportsText, exportText, schedulesText } from '../export-text.ts';
import { flag, optional, required, requiredChoice } from '../fields.ts';
import { limitOption, memberIds, readWholeNumber, refusedOption } from '../options.ts';
import { writeExport } from '../write-export.ts';

const cadences = { day: 'daily', week: 'weekly', month: 'monthly' } as const satisfies Record<string, ExportCadence>;
const periods: (keyof typeof cadences)[] = ['day', 'week', 'month'];

/** Options for the rows and the form of a file. */
const fileOptions = {
  list: requiredChoice('--list <list>', 'whose rows', Object.values(ExportList)),
  format: requiredChoice('--format <format>', 'kind of file', Object.values(ExportFormat), 'csv'),
  filter: optional('--filter <json>', 'filter of the list (default: all rows)').as(readFilter),
  columns: optional('--columns <columns>', 'columns in order, separated by commas (default: all)').as((_, text) =>
    text.split(','),
  ),
  language: requiredChoice(
    '--language <language>',
    'of the texts in an xlsx file',
    Object.values(ExportLanguage),
    'en',
  ),
  timeZone: optional('--time-zone <zone>', 'time zone of times in the file (default: Africa/Nairobi)'),
};
const scheduleId = required('--schedule <id>', 'schedule ID');

export const exports = group(
  'export',
  'files with all rows of a list',
  tenantCommand('create', {
    about: 'request an export: a file with all rows of a list',
    options: { ...fileOptions, wait: flag('--wait', 'show the progress until it is ready') },
    help: `
The filter is that of the list in the dashboard, as a JSON object. Phone numbers are masked as in the lists.
A report needs its days: since and until are starts of days in --time-zone.

Examples:
  tillgate export create --app APP --env production --list payments --format xlsx --wait
  tillgate export create --app APP --env production --list payments --format csv \\
    --filter '{"status":"success","createdFrom":"2026-01-01T00:00:00+03:00","createdTo":"2026-02-01T00:00:00+03:00"}'
  tillgate export create --app APP --env production --list report_collections --format xlsx \\
    --filter '{"groupBy":"shortcode","since":"2026-01-01T00:00:00+03:00","until":"2026-02-01T00:00:00+03:00"}'`,
    verb: async (ctx, { wait, list, format, filter, columns, timeZone, language }, { report }) => {
      const created = await createExport(ctx, { list, format, filter, columns, timeZone, language });
      return { created, ended: wait ? await awaitExport(ctx, created.exportId, report) : undefined };
    },
    json: ({ created, ended }) => ended ?? created,
    text: ({ created: { exportId, rows, isCounted }, ended }) => {
      if (ended) {
        const isOpen = ended.status === 'queued' || ended.status === 'running';
        const hint = '\nNo progress. Is a worker running? The export continues when one starts.';
        return `${exportText(ended)}${isOpen ? hint : ''}`;
      }
      const what = isCounted ? `${rows} rows` : 'the rows, which take too long to count';
      return `Asked for ${what}. When it is ready:\n  tillgate export download --app APP --env ENVIRONMENT --export ${exportId}`;
    },
    failed: ({ ended }) => ended !== undefined && ended.status !== 'ready',
  }),
  tenantCommand('list', {
    about: 'list the exports of an application, newest first',
    options: { limit: limitOption(20), before: optional('--before <id>', 'continue after this export') },
    verb: (ctx, { limit, before }) => listExports(ctx, { limit, before }),
    text: (result) => exportsText(result.exports, result.next),
  }),
  tenantCommand('download', {
    about: 'write the file of a ready export to disk',
    options: {
      exportId: required('--export <id>', 'export ID'),
      out: optional('--out <file>', 'where to write it (default: its own name, here); never replaces a file'),
    },
    verb: async (ctx, { exportId, out }) => {
      const file = await downloadExport(ctx, { exportId });
      const path = out ?? file.fileName;
      await writeExport(file, path);
      return { exportId, path, bytes: file.bytes, sha256: file.sha256 };
    },
    text: ({ bytes, path, sha256 }) => `Wrote ${bytes} bytes to ${path}. SHA-256: ${sha256}`,
  }),
  group(
    'schedule',
    'schedules that make a file every day, week or month',
    tenantCommand('add', {
      about: 'create a schedule that makes a file every day, week or month',
      options: {
        ...fileOptions,
        name: required('--name <name>', 'name of the schedule'),
        every: requiredChoice('--every <period>', 'how often', periods),
        hour: required('--hour <hour>', 'hour of the day in the time zone, 0 to 23').as(readWholeNumber),
        mailTo: optional('--mail-to <emails>', 'members who get a link, separated by commas'),
        bucketId: optional('--bucket <id>', 'bucket that each file is uploaded to'),
      },
      help: `
Each file has the previous day, week (from Monday) or month. The filter cannot have times of its own.
Members get an email with a link, and sign in to download the file. A bucket gets the file itself.

Example:
  tillgate export schedule add --app APP --env production --name Yesterday --list payments --format xlsx \\
    --filter '{"status":"success"}' --every day --hour 6 --mail-to finance@shop.example`,
      verb: async (ctx, { app: _app, env: _env, every, mailTo, ...plan }) => {
        const userIds = mailTo === undefined ? undefined : await readMembers(ctx, mailTo);
        return scheduleExport(ctx, { ...plan, cadence: cadences[every], userIds });
      },
      text: (made) => `Schedule ${made.scheduleId} makes its first file at ${made.nextAt}.`,
    }),
    tenantCommand('list', {
      about: 'list the schedules of an application, by name',
      verb: async (ctx) => ({ schedules: await listSchedules(ctx) }),
      text: (result) => schedulesText(result.schedules),
    }),
    tenantCommand('pause', {
      about: 'pause a schedule until it is resumed',
      options: { scheduleId },
      verb: async (ctx, { scheduleId }) => ({ scheduleId, ...(await pauseSchedule(ctx, { scheduleId })) }),
      text: ({ scheduleId }) => `Schedule ${scheduleId} is paused.`,
    }),
    tenantCommand('resume', {
      about: 'resume a paused schedule, from its next time on',
      options: { scheduleId },
      verb: async (ctx, { scheduleId }) => ({ scheduleId, ...(await resumeSchedule(ctx, { scheduleId })) }),
      text: ({ scheduleId, nextAt }) => `Schedule ${scheduleId} makes its next file at ${nextAt}.`,
    }),
    tenantCommand('end', {
      about: 'end a schedule permanently; its files stay',
      options: { scheduleId },
      verb: async (ctx, { scheduleId }) => ({ scheduleId, ...(await endSchedule(ctx, { scheduleId })) }),
      text: ({ scheduleId }) => `Schedule ${scheduleId} has ended.`,
    }),
  ),
);

function readFilter(option: string, text: string): Record<string, unknown> {
  try {
    const filter: unknown = JSON.parse(text);
    if (typeof filter === 'object' && filter !== null && !Array.isArray(filter)) return { ...filter };
  } catch {
    // Said below, as for any other text.
  }
  throw refusedOption(option, 'must be a JSON object, for example {"status":"success"}');
}

/** The ids of members of the application's organization. @throws DomainError invalid_input */
async function readMembers(ctx: TenantContext, text: string): Promise<string[]> {
  const where = { id: ctx.tenant.applicationId };
  const { organizationId } = await ctx.db.prisma.application.findUniqueOrThrow({ where });
  const members = await listMembers(ctx, { organizationId });
  return memberIds('--mail-to', text, members, 'is not a member of the organization');
}
