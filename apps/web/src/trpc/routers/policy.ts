import { setPolicy } from '@tillgate/domain/orders';
import { setPolicySchema } from '@tillgate/domain/policies';
import { getPolicy } from '@tillgate/domain/reading/orders';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** What needs a second person, and how much may leave. */
export const policyRouter = createRouter({
  get: tenantProcedure('policy.read').query(({ ctx }) => getPolicy(ctx.tenantCtx)),
  set: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(setPolicySchema))
    .mutation(({ ctx, input }) => setPolicy(ctx.tenantCtx, withoutTenant(input))),
});
