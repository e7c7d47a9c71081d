import { createExport } from '@tillgate/domain/exports';
import { Command } from 'commander';
import { awaitExport } from '../await-export.ts';
import { exportText } from '../export-text.ts';
import type { Answer } from '../output.ts';
import { type TenantOptions, withTenant } from '../tenant.ts';
import { type FileOptions, readFile, withFileOptions } from './export-options.ts';

type Options = TenantOptions & FileOptions & { wait?: true };

const help = `
The filter is that of the list in the dashboard, as a JSON object. Phone numbers are masked as in the lists.

Examples:
  tillgate export create --app APP --env production --list payments --format xlsx --wait
  tillgate export create --app APP --env production --list payments --format csv \\
    --filter '{"status":"success","createdFrom":"2026-01-01T00:00:00+03:00","createdTo":"2026-02-01T00:00:00+03:00"}'`;

export function exportCreate(answer: (answer: Answer) => void, report: (line: string) => void): Command {
  return withFileOptions(new Command('create'))
    .description('ask for a file of all rows of a list')
    .option('--wait', 'show the progress until it is ready')
    .addHelpText('after', help)
    .action(async ({ app, env, wait, ...file }: Options) => {
      const input = readFile(file);
      await withTenant({ app, env }, async (ctx) => {
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

function createdText({ exportId, rows, isCounted }: { exportId: string; rows: number; isCounted: boolean }): string {
  const what = isCounted ? `${rows} rows` : 'the rows, which take too long to count';
  return `Asked for ${what}. When it is ready:\n  tillgate export download --app APP --env ENVIRONMENT --export ${exportId}`;
}
