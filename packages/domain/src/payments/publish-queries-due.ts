import type { Context } from '../kernel/context.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';

/** Asks the worker to query payments. A failure is only logged, because the ladder makes them due again. */
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
