import { dayWords, differenceText } from '@tillgate/domain/closing';
import type { BusinessDay, DayDetail, FigureChange, SheetLine } from '@tillgate/domain/reading/closing';
import { inKes } from '@tillgate/domain/reconciliation';
import { facts, moment, table } from './table.ts';

const money = (cents: number | null) => (cents === null ? 'not known' : `KES ${inKes(cents)}`);
const at = (text: string) => moment(new Date(text));

/** Formats a business day for people: its figures, what is open and what changed. */
export function dayText(day: DayDetail): string {
  const { sheet, signOffs, difference } = day;
  const [latest] = signOffs;
  const head = facts([
    ['Day', `${day.day}, from ${at(day.startsAt)} to ${at(day.endsAt)}`],
    ['State', dayWords.states[day.state]],
    ['Signed off', latest && `${at(latest.signedAt)} by ${latest.signedBy}, revision ${latest.revision}`],
    ['Note', latest?.note?.replace(/\p{C}/gu, ' ')],
  ]);
  const { bridge, accounts } = sheet;
  const open = day.named.map(({ reason, receipt, amount }) => [
    dayWords.reasons[reason],
    receipt ?? '',
    amount === null ? '' : money(Math.round(amount * 100)),
  ]);
  const left = Object.values(day.exceptions).reduce((sum, count) => sum + count, 0) - open.length;
  return [
    head,
    ledger(dayWords.day.figures, sheet.created),
    ledger(dayWords.day.moved, sheet.moved),
    ...(bridge ? [`${ledger(dayWords.bridge.title, bridge.lines)}\n${differenceText(bridge.difference)}`] : []),
    ...accounts.map(({ shortcode, lines }) => ledger(`Shortcode ${shortcode}`, lines)),
    ...(accounts.length === 0 ? [dayWords.accounts.none] : []),
    open.length > 0 ? table(['OPEN ITEMS', 'RECEIPT', 'AMOUNT'], open) : 'No open items.',
    ...(left > 0 ? [`and ${left} more`] : []),
    ...changesText('CHANGED SINCE', difference?.changes ?? []),
    ...changesText('KNOWN SINCE', difference?.learned ?? []),
  ].join('\n\n');
}

function ledger(heading: string, lines: SheetLine[]): string {
  const rows = lines.map(({ figure, cents, count }) => [
    dayWords.figures[figure],
    count === undefined ? '' : String(count),
    cents === undefined ? '' : money(cents),
  ]);
  return table([heading.toUpperCase(), 'NUMBER', 'AMOUNT'], rows);
}

function changesText(heading: string, changes: FigureChange[]): string[] {
  if (changes.length === 0) return [];
  const rows = changes.map(({ figure, shortcode, unit, from, to }) => {
    const text = (value: number | null) => (unit === 'cents' ? money(value) : String(value ?? 'not known'));
    return [shortcode === null ? figure : `${figure} of ${shortcode}`, text(from), text(to)];
  });
  return [table([heading, 'SIGNED', 'NOW'], rows)];
}

/** Formats several days, one per line. */
export function daysText(days: BusinessDay[]): string {
  const rows = days.map(({ day, state, figures, openPoints, signOffs: [latest] }) => [
    ...[day, state, inKes(figures.collected), inKes(figures.refunded), inKes(figures.paidOut), String(openPoints)],
    latest ? `${latest.signedBy} at ${at(latest.signedAt)}` : '',
  ]);
  return table(['DAY', 'STATE', 'COLLECTED', 'REFUNDED', 'PAID OUT', 'OPEN', 'SIGNED OFF BY'], rows);
}
