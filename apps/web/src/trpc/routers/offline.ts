import { setC2bRules, tryC2bRules } from '@tillgate/domain/c2b';
import { requestOrder } from '@tillgate/domain/orders';
import { getOfflineState } from '@tillgate/domain/reading/offline';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';

const rulesFields = {
  referencePattern: z.string().nullable(),
  references: z.array(z.string()),
  amountMin: z.number().nullable(),
  amountMax: z.number().nullable(),
};

/** Money in that no prompt asked for. */
export const offlineRouter = createRouter({
  state: tenantProcedure('offline.read').query(({ ctx }) => getOfflineState(ctx.tenantCtx)),

  /** An order to tell the provider where offline payments are announced. */
  register: tenantProcedure('offline.write', { reauthentication: 'production' })
    .input(z.object({ requestKey: z.string() }))
    .mutation(({ ctx, input: { requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'c2b_registration', input: {}, requestKey }),
    ),

  setRules: tenantProcedure('offline.write')
    .input(z.object(rulesFields))
    .mutation(({ ctx, input }) => setC2bRules(ctx.tenantCtx, input)),

  /** Judges a payment that nobody made by rules that nobody has saved. */
  tryRules: tenantProcedure('offline.read')
    .input(z.object({ ...rulesFields, reference: z.string(), amount: z.number() }))
    .query(({ ctx, input: { applicationId: _a, environment: _e, ...input } }) => tryC2bRules(ctx.tenantCtx, input)),
});
