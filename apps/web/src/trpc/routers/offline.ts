import {
  endHookTokens,
  endHookTokensSchema,
  rotateHookToken,
  rotateHookTokenSchema,
  setC2bRules,
  setC2bRulesSchema,
  setPulledPayments,
  setPullSchema,
  tryC2bRules,
} from '@tillgate/domain/c2b';
import { requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { getOfflineState } from '@tillgate/domain/reading/offline';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { patternCost } from '../procedure-limits.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const rules = verbInput(setC2bRulesSchema);

/** Money in that no prompt asked for. */
export const offlineRouter = createRouter({
  state: tenantProcedure('offline.read').query(({ ctx }) => getOfflineState(ctx.tenantCtx)),

  /** An order to register the URLs for offline payments. */
  register: tenantProcedure('offline.write', { reauthentication: 'production' })
    .input(verbInput(requestOrderSchema.pick({ requestKey: true })))
    .mutation(({ ctx, input: { requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'c2b_registration', input: {}, requestKey }),
    ),

  /** Replaces the secret part of the URL that the provider announces offline payments to. */
  rotateToken: tenantProcedure('offline.write', { reauthentication: 'production' })
    .input(verbInput(rotateHookTokenSchema))
    .mutation(({ ctx, input }) => rotateHookToken(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  endTokens: tenantProcedure('offline.write', { reauthentication: 'production' })
    .input(verbInput(endHookTokensSchema))
    .mutation(({ ctx }) => endHookTokens(ctx.tenantCtx, ctx.tenantCtx.tenant)),

  setRules: tenantProcedure('offline.write', { reauthentication: 'production' })
    .input(rules)
    .mutation(({ ctx, input }) => setC2bRules(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant })),

  /** Starts or ends asking the provider for confirmations that never came. */
  setPull: tenantProcedure('offline.write', { reauthentication: 'production' })
    .input(verbInput(setPullSchema))
    .mutation(async ({ ctx, input }) => {
      const { isOn } = await setPulledPayments(ctx.tenantCtx, { ...input, ...ctx.tenantCtx.tenant });
      return { isOn };
    }),

  /** Tries unsaved rules on a made-up payment. */
  tryRules: tenantProcedure('offline.read', { cost: patternCost })
    .input(rules)
    .input(z.object({ reference: z.string(), amount: z.number() }))
    .query(({ ctx, input }) => tryC2bRules(ctx.tenantCtx, withoutTenant(input))),
});
