import type { BusinessDay, DayDetail, FigureChange } from '@tillgate/domain/reading/closing';
import { inKes } from '@tillgate/domain/reconciliation';
import { facts, moment, table } from './table.ts';

const money = (cents: number | null) => (cents === null ? 'not known' : `KES ${inKes(cents)}`);
const at = (text: string) => moment(new Date(text));

/** Formats a business day for people: its figures, what is open and what changed. */
export function dayText(day: DayDetail): string {
  const { figures, signOffs, difference } = day;
  const [latest] = signOffs;
  const head = facts([
    ['Day', `${day.day}, from ${at(day.startsAt)} to ${at(day.endsAt)}`],
    ['State', day.state],
    ['Collected', `${money(figures.collected)} in ${figures.collectedCount}`],
    ['Refunded', `${money(figures.refunded)} in ${figures.refundCount}`],
    ['Net', money(figures.net)],
    ['Paid out', `${money(figures.paidOut)} in ${figures.payoutCount}`],
    ['Refunded since', money(figures.refundedSince)],
    ['Moved in', money(figures.movedIn)],
    ['Moved back', money(figures.movedBack)],
    ['Moved out', money(figures.movedOut)],
    ['Without an outcome', `${figures.pendingPayments} payments, ${figures.pendingPayouts} payouts`],
    ['Signed off', latest && `${at(latest.signedAt)} by ${latest.signedBy}, revision ${latest.revision}`],
    ['Note', latest?.note?.replace(/\p{C}/gu, ' ')],
  ]);
  const accounts = figures.accounts.map(({ shortcode, opening, closing, fees }) => [
    shortcode,
    ...[opening, closing, fees].map(money),
  ]);
  const open = Object.entries(day.exceptions).map(([reason, count]) => [reason, String(count)]);
  return [
    head,
    accounts.length > 0 ? table(['SHORTCODE', 'OPENING', 'CLOSING', 'FEES'], accounts) : 'No statement of this day.',
    open.length > 0 ? table(['OPEN EXCEPTIONS', 'NUMBER'], open) : 'No open exceptions.',
    ...changesText('CHANGED SINCE', difference?.changes ?? []),
    ...changesText('KNOWN SINCE', difference?.learned ?? []),
  ].join('\n\n');
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
