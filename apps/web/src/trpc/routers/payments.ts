import { titleForPeople } from '@tillgate/domain/catalogue';
import { requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import {
  browsePayments,
  browsePaymentsSchema,
  getPaymentDetail,
  listReasons,
  sumHeld,
  totalPayments,
  totalPaymentsSchema,
  watchPayments,
  watchPaymentsSchema,
} from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import { audienceOf, sayReason, sayReasonsOf } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const paymentInput = z.object({ paymentId: z.string() });
const reading = tenantProcedure('payments.read');
/** A total may look at many rows. */
const totalCost = 3;

export const paymentsRouter = createRouter({
  list: reading.input(verbInput(browsePaymentsSchema)).query(async ({ ctx, input }) => {
    const page = await browsePayments(ctx.tenantCtx, withoutTenant(input));
    return { ...page, payments: sayReasonsOf(page.payments, ctx.locale) };
  }),

  /** The number of payments that match the filters, and their sum. */
  total: tenantProcedure('payments.read', { cost: totalCost })
    .input(verbInput(totalPaymentsSchema))
    .query(({ ctx, input }) => totalPayments(ctx.tenantCtx, withoutTenant(input))),

  /** Money that is in no list yet. */
  held: reading.query(({ ctx }) => sumHeld(ctx.tenantCtx)),

  /** What changed on a page since it was read, and how many came after it. */
  watch: reading.input(verbInput(watchPaymentsSchema)).query(async ({ ctx, input }) => {
    const watched = await watchPayments(ctx.tenantCtx, withoutTenant(input));
    return { ...watched, payments: sayReasonsOf(watched.payments, ctx.locale) };
  }),

  /** The reasons that payments have failed for, to choose from. */
  reasons: reading.query(async ({ ctx }) => {
    const reasons = await listReasons(ctx.tenantCtx);
    return reasons.map((reason) => ({ ...reason, title: titleForPeople(reason.title, ctx.locale) }));
  }),

  get: reading.input(paymentInput).query(async ({ ctx, input: { paymentId } }) => {
    const { decoded, ...detail } = await getPaymentDetail(ctx.tenantCtx, { paymentId });
    const said = decoded && sayReason(decoded, ctx.locale, audienceOf(ctx.role), detail.payment.rail);
    const hasReceipt = detail.payment.status === 'success' && ctx.tenantCtx.payPages !== undefined;
    return { ...detail, decoded: said, hasReceipt, now: ctx.deps.context.clock.now().toISOString() };
  }),

  /** An order to ask the provider about a pending payment. */
  ask: tenantProcedure('payments.query')
    .input(paymentInput)
    .input(verbInput(requestOrderSchema.pick({ requestKey: true })))
    .mutation(({ ctx, input: { paymentId, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'payment_query', input: { paymentId }, requestKey }),
    ),
});
