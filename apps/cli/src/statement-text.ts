import type {
  BalanceGap,
  CalendarDay,
  ConfirmationGaps,
  StatementDetail,
} from '@tillgate/domain/reading/reconciliation';
import {
  type ImportedStatement,
  inKes,
  type MatchResult,
  type StatementPreview,
  type StatementSummary,
} from '@tillgate/domain/reconciliation';
import { count } from './count.ts';
import { facts, table } from './table.ts';

const sum = (cents: number | null) => (cents === null ? undefined : `KES ${inKes(cents)}`);
/** What came from a file stays on its line of the terminal. */
const plain = (text: string) => text.replace(/\p{C}/gu, ' ');

/** Formats the rows of a file that were read, and its problems. */
function summaryText(summary: StatementSummary): string {
  const { lines, covers, dates, header, idle, problems, differing } = summary;
  const head = facts([
    ['Header', `row ${header.row}`],
    ['Columns not read', header.unknown.length > 0 ? plain(header.unknown.join(', ')) : undefined],
    ['Dates', `${dates.order === 'day_first' ? 'day' : 'month'} first${dates.isCertain ? '' : ' (no date tells)'}`],
    ['Covers', `${covers.from} to ${covers.to}`],
    ['Lines', `${lines.count}, of which ${lines.fresh} new`],
    ['Paid in', sum(summary.paidInCents)],
    ['Withdrawn', sum(summary.withdrawnCents)],
    ['Fees', sum(summary.feeCents)],
    ['Opening balance', sum(summary.openingBalanceCents)],
    ['Closing balance', sum(summary.closingBalanceCents)],
    ['Not completed', idle.count > 0 ? count(idle.count, 'line') : undefined],
  ]);
  return [
    head,
    ...summary.notes.map(({ message }) => `The file ${plain(message)}.`),
    ...listed('not understood', problems, ({ why, text }) => `${plain(why.message)} (${plain(text)})`),
    ...listed(
      'not the same as the line that is kept',
      differing,
      ({ row, receipt, facts: differ }) => `row ${row}: ${receipt} has another ${differ.join(', ')}`,
    ),
  ].join('\n');
}

function listed<T>(what: string, { count: all, shown }: { count: number; shown: T[] }, line: (each: T) => string) {
  if (all === 0) return [];
  const more = all > shown.length ? [`  and ${all - shown.length} more`] : [];
  return [`${count(all, 'line')} ${what}:`, ...shown.map((each) => `  ${line(each)}`), ...more];
}

export function previewText(preview: StatementPreview): string {
  const end =
    preview.importedAs === null
      ? 'Nothing was kept. `tillgate statement import` keeps it.'
      : `Exactly this file was imported before, as ${preview.importedAs}.`;
  return `${summaryText(preview)}\n${end}`;
}

export function importText(imported: ImportedStatement): string {
  const { statementId, isNew, matched } = imported;
  const what = isNew ? `Imported as ${statementId}.` : `Imported before, as ${statementId}. Nothing was added.`;
  return `${summaryText(imported)}\n${what}\n${matchText(matched)}`;
}

/** Formats what comparing lines with records has found. */
export function matchText({ byReceipt, byEvidence, fees, opened, closed }: MatchResult): string {
  return facts([
    ['Matched by receipt', String(byReceipt)],
    ['Matched by evidence', String(byEvidence)],
    ['Fees', String(fees)],
    ['New: missing here', String(opened.missingHere)],
    ['New: missing there', String(opened.missingThere)],
    ['New: another amount', String(opened.amountDiffered)],
    ['New: reversed there', String(opened.reversed)],
    ['Ended by themselves', String(closed)],
  ]);
}

/** Formats an import and the results of its lines. */
export function statementText(statement: StatementDetail): string {
  const { kinds, exceptions } = statement;
  const head = facts([
    ['Statement', statement.statementId],
    ['Shortcode', statement.shortcode],
    ['File', statement.fileName],
    ['Covers', `${statement.coversFrom} to ${statement.coversTo}`],
    ['Lines', `${statement.lineCount}, of which ${statement.newLineCount} were new`],
    ['Not understood', String(statement.problemCount)],
    ['Imported', `${statement.importedAt} by ${statement.importedBy}`],
  ]);
  const rows = kinds.map(({ kind, lines, matched, inCents, outCents }) => [
    kind,
    String(lines),
    String(matched),
    inKes(inCents),
    inKes(outCents),
  ]);
  const open = exceptions.map(({ reason, open: number }) => [reason, String(number)]);
  return [
    head,
    table(['KIND', 'LINES', 'MATCHED', 'PAID IN', 'WITHDRAWN'], rows),
    open.length > 0 ? table(['OPEN EXCEPTIONS', 'NUMBER'], open) : 'No open exceptions.',
  ].join('\n\n');
}

/** Formats days, and below them where the balance does not continue. */
export function calendarText(days: CalendarDay[], { confirmations, gaps }: ConfirmationGaps): string {
  const rows = days.map((day) => [
    day.day,
    day.colour,
    String(day.lines),
    inKes(day.inCents),
    inKes(day.outCents),
    day.closingBalanceCents === null ? '-' : inKes(day.closingBalanceCents),
    [
      ...(day.openExceptions > 0 ? [count(day.openExceptions, 'open exception')] : []),
      ...(day.hasProblems ? ['a statement has rows that were not understood'] : []),
      ...(day.outside > 0 ? [`${day.outside} recorded outside of any statement`] : []),
    ].join('; '),
  ]);
  return [
    table(['DAY', 'COLOUR', 'LINES', 'PAID IN', 'WITHDRAWN', 'CLOSING', 'NOTES'], rows),
    ...days.flatMap(({ gaps }) => gaps.map((gap) => `Statement: ${gapText(gap)}`)),
    ...gaps.map((gap) => `Confirmations: ${gapText(gap)}`),
    `${count(confirmations, 'confirmation')} reported a balance.`,
  ].join('\n');
}

function gapText({ from, to, cents }: BalanceGap): string {
  const what = cents > 0 ? `KES ${inKes(cents)} came in` : `KES ${inKes(-cents)} left`;
  return `${what} between ${eatText(from.at)} (after ${from.receipt}) and ${eatText(to.at)} (before ${to.receipt}).`;
}

/** A time as the statement has it. */
function eatText(at: Date): string {
  return `${at.toLocaleString('sv-SE', { timeZone: 'Africa/Nairobi' })} EAT`;
}
