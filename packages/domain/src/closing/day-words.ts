import type { ActorView } from '../reading/actors.ts';
import type { FigureChange } from '../reading/closing/index.ts';
import { inKes } from '../reconciliation/index.ts';

// The words of a day in its PDF and its emails.

/** Cents as `KES 1,200.50`. */
export const kes = (cents: number | null): string => (cents === null ? 'not known' : `KES ${inKes(cents)}`);

/** The name of a figure, with its shortcode. */
export const nameOf = ({ figure, shortcode }: FigureChange): string =>
  shortcode ? `${figureNames[figure]} of ${shortcode}` : figureNames[figure];

const figureNames: Record<FigureChange['figure'], string> = {
  collected: 'Collected',
  collectedCount: 'Payments',
  refunded: 'Refunded',
  refundCount: 'Refunds',
  net: 'Net',
  paidOut: 'Paid out',
  payoutCount: 'Payouts',
  refundedSince: 'Refunded of these payments so far',
  movedIn: 'Came in',
  movedBack: 'Refunded on this day',
  movedOut: 'Paid out on this day',
  pendingPayments: 'Payments without an outcome',
  pendingPayouts: 'Payouts without an outcome',
  opening: 'Opening balance',
  closing: 'Closing balance',
  fees: 'Fees',
};

/** What a figure was, or is now. */
export function textOfValue({ unit, ...values }: FigureChange, which: 'from' | 'to'): string {
  const value = values[which];
  return unit === 'cents' ? kes(value) : String(value ?? 'not known');
}

/** The name of an actor, or else the email address of a person. */
export function personOf(who: ActorView | undefined): string {
  if (who?.kind !== 'person') return who?.kind ?? 'unknown';
  return who.name ?? who.email ?? 'unknown';
}

/** `2026-11-20 14:05 EAT` */
export function eatText(at: string): string {
  return `${new Date(at).toLocaleString('sv-SE', { timeZone: 'Africa/Nairobi' }).slice(0, 16)} EAT`;
}
