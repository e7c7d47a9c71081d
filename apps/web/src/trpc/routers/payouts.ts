import { payoutSchema, reversalSchema } from '@tillgate/domain/disbursements';
import { requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { getPayoutReadiness } from '@tillgate/domain/reading/credentials';
import {
  browseDisbursements,
  browseDisbursementsSchema,
  getDisbursementDetail,
  totalDisbursements,
  totalDisbursementsSchema,
} from '@tillgate/domain/reading/disbursements';
import { z } from 'zod';
import { audienceOf, sayReason, sayReasonsOf } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** Every form also sends a reason and its own key, so that a repeated form makes one order. */
const orderForm = verbInput(requestOrderSchema.pick({ reason: true, requestKey: true }));

/** Only what the reader asked for. */
const ofReader = z.object({ isMine: z.literal(true).optional() });
/** A total may look at many rows. */
const totalCost = 3;

/** Money out: payouts to phones and refunds of payments. */
export const payoutsRouter = createRouter({
  list: tenantProcedure('payouts.read')
    .input(verbInput(browseDisbursementsSchema.omit({ requestedBy: true })))
    .input(ofReader)
    .query(async ({ ctx, input }) => {
      const { isMine, ...filters } = withoutTenant(input);
      const requestedBy = isMine && ctx.person.userId;
      const page = await browseDisbursements(ctx.tenantCtx, { ...filters, requestedBy });
      return { ...page, rows: sayReasonsOf(page.rows, ctx.locale) };
    }),

  /** The number of payouts and refunds that match the filters, and their sum. */
  total: tenantProcedure('payouts.read', { cost: totalCost })
    .input(verbInput(totalDisbursementsSchema.omit({ requestedBy: true })))
    .input(ofReader)
    .query(({ ctx, input }) => {
      const { isMine, ...filters } = withoutTenant(input);
      return totalDisbursements(ctx.tenantCtx, { ...filters, requestedBy: isMine && ctx.person.userId });
    }),

  get: tenantProcedure('payouts.read')
    .input(z.object({ disbursementId: z.string() }))
    .query(async ({ ctx, input: { disbursementId } }) => {
      const { decoded, ...detail } = await getDisbursementDetail(ctx.tenantCtx, { disbursementId });
      const said = decoded && sayReason(decoded, ctx.locale, audienceOf(ctx.role), detail.disbursement.rail);
      return { ...detail, decoded: said, now: ctx.deps.context.clock.now().toISOString() };
    }),

  /** The networks that have all that payouts need. */
  readiness: tenantProcedure('payouts.request').query(({ ctx }) => getPayoutReadiness(ctx.tenantCtx)),

  /** Orders a payout. The worker sends it at once, or after a second person has approved it. */
  request: tenantProcedure('payouts.request', { reauthentication: true })
    .input(verbInput(payoutSchema.pick({ amount: true, phone: true, commandId: true, remarks: true, rail: true })))
    .input(orderForm)
    .mutation(({ ctx, input: { amount, phone, commandId, remarks, rail, reason, requestKey } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'payout',
        input: { amount, phone, commandId, remarks, rail },
        reason,
        requestKey,
      }),
    ),

  /** The same of a refund: the reason goes to the provider as remarks. */
  reverse: tenantProcedure('reversals.request', { reauthentication: true })
    .input(verbInput(reversalSchema.pick({ amount: true, transactionId: true })))
    .input(orderForm)
    .mutation(({ ctx, input: { amount, transactionId, reason, requestKey } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'reversal',
        input: { transactionId, amount, remarks: reason },
        reason,
        requestKey,
      }),
    ),
});
