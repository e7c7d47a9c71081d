import type { Context } from '../kernel/context.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';

/**
 * Tells the worker to ask the provider about payments. A failure is only logged: the ladder comes
 * to them again.
 */
export function publishQueriesDue(
  ctx: Context,
  due: { id: string; applicationId: string }[],
  sweptAt: Date,
): Promise<void> {
  return publishOrLog(
    ctx,
    due.map(({ id: paymentId, applicationId }) => ({
      name: 'payment.query_due',
      id: `query:${paymentId}:${sweptAt.getTime()}`,
      data: { paymentId, applicationId },
    })),
  );
}
