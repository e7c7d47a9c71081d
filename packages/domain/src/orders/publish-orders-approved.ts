import type { Context } from '../kernel/context.ts';
import { publishOrLog } from '../signals/publish-or-log.ts';

/** Asks the worker to execute orders. A failure is only logged: the sweep publishes them again. */
export function publishOrdersApproved(ctx: Context, orderIds: string[]): Promise<void> {
  const at = ctx.clock.now().getTime();
  return publishOrLog(
    ctx,
    orderIds.map((orderId) => ({ name: 'order.approved', id: `order:${orderId}:${at}`, data: { orderId } })),
  );
}
