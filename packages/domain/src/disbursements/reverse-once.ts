import { findClaim, type NewClaim } from '../idempotency/index.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { findLiveReversal, isReceiptLive, type LiveReversal } from './read-statements.ts';
import { disbursementRefusals } from './refusals.ts';

/** A round is lost when another reversal of the receipt was first. It may fail before the next round. */
const roundsMax = 3;

/**
 * Runs `act`, which opens a reversal of `receipt`, unless another reversal of it is pending or successful. A unique index
 * decides, so that two concurrent requests make one reversal.
 * @returns undefined when the key of the claim was used meanwhile
 * @throws DomainError already_reversed
 */
export async function reverseOnce<Outcome>(
  ctx: Pick<TenantContext, 'db' | 'tenant'>,
  receipt: string,
  claim: NewClaim | undefined,
  act: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  for (let round = 1; round <= roundsMax; round += 1) {
    const earlier = await findLiveReversal(ctx.db.pool, { ...ctx.tenant, receipt });
    if (earlier) {
      // The other reversal may be this request sent twice: then the key has the outcome.
      if (claim && (await findClaim(ctx.db.pool, { ...ctx.tenant, ...claim }))) return undefined;
      throw alreadyReversed(earlier);
    }
    try {
      return await act();
    } catch (error) {
      if (!isReceiptLive(error)) throw error;
    }
  }
  throw new Error(`The reversals of a receipt changed under ${roundsMax} attempts to reverse it.`);
}

/** The refusal of a second reversal of one receipt. It names the earlier one. */
export function alreadyReversed({ id, status }: LiveReversal): DomainError {
  const why = status === 'success' ? disbursementRefusals.reversedAlready : disbursementRefusals.reversalUnderWay;
  return new DomainError('already_reversed', why({ id }), { disbursementId: id });
}
