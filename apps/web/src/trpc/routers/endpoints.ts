import { createEndpoint, deleteEndpoint, disableEndpoint, enableEndpoint, rotateSecret, testEndpoint, updateEndpoint } from '@tillgate/domain/endpoints';
import { getEndpoint, listEndpoints } from '@tillgate/domain/reading/endpoints';
import { listRecoveries } from '@tillgate/domain/reading/recoveries';
import { cancelRecovery, recoverFailed, replayMissing } from '@tillgate/domain/recoveries';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { momentField } from '../page-fields.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('endpoints.read');
const write = tenantProcedure('endpoints.write');

const which = z.object({ endpointId: z.string() });
/** The verbs judge the values. */
const settings = z.object({
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  concurrency: z.number(),
  ratePerSecond: z.number().nullable(),
});
type Settings = Parameters<typeof createEndpoint>[1];
const recovery = which.extend({ since: momentField, until: momentField.optional() });

export const endpointsRouter = createRouter({
  list: read.query(async ({ ctx }) => toWire(await listEndpoints(ctx.tenantCtx, ctx.tenantCtx.tenant))),

  get: read
    .input(which)
    .query(async ({ ctx, input: { endpointId } }) =>
      toWire(await getEndpoint(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId })),
    ),

  create: write
    .input(settings.partial().required({ url: true }))
    .mutation(async ({ ctx, input: { applicationId: _, environment: __, ...given } }) =>
      createEndpoint(ctx.tenantCtx, { ...(given as Partial<Settings> & { url: string }), ...ctx.tenantCtx.tenant }),
    ),

  update: write
    .input(which.extend(settings.partial().shape))
    .mutation(async ({ ctx, input: { applicationId: _, environment: __, endpointId, ...given } }) =>
      updateEndpoint(ctx.tenantCtx, { ...(given as Partial<Settings>), endpointId, ...ctx.tenantCtx.tenant }),
    ),

  enable: write
    .input(which)
    .mutation(async ({ ctx, input: { endpointId } }) =>
      toWire(await enableEndpoint(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId })),
    ),

  disable: write
    .input(which)
    .mutation(async ({ ctx, input: { endpointId } }) =>
      disableEndpoint(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId }),
    ),

  delete: write
    .input(which)
    .mutation(async ({ ctx, input: { endpointId } }) =>
      toWire(await deleteEndpoint(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId })),
    ),

  rotateSecret: write
    .input(which.extend({ graceSeconds: z.number() }))
    .mutation(async ({ ctx, input: { endpointId, graceSeconds } }) =>
      toWire(await rotateSecret(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId, graceSeconds })),
    ),

  test: write
    .input(which.extend({ type: z.string() }))
    .mutation(async ({ ctx, input: { endpointId, type } }) =>
      testEndpoint(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId, type: type as 'payment.success' }),
    ),

  recoverFailed: write
    .input(recovery)
    .mutation(async ({ ctx, input: { endpointId, since, until } }) =>
      toWire(await recoverFailed(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId, since, until })),
    ),

  replayMissing: write
    .input(recovery)
    .mutation(async ({ ctx, input: { endpointId, since, until } }) =>
      toWire(await replayMissing(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId, since, until })),
    ),

  recoveries: read
    .input(which.extend({ before: z.string().optional() }))
    .query(async ({ ctx, input: { endpointId, before } }) =>
      toWire(await listRecoveries(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, endpointId, before })),
    ),

  cancelRecovery: write
    .input(z.object({ recoveryId: z.string() }))
    .mutation(async ({ ctx, input: { recoveryId } }) =>
      cancelRecovery(ctx.tenantCtx, { ...ctx.tenantCtx.tenant, recoveryId }),
    ),
});
