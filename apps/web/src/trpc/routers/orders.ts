import { approveOrder, cancelOrder, rejectOrder } from '@tillgate/domain/orders';
import { getOrder, listOrders } from '@tillgate/domain/reading/orders';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';

const orderInput = z.object({ orderId: z.string() });
const decisionInput = orderInput.extend({ note: z.string().optional() });
const listInput = z.object({
  state: z.enum(['waiting', 'decided']).optional(),
  resourceId: z.string().optional(),
  before: z.string().optional(),
  limit: z.number().optional(),
});

/** What people asked for, and what others decide about it. */
export const ordersRouter = createRouter({
  get: tenantProcedure('orders.read')
    .input(orderInput)
    .query(({ ctx, input }) => getOrder(ctx.tenantCtx, { orderId: input.orderId })),
  list: tenantProcedure('orders.read')
    .input(listInput)
    .query(({ ctx, input: { state, resourceId, before, limit } }) =>
      listOrders(ctx.tenantCtx, { state, resourceId, before, limit }),
    ),
  approve: tenantProcedure('orders.approve', { reauthentication: true })
    .input(decisionInput)
    .mutation(({ ctx, input: { orderId, note } }) => approveOrder(ctx.tenantCtx, { orderId, note })),
  reject: tenantProcedure('orders.approve')
    .input(decisionInput)
    .mutation(({ ctx, input: { orderId, note } }) => rejectOrder(ctx.tenantCtx, { orderId, note })),
  /** By who asked for it, whatever the role: the verb looks. */
  cancel: tenantProcedure('orders.read')
    .input(orderInput)
    .mutation(({ ctx, input }) => cancelOrder(ctx.tenantCtx, { orderId: input.orderId })),
});
