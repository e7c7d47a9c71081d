import { ExportFormat, ExportList } from '@tillgate/db';
import { type Command, Option } from 'commander';
import { appOption, envOption, refusedOption } from './options.ts';

export type FileOptions = {
  list: ExportList;
  format: ExportFormat;
  filter?: string;
  columns?: string;
  timeZone?: string;
};

/** Adds the options that say where, which rows, and what the file looks like. */
export function withFileOptions(command: Command): Command {
  return command
    .addOption(appOption())
    .addOption(envOption())
    .addOption(new Option('--list <list>', 'whose rows').choices(Object.values(ExportList)).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'kind of file').choices(Object.values(ExportFormat)).default('csv'))
    .option('--filter <json>', 'filter of the list (default: all rows)')
    .option('--columns <columns>', 'columns in order, separated by commas (default: all)')
    .option('--time-zone <zone>', 'time zone of times in the file (default: Africa/Nairobi)');
}

/** What {@link withFileOptions} said, as the verbs take it. @throws DomainError invalid_input */
export function readFile({ list, format, filter, columns, timeZone }: FileOptions) {
  return { list, format, filter: readFilter(filter), columns: columns?.split(','), timeZone };
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
