import { requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import {
  browsePayments,
  browsePaymentsSchema,
  getPaymentDetail,
  listReasons,
  watchPayments,
  watchPaymentsSchema,
} from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const paymentInput = z.object({ paymentId: z.string() });
const reading = tenantProcedure('payments.read');

export const paymentsRouter = createRouter({
  list: reading
    .input(verbInput(browsePaymentsSchema))
    .query(({ ctx, input }) => browsePayments(ctx.tenantCtx, withoutTenant(input))),

  /** What changed on a page since it was read, and how many came after it. */
  watch: reading
    .input(verbInput(watchPaymentsSchema))
    .query(({ ctx, input }) => watchPayments(ctx.tenantCtx, withoutTenant(input))),

  /** The reasons that payments have failed for, to choose from. */
  reasons: reading.query(({ ctx }) => listReasons(ctx.tenantCtx)),

  get: reading.input(paymentInput).query(async ({ ctx, input: { paymentId } }) => ({
    ...(await getPaymentDetail(ctx.tenantCtx, { paymentId })),
    now: ctx.deps.context.clock.now().toISOString(),
  })),

  /** An order to ask the provider about a pending payment. */
  ask: tenantProcedure('payments.query')
    .input(paymentInput)
    .input(verbInput(requestOrderSchema.pick({ requestKey: true })))
    .mutation(({ ctx, input: { paymentId, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'payment_query', input: { paymentId }, requestKey }),
    ),
});
