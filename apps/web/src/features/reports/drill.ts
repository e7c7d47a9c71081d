import { movedClock } from '@/features/lists/filters';
import type { Grouping, MoneyReport } from './state.ts';
import type { Piece } from './table.ts';

/** A list and the parameters of its address. */
type Drill = { list: 'payments' | 'payouts'; params: Record<string, string> };

const payments = (status: string): Drill => ({ list: 'payments', params: { status } });
const payouts = (status: string): Drill => ({ list: 'payouts', params: { kind: 'payout', status } });
const refunds: Drill = { list: 'payouts', params: { kind: 'reversal', status: 'success' } };
const moved = ({ list, params }: Drill): Drill => ({ list, params: { ...params, clock: movedClock } });

/** The rows behind each figure. Derived figures such as net have no rows. */
const behind: Record<MoneyReport, Record<string, Drill>> = {
  collections: {
    gross: payments('success'),
    refunded: refunds,
    succeeded: payments('success'),
    failed: payments('failed'),
    pending: payments('pending'),
    average: payments('success'),
  },
  payouts: {
    amount: payouts('success'),
    succeeded: payouts('success'),
    failed: payouts('failed'),
    pending: payouts('pending'),
    average: payouts('success'),
  },
  settlement: {
    collected: moved(payments('success')),
    collectedCount: moved(payments('success')),
    refunded: moved(refunds),
    refundCount: moved(refunds),
    paidOut: moved(payouts('success')),
    payoutCount: moved(payouts('success')),
  },
};

const groupParams: Record<Exclude<Grouping, 'none'>, string> = {
  source: 'source',
  reason: 'reason',
  shortcode: 'shortcode',
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

/** The address of a list below the tenant's. */
export function drillPath({ list, params }: Drill): string {
  return `${list}?${new URLSearchParams(params)}`;
}
