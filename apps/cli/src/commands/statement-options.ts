import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileBytesMax, type StatementFileInput } from '@tillgate/domain/reconciliation';
import { type Command, Option } from 'commander';
import type { TenantOptions } from '../tenant.ts';
import { refusedOption } from './options.ts';
import { withTenantOptions } from './review-options.ts';

export type StatementFileOptions = TenantOptions & { shortcode: string; file: string };

/** Adds the options of every command about a shortcode's statements. */
export function withShortcodeOptions(command: Command): Command {
  return withTenantOptions(command).addOption(
    new Option('--shortcode <number>', 'paybill, store or till number of the statement').makeOptionMandatory(),
  );
}

/** The same, and the file. */
export function withStatementFileOptions(command: Command): Command {
  return withShortcodeOptions(command).addOption(
    new Option('--file <path>', "the provider's organization statement, CSV or XLSX").makeOptionMandatory(),
  );
}

/** Reads the file of a statement. @throws DomainError invalid_input */
export async function readStatementFile({ shortcode, file }: StatementFileOptions): Promise<StatementFileInput> {
  try {
    const { size } = await stat(file);
    if (size > fileBytesMax) throw refusedOption('--file', `${file} is larger than ${fileBytesMax / 1_000_000} MB`);
    return { shortcode, fileName: basename(file), file: await readFile(file) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || error.name === 'DomainError') throw error;
    throw refusedOption('--file', `the file ${file} cannot be read (${error.code})`);
  }
}
