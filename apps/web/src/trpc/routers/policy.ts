import { setPolicy, setPolicySchema } from '@tillgate/domain/orders';
import { getPolicy } from '@tillgate/domain/reading/orders';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** The amounts from which on a second person must agree. */
export const policyRouter = createRouter({
  get: tenantProcedure('policy.read').query(({ ctx }) => getPolicy(ctx.tenantCtx)),
  set: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(setPolicySchema))
    .mutation(({ ctx, input }) => setPolicy(ctx.tenantCtx, withoutTenant(input))),
});
