import type { PayoutRow, RowWarning } from './payout-row.ts';

/** A payout that arrived: the phone as 254XXXXXXXXX, and when. */
export type PaidBefore = { phone: string; paidAt: Date };

/**
 * The warning that the person of a row was paid on another phone the last time: so are payrolls robbed. Pure.
 * @param before what the row's reference was paid on, in any order
 */
export function changedPayee(
  { phone, reference }: Pick<PayoutRow, 'phone' | 'reference'>,
  before: readonly PaidBefore[],
): RowWarning | undefined {
  const last = before.reduce<PaidBefore | undefined>(
    (latest, each) => (latest && latest.paidAt >= each.paidAt ? latest : each),
    undefined,
  );
  if (phone === null || reference === null || last === undefined || last.phone === phone) return undefined;
  return { code: 'payee_changed', field: 'phone', column: null, text: phone, before: last };
}
