import { approveOrder, cancelOrder, decideOrderSchema, rejectOrder } from '@tillgate/domain/orders';
import { getOrder, listOrders, listOrdersSchema } from '@tillgate/domain/reading/orders';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const which = verbInput(decideOrderSchema.pick({ orderId: true }));
const decision = verbInput(decideOrderSchema);

/** What people asked for, and what others decide about it. */
export const ordersRouter = createRouter({
  get: tenantProcedure('orders.read')
    .input(which)
    .query(({ ctx, input }) => getOrder(ctx.tenantCtx, withoutTenant(input))),
  list: tenantProcedure('orders.read')
    .input(verbInput(listOrdersSchema))
    .query(({ ctx, input }) => listOrders(ctx.tenantCtx, withoutTenant(input))),
  approve: tenantProcedure('orders.approve', { reauthentication: true })
    .input(decision)
    .mutation(({ ctx, input }) => approveOrder(ctx.tenantCtx, withoutTenant(input))),
  reject: tenantProcedure('orders.approve')
    .input(decision)
    .mutation(({ ctx, input }) => rejectOrder(ctx.tenantCtx, withoutTenant(input))),
  /** For the person who asked for it, whatever their role: the verb checks that. */
  cancel: tenantProcedure('orders.read')
    .input(which)
    .mutation(({ ctx, input }) => cancelOrder(ctx.tenantCtx, withoutTenant(input))),
});
