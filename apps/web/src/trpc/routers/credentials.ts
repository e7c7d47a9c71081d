import { setProviderCredentials, setProviderCredentialsSchema } from '@tillgate/domain/applications';
import { checkCapabilities, requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { getCredentialsStatus } from '@tillgate/domain/reading/credentials';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

export const credentialsRouter = createRouter({
  /** Which credentials are set, by whom and when. Never a secret. */
  status: tenantProcedure('credentials.read').query(async ({ ctx }) =>
    toWire(await getCredentialsStatus(ctx.tenantCtx)),
  ),

  set: tenantProcedure('credentials.write', { reauthentication: true })
    .input(verbInput(setProviderCredentialsSchema))
    .mutation(({ ctx, input }) => setProviderCredentials(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  /** An order to try the stored credentials with the provider. */
  verify: tenantProcedure('credentials.write')
    .input(z.object({ capability: z.enum(checkCapabilities) }))
    .input(verbInput(requestOrderSchema.pick({ requestKey: true })))
    .mutation(async ({ ctx, input: { capability, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'credential_check', input: { capability }, requestKey }),
    ),
});
