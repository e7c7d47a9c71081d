import type { ReviewReason } from '@tillgate/db';
import { filled } from '../papers/index.ts';
import type { ActorView } from '../reading/actors.ts';
import type { DayDetail, FigureChange, SheetFigure } from '../reading/closing/index.ts';
import { inKes } from '../reconciliation/index.ts';
import { reasonTitles } from '../reviews/index.ts';

/** The words of a day, in one language. `{amount}` and other names in braces stand for values. */
export type DayWords = {
  title: string;
  notKnown: string;
  states: Record<DayDetail['state'], string>;
  figures: Record<SheetFigure | FigureChange['figure'], string>;
  day: { figures: string; moved: string };
  bridge: { title: string; even: string; over: string; short: string };
  accounts: { title: string; of: string; none: string; hasProblems: string };
  exceptions: { title: string; none: string };
  changes: { title: string; since: string; learned: string; from: string; to: string };
  signOffs: { title: string; none: string };
  notMoney: { title: string; alone: string; byTwo: string };
  pdf: { count: string; asOf: string; andMore: string };
  reasons: Record<ReviewReason, string>;
};

/** In English, for emails and the command line. The dashboard has the same words, and those of other languages. */
export const dayWords: DayWords = {
  title: 'Close of day',
  notKnown: 'Unknown',
  states: {
    running: 'In progress',
    open: 'Not signed off',
    signed: 'Signed off',
    changed: 'Changed since sign-off',
  },
  figures: {
    collected: 'Collected',
    collectedCount: 'Payments',
    refunded: 'Refunded',
    refundCount: 'Refunds',
    net: 'Net',
    paidOut: 'Paid out',
    payoutCount: 'Payouts',
    refundedSince: 'Refunded from these payments so far',
    pendingPayments: 'Pending payments',
    pendingPayouts: 'Pending payouts',
    movedIn: 'Received',
    movedBack: 'Refunded',
    movedOut: 'Paid out',
    opening: 'Opening balance',
    closing: 'Closing balance',
    fees: 'M-PESA fees',
    transfers: 'Transfers between your accounts',
    expected: 'Expected closing balance',
  },
  day: { figures: 'Created on this day', moved: 'Settled on this day' },
  bridge: {
    title: 'Balance check',
    even: 'The statement and your records agree.',
    over: '{amount} more on the statement than recorded here',
    short: '{amount} less on the statement than recorded here',
  },
  accounts: {
    title: 'Accounts',
    of: 'Shortcode {shortcode}',
    none: 'No imported statement covers this day, so balances and fees are unknown.',
    hasProblems: 'Some rows could not be read',
  },
  exceptions: { title: 'Open items', none: 'Nothing from this day needs your attention.' },
  changes: {
    title: 'This day changed after sign-off',
    since: 'First seen:',
    learned: 'Learned after sign-off',
    from: 'At sign-off',
    to: 'Now',
  },
  signOffs: { title: 'Sign-offs', none: 'Nobody has signed off this day yet.' },
  notMoney: {
    title: 'Recorded as not money',
    alone: 'By {by}. Nobody else approved it',
    byTwo: 'By {by}, approved by {approvedBy}',
  },
  pdf: { count: 'Number', asOf: 'Figures as of {time}', andMore: 'and {count} more' },
  reasons: reasonTitles,
};

/** Cents as `KES 1,200.50`. */
export const kes = (cents: number | null, words: Pick<DayWords, 'notKnown'> = dayWords): string =>
  cents === null ? words.notKnown : `KES ${inKes(cents)}`;

/** The name of a figure, with its shortcode. */
export const nameOf = (
  { figure, shortcode }: FigureChange,
  { figures }: Pick<DayWords, 'figures'> = dayWords,
): string => (shortcode ? `${figures[figure]} · ${shortcode}` : figures[figure]);

/** What a figure was, or is now. */
export function textOfValue(
  { unit, ...values }: FigureChange,
  which: 'from' | 'to',
  words: DayWords = dayWords,
): string {
  const value = values[which];
  return unit === 'cents' ? kes(value, words) : String(value ?? words.notKnown);
}

/** What the balances of a day come to: that they agree, or by how much they do not. */
export function differenceText(difference: number, { bridge }: Pick<DayWords, 'bridge'> = dayWords): string {
  if (difference === 0) return bridge.even;
  return filled(difference > 0 ? bridge.over : bridge.short, { amount: kes(Math.abs(difference)) });
}

/** The name of an actor, or else the email address of a person. */
export function personOf(who: ActorView | undefined): string {
  if (who?.kind !== 'person') return who?.kind ?? 'unknown';
  return who.name ?? who.email ?? 'unknown';
}
