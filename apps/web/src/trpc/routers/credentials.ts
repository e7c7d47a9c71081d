import { type SetProviderCredentialsInput, setProviderCredentials } from '@tillgate/domain/applications';
import { requestOrder } from '@tillgate/domain/orders';
import { getCredentialsStatus } from '@tillgate/domain/reading/credentials';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { toWire } from '../wire.ts';

/** What is left out stays as it is; the verb judges the values. */
const given = z.object({
  product: z.string().optional(),
  shortcode: z.string().optional(),
  tillNumber: z.string().optional(),
  consumerKey: z.string().optional(),
  consumerSecret: z.string().optional(),
  passkey: z.string().optional(),
  initiatorName: z.string().optional(),
  initiatorPassword: z.string().optional(),
});

export const credentialsRouter = createRouter({
  /** What is set, by whom and when: never a secret. */
  status: tenantProcedure('credentials.read').query(async ({ ctx }) =>
    toWire(await getCredentialsStatus(ctx.tenantCtx)),
  ),

  set: tenantProcedure('credentials.write', { reauthentication: true })
    .input(given)
    .mutation(async ({ ctx, input }) => setProviderCredentials(ctx.tenantCtx, input as SetProviderCredentialsInput)),

  /** Asks the worker to try what is set out with the provider. */
  verify: tenantProcedure('credentials.write')
    .input(z.object({ capability: z.string(), requestKey: z.string() }))
    .mutation(async ({ ctx, input: { capability, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'credential_check', input: { capability }, requestKey }),
    ),
});
