import type { Context } from '../context.ts';
import { publishOrLog } from '../publish-or-log.ts';

/**
 * Tells the worker to ask the provider about payments. A failure is only logged: the ladder comes
 * to them again.
 */
export function publishQueriesDue(ctx: Context, paymentIds: string[], sweptAt: Date): Promise<void> {
  return publishOrLog(
    ctx,
    paymentIds.map((paymentId) => ({
      name: 'payment.query_due',
      id: `query:${paymentId}:${sweptAt.getTime()}`,
      data: { paymentId },
    })),
  );
}
