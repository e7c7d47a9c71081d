import type { Context } from '../context.ts';

/** Tells the worker that orders are to be carried out, best effort: the sweep tells it again. */
export function publishApproved(ctx: Pick<Context, 'publish' | 'clock'>, orderIds: string[]): Promise<void> {
  const at = ctx.clock.now().getTime();
  return ctx.publish(
    orderIds.map((orderId) => ({ name: 'order.approved', id: `order:${orderId}:${at}`, data: { orderId } })),
  );
}
