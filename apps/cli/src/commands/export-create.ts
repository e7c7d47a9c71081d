import { ExportFormat, ExportList } from '@tillgate/db';
import { createExport } from '@tillgate/domain/exports';
import { Command, Option } from 'commander';
import { awaitExport } from '../await-export.ts';
import { exportText } from '../export-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { appOption, envOption, refusedOption } from './options.ts';

type Options = TenantOptions & {
  list: ExportList;
  format: ExportFormat;
  filter?: string;
  columns?: string;
  timeZone?: string;
  wait?: true;
};

const help = `
The filter is that of the list in the dashboard, as a JSON object. Phone numbers are masked as in the lists.

Examples:
  tillgate export create --app APP --env production --list payments --format xlsx --wait
  tillgate export create --app APP --env production --list payments --format csv \\
    --filter '{"status":"success","createdFrom":"2026-01-01T00:00:00+03:00","createdTo":"2026-02-01T00:00:00+03:00"}'`;

export function exportCreate(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  return new Command('create')
    .description('ask for a file of all rows of a list')
    .addOption(appOption())
    .addOption(envOption())
    .addOption(new Option('--list <list>', 'whose rows').choices(Object.values(ExportList)).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'kind of file').choices(Object.values(ExportFormat)).default('csv'))
    .option('--filter <json>', 'filter of the list (default: all rows)')
    .option('--columns <columns>', 'columns in order, separated by commas (default: all)')
    .option('--time-zone <zone>', 'time zone of times in the file (default: Africa/Nairobi)')
    .option('--wait', 'show the progress until it is ready')
    .addHelpText('after', help)
    .action(async ({ app, env, list, format, filter, columns, timeZone, wait }: Options) => {
      const input = { list, format, filter: readFilter(filter), columns: columns?.split(','), timeZone };
      await withTenant({ app, env }, async (operator) => {
        const ctx = { ...operator, may: () => true };
        const created = await createExport(ctx, input);
        if (!wait) return answer({ json: created, text: createdText(created) });
        const view = await awaitExport(ctx, created.exportId, report);
        const hint =
          view.status === 'queued' || view.status === 'running'
            ? '\nNo progress. Is a worker running? The export continues when one starts.'
            : '';
        answer({ json: view, text: `${exportText(view)}${hint}`, failed: view.status !== 'ready' });
      });
    });
}

/** @throws DomainError invalid_input */
function readFilter(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const filter: unknown = JSON.parse(text);
    if (typeof filter === 'object' && filter !== null && !Array.isArray(filter)) return { ...filter };
  } catch {
    // Said below, as for any other text.
  }
  throw refusedOption('--filter', 'must be a JSON object, for example {"status":"success"}');
}

function createdText({ exportId, rows }: { exportId: string; rows: number }): string {
  return `Asked for ${rows} rows. When it is ready:\n  tillgate export download --app APP --env ENVIRONMENT --export ${exportId}`;
}
