import type { WebhookDeliveryModel } from '@tillgate/db';

/** Two requests within this time count as one. */
export const resendPauseSeconds = 10;

type Resend = 'nothing' | 'bring_forward' | 'start_anew';

/**
 * Decides how to send a delivery again: not at all when it is being sent or was just sent again, an earlier retry when it
 * waits for one, and the whole schedule when it has ended.
 */
export function decideResend(
  delivery: Pick<WebhookDeliveryModel, 'status' | 'nextAttemptAt' | 'claimedUntil' | 'resentAt'>,
  now: Date,
): Resend {
  const { status, nextAttemptAt, claimedUntil, resentAt } = delivery;
  if (resentAt && now.getTime() - resentAt.getTime() < resendPauseSeconds * 1000) return 'nothing';
  if (status !== 'due') return 'start_anew';
  if (isUnderWay({ status, claimedUntil }, now)) return 'nothing';
  return nextAttemptAt && nextAttemptAt > now ? 'bring_forward' : 'nothing';
}

/** Whether an attempt is being made right now. */
export function isUnderWay(
  { status, claimedUntil }: Pick<WebhookDeliveryModel, 'status' | 'claimedUntil'>,
  now: Date,
): boolean {
  return status === 'due' && claimedUntil !== null && claimedUntil > now;
}
