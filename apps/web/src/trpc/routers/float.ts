import { floatAccountSchema, removeThreshold, setThreshold, setThresholdSchema } from '@tillgate/domain/float';
import { getFloat, getFloatSchema } from '@tillgate/domain/reading/float';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** Balances, runways and thresholds of accounts. */
export const floatRouter = createRouter({
  get: tenantProcedure('inquiries.read')
    .input(verbInput(getFloatSchema))
    .query(({ ctx, input }) => getFloat(ctx.tenantCtx, withoutTenant(input))),
  setThreshold: tenantProcedure('float.write')
    .input(verbInput(setThresholdSchema))
    .mutation(({ ctx, input }) => setThreshold(ctx.tenantCtx, withoutTenant(input))),
  removeThreshold: tenantProcedure('float.write')
    .input(verbInput(floatAccountSchema))
    .mutation(({ ctx, input }) => removeThreshold(ctx.tenantCtx, withoutTenant(input))),
});
