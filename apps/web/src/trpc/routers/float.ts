import { floatAccountSchema, removeThreshold, setThreshold, setThresholdSchema } from '@tillgate/domain/float';
import { explainBalance, explainBalanceSchema, getFloat, getFloatSchema } from '@tillgate/domain/reading/float';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** An explanation may look at many rows. */
const explanationCost = 3;

/** Balances, runways and thresholds of accounts. */
export const floatRouter = createRouter({
  get: tenantProcedure('inquiries.read')
    .input(verbInput(getFloatSchema))
    .query(({ ctx, input }) => getFloat(ctx.tenantCtx, withoutTenant(input))),
  /** What moved a balance between two answers. */
  explain: tenantProcedure('inquiries.read', { cost: explanationCost })
    .input(verbInput(explainBalanceSchema))
    .query(({ ctx, input }) => explainBalance(ctx.tenantCtx, withoutTenant(input))),
  setThreshold: tenantProcedure('float.write')
    .input(verbInput(setThresholdSchema))
    .mutation(({ ctx, input }) => setThreshold(ctx.tenantCtx, withoutTenant(input))),
  removeThreshold: tenantProcedure('float.write')
    .input(verbInput(floatAccountSchema))
    .mutation(({ ctx, input }) => removeThreshold(ctx.tenantCtx, withoutTenant(input))),
});
