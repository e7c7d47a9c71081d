import {
  approveOrder,
  approveOrders,
  approveOrdersSchema,
  cancelOrder,
  decideOrderSchema,
  rejectOrder,
} from '@tillgate/domain/orders';
import { getOrder, listOrders, listOrdersSchema } from '@tillgate/domain/reading/orders';
import { sayOutcome } from '@/say/say-outcome';
import { audienceOf } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const which = verbInput(decideOrderSchema.pick({ orderId: true }));
const decision = verbInput(decideOrderSchema);
const several = verbInput(approveOrdersSchema);

/** Orders of people, and decisions about them. */
export const ordersRouter = createRouter({
  get: tenantProcedure('orders.read')
    .input(which)
    .query(async ({ ctx, input }) => {
      const order = await getOrder(ctx.tenantCtx, withoutTenant(input));
      return {
        ...order,
        outcome: sayOutcome(order, ctx.locale, order.kind === 'collect' ? 'counter' : audienceOf(ctx.role)),
      };
    }),
  list: tenantProcedure('orders.read')
    .input(verbInput(listOrdersSchema))
    .query(({ ctx, input }) => listOrders(ctx.tenantCtx, withoutTenant(input))),
  approve: tenantProcedure('orders.approve', { reauthentication: true })
    .input(decision)
    .mutation(({ ctx, input }) => approveOrder(ctx.tenantCtx, withoutTenant(input))),
  approveMany: tenantProcedure('orders.approve', { reauthentication: true })
    .input(several)
    .mutation(({ ctx, input }) => approveOrders(ctx.tenantCtx, withoutTenant(input))),
  reject: tenantProcedure('orders.approve')
    .input(decision)
    .mutation(({ ctx, input }) => rejectOrder(ctx.tenantCtx, withoutTenant(input))),
  /** For the person who asked for it, whatever their role: the verb checks that. */
  cancel: tenantProcedure('orders.read')
    .input(which)
    .mutation(({ ctx, input }) => cancelOrder(ctx.tenantCtx, withoutTenant(input))),
});
