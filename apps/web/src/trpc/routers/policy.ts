import { setPolicy } from '@tillgate/domain/orders';
import { getPolicy } from '@tillgate/domain/reading/orders';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';

/** From which amounts on a second person must agree. */
export const policyRouter = createRouter({
  get: tenantProcedure('policy.read').query(({ ctx }) => getPolicy(ctx.tenantCtx)),
  set: tenantProcedure('policy.write', { reauthentication: true })
    .input(z.object({ payoutFrom: z.number().nullable(), reversalFrom: z.number().nullable() }))
    .mutation(({ ctx, input: { payoutFrom, reversalFrom } }) => setPolicy(ctx.tenantCtx, { payoutFrom, reversalFrom })),
});
