import { paymentWindowSeconds } from '../inbox/index.ts';
import type { Context } from '../kernel/context.ts';
import { dayMs, later } from '../kernel/time.ts';
import {
  closeArrived,
  openAmountDiffered,
  openMissingHere,
  openMissingThere,
  openReversed,
} from './exception-statements.ts';
import type { OwnedShortcode } from './line-statements.ts';
import { matchFees, matchMoneyOutByReceipt, matchPaidInByEvidence, matchPaidInByReceipt } from './match-statements.ts';

/** Lines younger than this may still get their confirmation. */
const settlingMs = 600_000;
/** Statements that were imported within this time are compared again. */
const lookBackMs = 3 * dayMs;

export type MatchResult = {
  byReceipt: number;
  byEvidence: number;
  fees: number;
  /** New exceptions, and exceptions that closed because the missing record arrived. */
  opened: { missingHere: number; missingThere: number; amountDiffered: number; reversed: number };
  closed: number;
};

type MatchContext = Pick<Context, 'db' | 'clock'>;

/**
 * Matches the lines of a shortcode that have no payment or disbursement yet: by receipt, then by exact evidence. Each
 * unmatched line opens a review, once. Safe to repeat: a match never changes, and an exception that a person closed stays
 * closed.
 */
export async function matchOpenLines(
  { db: { pool }, clock }: MatchContext,
  owned: OwnedShortcode,
): Promise<MatchResult> {
  const at = clock.now();
  const byReceipt = (await matchPaidInByReceipt(pool, owned, at)) + (await matchMoneyOutByReceipt(pool, owned, at));
  const byEvidence = await matchPaidInByEvidence(pool, owned, at, paymentWindowSeconds);
  const fees = await matchFees(pool, owned, at);
  const settled = later(at, -settlingMs);
  const opened = {
    missingHere: await openMissingHere(pool, owned, settled, at),
    missingThere: 0,
    amountDiffered: await openAmountDiffered(pool, owned, at),
    reversed: await openReversed(pool, owned, settled, at),
  };
  return { byReceipt, byEvidence, fees, opened, closed: await closeArrived(pool, owned, at) };
}

/** {@link matchOpenLines}, and finds records that are missing on the statements of the last days. */
export async function matchLines(ctx: MatchContext, owned: OwnedShortcode): Promise<MatchResult> {
  const result = await matchOpenLines(ctx, owned);
  const at = ctx.clock.now();
  const missingThere = await openMissingThere(ctx.db.pool, owned, later(at, -lookBackMs), at);
  return { ...result, opened: { ...result.opened, missingThere } };
}
