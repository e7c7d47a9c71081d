import { movedClock } from './filters.ts';

/** A list and the parameters of its address: the rows behind a figure. */
export type Drill = { list: 'payments' | 'payouts'; params: Record<string, string> };

/** What succeeded, of each kind of money. */
export const successes = {
  payments: { list: 'payments', params: { status: 'success' } },
  payouts: { list: 'payouts', params: { kind: 'payout', status: 'success' } },
  refunds: { list: 'payouts', params: { kind: 'reversal', status: 'success' } },
} as const satisfies Record<string, Drill>;

/** The same rows by the time when their money moved. */
export const moved = ({ list, params }: Drill): Drill => ({ list, params: { ...params, clock: movedClock } });

/** The address of a list below the tenant's. */
export function drillPath({ list, params }: Drill): string {
  return `${list}?${new URLSearchParams(params)}`;
}
