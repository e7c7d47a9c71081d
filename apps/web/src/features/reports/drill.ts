import { type Drill, moved, successes } from '@/features/lists/drill';
import type { Grouping, MoneyReport } from './state.ts';
import type { Piece } from './table.ts';

const payments = (status: string): Drill => ({ list: 'payments', params: { status } });
const payouts = (status: string): Drill => ({ list: 'payouts', params: { kind: 'payout', status } });

/** The rows behind each figure. Derived figures such as net have no rows. */
const behind: Record<MoneyReport, Record<string, Drill>> = {
  collections: {
    gross: successes.payments,
    refunded: successes.refunds,
    succeeded: successes.payments,
    failed: payments('failed'),
    pending: payments('pending'),
    average: successes.payments,
  },
  payouts: {
    amount: successes.payouts,
    succeeded: successes.payouts,
    failed: payouts('failed'),
    pending: payouts('pending'),
    average: successes.payouts,
  },
  settlement: {
    collected: moved(successes.payments),
    collectedCount: moved(successes.payments),
    refunded: moved(successes.refunds),
    refundCount: moved(successes.refunds),
    paidOut: moved(successes.payouts),
    payoutCount: moved(successes.payouts),
  },
};

const groupParams: Record<Exclude<Grouping, 'none'>, string> = {
  source: 'source',
  reason: 'reason',
  shortcode: 'shortcode',
  rail: 'rail',
};
/** Stands for rows without a source or a code. */
const nothing = 'none';

/** The list behind a figure, with exactly the filters that make it; undefined when there are no rows behind it. */
export function drillOf(
  { report, groupBy }: { report: MoneyReport; groupBy: Grouping },
  figure: string,
  piece: Piece & { isTotal?: boolean },
): Drill | undefined {
  const drill = behind[report][figure];
  const value = piece.figures[figure];
  if (!drill || value === null || Number(value) === 0) return undefined;
  const isGroup = groupBy !== 'none' && !piece.isTotal;
  return {
    list: drill.list,
    params: {
      ...drill.params,
      since: piece.startsAt,
      until: piece.endsAt,
      ...(isGroup && { [groupParams[groupBy]]: piece.group ?? nothing }),
    },
  };
}
