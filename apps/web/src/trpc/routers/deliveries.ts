import {
  cancelDelivery,
  deliverySchema,
  resendDeliveries,
  resendDeliveriesSchema,
  resendDelivery,
  sendAsNew,
} from '@tillgate/domain/deliveries';
import { getDelivery, listDeliveries, listDeliveriesSchema } from '@tillgate/domain/reading/deliveries';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('endpoints.read');
const write = tenantProcedure('endpoints.write');
const which = verbInput(deliverySchema);

export const deliveriesRouter = createRouter({
  /** Of one endpoint. `events.list` finds what failed at any of them. */
  list: read
    .input(verbInput(listDeliveriesSchema))
    .query(async ({ ctx, input }) =>
      toWire(await listDeliveries(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  get: read
    .input(which)
    .query(async ({ ctx, input }) => toWire(await getDelivery(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant }))),

  resend: write
    .input(which)
    .mutation(({ ctx, input }) => resendDelivery(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  /** Chosen ones, at once. */
  resendMany: write
    .input(verbInput(resendDeliveriesSchema))
    .mutation(({ ctx, input }) => resendDeliveries(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  sendAsNew: write
    .input(which)
    .mutation(({ ctx, input }) => sendAsNew(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  cancel: write
    .input(which)
    .mutation(({ ctx, input }) => cancelDelivery(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
});
