import { cancelDelivery, resendDelivery, sendAsNew } from '@tillgate/domain/deliveries';
import { getDelivery, listDeliveries } from '@tillgate/domain/reading/deliveries';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { pageFields } from '../page-fields.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('endpoints.read');
const write = tenantProcedure('endpoints.write');
const which = z.object({ deliveryId: z.string() });
const { after: _, ...olderFields } = pageFields;
type Filters = Parameters<typeof listDeliveries>[1];

export const deliveriesRouter = createRouter({
  /** Of one endpoint; what failed at any of them is `events.list` by delivery. */
  list: read
    .input(
      z.object({ ...olderFields, endpointId: z.string(), status: z.string().optional(), type: z.string().optional() }),
    )
    // The verb judges what the filters may be.
    .query(async ({ ctx, input }) => toWire(await listDeliveries(ctx.tenantCtx, input as Filters))),

  get: read
    .input(which)
    .query(async ({ ctx, input: { deliveryId } }) =>
      toWire(await getDelivery(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, deliveryId })),
    ),

  resend: write
    .input(which)
    .mutation(async ({ ctx, input: { deliveryId } }) =>
      resendDelivery(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, deliveryId }),
    ),

  sendAsNew: write
    .input(which)
    .mutation(async ({ ctx, input: { deliveryId } }) =>
      sendAsNew(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, deliveryId }),
    ),

  cancel: write
    .input(which)
    .mutation(async ({ ctx, input: { deliveryId } }) =>
      cancelDelivery(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, deliveryId }),
    ),
});
