import {
  makeDefaultAccount,
  makeDefaultAccountSchema,
  otherRails,
  setProviderCredentials,
  setProviderCredentialsSchema,
  setRailAccount,
  setRailAccountSchema,
} from '@tillgate/domain/applications';
import { checkCapabilities, requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { getCredentialsStatus, listRailAccounts } from '@tillgate/domain/reading/credentials';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput } from '../verb-input.ts';
import { toWire } from '../wire.ts';

export const credentialsRouter = createRouter({
  /** Which credentials are set, by whom and when. Never a secret. */
  status: tenantProcedure('credentials.read').query(async ({ ctx }) =>
    toWire(await getCredentialsStatus(ctx.tenantCtx)),
  ),

  /** What is set at every network, and the address that its portal is told. Never a secret. */
  accounts: tenantProcedure('credentials.read').query(async ({ ctx }) =>
    toWire(await listRailAccounts(ctx.tenantCtx, ctx.deps.settings)),
  ),

  set: tenantProcedure('credentials.write', { reauthentication: true })
    .input(verbInput(setProviderCredentialsSchema))
    .mutation(({ ctx, input }) => setProviderCredentials(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  /** The account at another network than M-PESA. */
  setAccount: tenantProcedure('credentials.write', { reauthentication: true })
    .input(verbInput(setRailAccountSchema))
    .mutation(({ ctx, input }) => setRailAccount(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  /** Chooses the account for what no rule gives to another. */
  chooseDefault: tenantProcedure('credentials.write', { reauthentication: true })
    .input(verbInput(makeDefaultAccountSchema))
    .mutation(({ ctx, input }) => makeDefaultAccount(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  /** An order to try the stored credentials with the network, M-PESA unless another is named. */
  verify: tenantProcedure('credentials.write')
    .input(z.object({ capability: z.enum(checkCapabilities), rail: z.enum(otherRails).optional() }))
    .input(verbInput(requestOrderSchema.pick({ requestKey: true })))
    .mutation(async ({ ctx, input: { capability, rail, requestKey } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'credential_check',
        input: { capability, ...(rail && { rail }) },
        requestKey,
      }),
    ),
});
