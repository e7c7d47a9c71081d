import type { DisbursementStatus, PayoutBatchPause } from '@tillgate/db';
import { secondMs } from '../kernel/time.ts';
import { type RailName, traitsOf } from '../rails/index.ts';

/** Rows that are handed over at once. */
export const rowsAtOnce = 4;
/** How many of the last payouts are looked at before the next ones go out. */
export const recentMax = 20;
/** The first payout of a run goes alone. Its result is awaited for this long. */
const firstAloneMs = 30 * secondMs;
/** So many payouts without a clear answer stop a batch. */
const unclearMax = 3;
/** So many failures in a row stop a batch. */
const failuresMax = 5;
/** How many results of a kind stop a batch: another try could lock the initiator, and one receiver may be at their limit. */
const stopsAfter = { initiator: 1, float: 1, day_limit: 2 } as const;

/** A payout that was handed over since the batch runs. */
export type RecentPayout = {
  status: DisbursementStatus;
  rail: RailName;
  resultCode: string | null;
  /** Whether the network took it, or told what became of it. */
  isClear: boolean;
};

export type RoundFacts = {
  /** The last ones first. */
  recent: readonly RecentPayout[];
  /** When the first of them was handed over; null before. */
  firstHandedAt: Date | null;
  now: Date;
};

/** Why a batch pauses itself. */
export type OwnPause = Exclude<PayoutBatchPause, 'caller'>;

/** What a worker does with a running batch next. */
export type Round = { kind: 'pause'; because: OwnPause } | { kind: 'wait' } | { kind: 'send'; count: number };

/**
 * Decides whether the next rows are paid. The first payout of a run goes alone, because an initiator that is refused may be
 * locked by the second one. Pure.
 */
export function decideRound({ recent, firstHandedAt, now }: RoundFacts): Round {
  const because = pauseOf(recent);
  if (because) return { kind: 'pause', because };
  const [only, second] = recent;
  if (only === undefined) return { kind: 'send', count: 1 };
  const isAlone = second === undefined && only.status === 'pending';
  const isFresh = firstHandedAt !== null && now.getTime() - firstHandedAt.getTime() < firstAloneMs;
  if (isAlone && isFresh) return { kind: 'wait' };
  return { kind: 'send', count: rowsAtOnce };
}

function pauseOf(recent: readonly RecentPayout[]): OwnPause | undefined {
  const stops = recent.flatMap(({ status, rail, resultCode }) => {
    const stop = status === 'failed' && resultCode !== null ? traitsOf[rail].payoutStops.get(resultCode) : undefined;
    return stop ?? [];
  });
  for (const kind of ['initiator', 'float', 'day_limit'] as const) {
    if (stops.filter((stop) => stop === kind).length >= stopsAfter[kind]) return kind;
  }
  if (recent.filter(({ status, isClear }) => status === 'pending' && !isClear).length >= unclearMax) return 'unclear';
  const settled = recent.filter(({ status }) => status !== 'pending').slice(0, failuresMax);
  const allFailed = settled.length === failuresMax && settled.every(({ status }) => status === 'failed');
  return allFailed ? 'refusals' : undefined;
}
