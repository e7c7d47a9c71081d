import { changeRuleSchema, newRuleSchema, ruleIdSchema } from '@tillgate/domain/guards';
import { addGuardRule, changeGuardRule, removeGuardRule } from '@tillgate/domain/orders';
import {
  browseDecisions,
  browseDecisionsSchema,
  getGuard,
  tryRule,
  tryRuleSchema,
} from '@tillgate/domain/reading/guards';
import { createRouter, tenantProcedure } from '../init.ts';
import { patternCost } from '../procedure-limits.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';
import { toWire } from '../wire.ts';

/** Rules for prompts and payouts, and what they said. */
export const guardRouter = createRouter({
  get: tenantProcedure('policy.read').query(({ ctx }) => getGuard(ctx.tenantCtx)),
  decisions: tenantProcedure('policy.read')
    .input(verbInput(browseDecisionsSchema))
    .query(async ({ ctx, input }) => toWire(await browseDecisions(ctx.tenantCtx, withoutTenant(input)))),
  tryRule: tenantProcedure('policy.read', { cost: patternCost })
    .input(verbInput(tryRuleSchema))
    .query(({ ctx, input }) => tryRule(ctx.tenantCtx, withoutTenant(input))),
  add: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(newRuleSchema))
    .mutation(({ ctx, input }) => addGuardRule(ctx.tenantCtx, withoutTenant(input))),
  change: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(changeRuleSchema))
    .mutation(({ ctx, input }) => changeGuardRule(ctx.tenantCtx, withoutTenant(input))),
  remove: tenantProcedure('policy.write', { reauthentication: true })
    .input(verbInput(ruleIdSchema))
    .mutation(({ ctx, input }) => removeGuardRule(ctx.tenantCtx, withoutTenant(input))),
});
