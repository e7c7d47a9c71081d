import { deleteEndpoint, disableEndpoint } from '@tillgate/domain/deliveries';
import {
  activateSecret,
  createEndpoint,
  createEndpointInput,
  enableEndpoint,
  endpointSchema,
  rotateSecret,
  rotateSecretSchema,
  testEndpoint,
  testEndpointSchema,
  updateEndpoint,
  updateEndpointSchema,
} from '@tillgate/domain/endpoints';
import { getEndpoint, listEndpoints, reportAttempts, reportAttemptsSchema } from '@tillgate/domain/reading/endpoints';
import { listRecoveries, listRecoveriesSchema } from '@tillgate/domain/reading/recoveries';
import {
  cancelRecovery,
  recoverFailed,
  recoverySchema,
  replayMissing,
  startRecoverySchema,
} from '@tillgate/domain/recoveries';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

const read = tenantProcedure('endpoints.read');
const write = tenantProcedure('endpoints.write');
/**
 * Whoever finds an open browser must not be able to send events, or the secret that signs them,
 * elsewhere.
 */
const redirect = tenantProcedure('endpoints.write', { reauthentication: 'production' });
const which = verbInput(endpointSchema);
const recovery = verbInput(startRecoverySchema);

export const endpointsRouter = createRouter({
  list: read.query(async ({ ctx }) => toWire(await listEndpoints(ctx.tenantCtx, ctx.tenantCtx.tenant))),

  get: read
    .input(which)
    .query(async ({ ctx, input }) => toWire(await getEndpoint(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant }))),

  /** How its attempts went, for charts. */
  attempts: read
    .input(verbInput(reportAttemptsSchema))
    .query(async ({ ctx, input }) =>
      toWire(await reportAttempts(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  create: redirect
    .input(verbInput(createEndpointInput))
    .mutation(({ ctx, input }) => createEndpoint(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  update: redirect
    .input(verbInput(updateEndpointSchema))
    .mutation(({ ctx, input }) => updateEndpoint(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  enable: redirect
    .input(which)
    .mutation(async ({ ctx, input }) =>
      toWire(await enableEndpoint(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  disable: write
    .input(which)
    .mutation(({ ctx, input }) => disableEndpoint(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  delete: redirect
    .input(which)
    .mutation(async ({ ctx, input }) =>
      toWire(await deleteEndpoint(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  rotateSecret: redirect
    .input(verbInput(rotateSecretSchema))
    .mutation(async ({ ctx, input }) =>
      toWire(await rotateSecret(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  activateSecret: redirect
    .input(which)
    .mutation(({ ctx, input }) => activateSecret(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  test: write
    .input(verbInput(testEndpointSchema))
    .mutation(({ ctx, input }) => testEndpoint(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  recoverFailed: redirect
    .input(recovery)
    .mutation(async ({ ctx, input }) =>
      toWire(await recoverFailed(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  replayMissing: redirect
    .input(recovery)
    .mutation(async ({ ctx, input }) =>
      toWire(await replayMissing(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  recoveries: read
    .input(verbInput(listRecoveriesSchema))
    .query(async ({ ctx, input }) =>
      toWire(await listRecoveries(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
    ),

  cancelRecovery: write
    .input(verbInput(recoverySchema))
    .mutation(({ ctx, input }) => cancelRecovery(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),
});
