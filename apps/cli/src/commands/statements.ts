import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { getCalendar, getConfirmationGaps, getStatement } from '@tillgate/domain/reading/reconciliation';
import { importStatement, matchAgain, previewStatement, takeBackStatement } from '@tillgate/domain/reconciliation';
import { fileBytesMax } from '@tillgate/domain/tables';
import { group, tenantCommand } from '../command.ts';
import { count } from '../count.ts';
import { flag, required } from '../fields.ts';
import { refusedOption } from '../options.ts';
import { calendarText, importText, matchText, previewText, statementText } from '../statement-text.ts';

const shortcode = required('--shortcode <number>', 'paybill, store or till number of the statement');
const fileOptions = {
  shortcode,
  despiteName: flag('--despite-name', 'read the file although its name says another shortcode'),
  content: required('--file <path>', "the provider's organization statement, CSV or XLSX").as(readStatementFile),
};

export const statements = group(
  'statement',
  "the provider's statements",
  tenantCommand('preview', {
    about: 'preview a statement without importing it',
    options: fileOptions,
    verb: (ctx, { shortcode, despiteName, content }) => previewStatement(ctx, { shortcode, despiteName, ...content }),
    text: previewText,
  }),
  tenantCommand('import', {
    about: 'import a statement and compare it with the recorded payments and payouts',
    options: fileOptions,
    help: '\nYou can import a file again, or files that overlap: no line is added twice.',
    verb: (ctx, { shortcode, despiteName, content }) => importStatement(ctx, { shortcode, despiteName, ...content }),
    text: importText,
  }),
  tenantCommand('match', {
    about: 'compare imported statements with the recorded payments and payouts',
    options: { shortcode },
    verb: (ctx, { shortcode }) => matchAgain(ctx, { shortcode }),
    text: matchText,
  }),
  tenantCommand('show', {
    about: 'show an imported statement and how its lines were matched',
    options: { statementId: required('--statement <id>', 'statement ID') },
    verb: (ctx, { statementId }) => getStatement(ctx, statementId),
    text: statementText,
  }),
  tenantCommand('take-back', {
    about: 'remove an import with its lines, while nobody has decided on them',
    options: { statementId: required('--statement <id>', 'statement ID') },
    verb: (ctx, { statementId }) => takeBackStatement(ctx, { statementId }),
    text: ({ lines, closed }) => `Removed ${count(lines, 'line')}. ${count(closed, 'exception')} closed.`,
  }),
  tenantCommand('calendar', {
    about: 'show which days agree with the statement, and where the balance does not continue',
    options: {
      shortcode,
      from: required('--from <day>', 'first day, like 2026-11-01'),
      to: required('--to <day>', 'last day, at most 31 days later'),
    },
    verb: async (ctx, { shortcode, from, to }) => {
      const range = { shortcode, from, to };
      return { ...(await getCalendar(ctx, range)), confirmations: await getConfirmationGaps(ctx, range) };
    },
    text: ({ days, confirmations }) => calendarText(days, confirmations),
  }),
);

/** @throws DomainError invalid_input */
async function readStatementFile(option: string, file: string) {
  try {
    const { size } = await stat(file);
    if (size > fileBytesMax) throw refusedOption(option, `${file} is larger than ${fileBytesMax / 1_000_000} MB`);
    return { fileName: basename(file), file: await readFile(file) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error) || error.name === 'DomainError') throw error;
    throw refusedOption(option, `the file ${file} cannot be read (${error.code})`);
  }
}
