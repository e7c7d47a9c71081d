import { requestOrder } from '@tillgate/domain/orders';
import { browsePayments, categories, getPaymentDetail, listReasons, watchPayments } from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import { createRouter, tenantProcedure } from '../init.ts';

/** The verbs judge what is in them. */
const filterFields = {
  status: z.enum(['pending', 'success', 'failed']).optional(),
  source: z.enum(['stk', 'c2b']).optional(),
  resultCode: z.string().optional(),
  category: z.enum(categories).optional(),
  amountMin: z.number().optional(),
  amountMax: z.number().optional(),
  createdFrom: z.string().optional(),
  createdTo: z.string().optional(),
  phone: z.string().optional(),
  accountReference: z.string().optional(),
  receipt: z.string().optional(),
  metadata: z.string().optional(),
  needsReview: z.literal(true).optional(),
};
const listInput = z.object({ ...filterFields, before: z.string().optional(), after: z.string().optional() });
const watchInput = z.object({ ...filterFields, paymentIds: z.array(z.string()), after: z.string().optional() });
const paymentInput = z.object({ paymentId: z.string() });

const reading = tenantProcedure('payments.read');

export const paymentsRouter = createRouter({
  list: reading
    .input(listInput)
    .query(({ ctx, input: { applicationId: _a, environment: _e, ...input } }) => browsePayments(ctx.tenantCtx, input)),

  /** What changed on a page since it was read, and how many came after it. */
  watch: reading
    .input(watchInput)
    .query(({ ctx, input: { applicationId: _a, environment: _e, ...input } }) => watchPayments(ctx.tenantCtx, input)),

  /** The reasons that payments have failed for, to choose from. */
  reasons: reading.query(({ ctx }) => listReasons(ctx.tenantCtx)),

  get: reading.input(paymentInput).query(async ({ ctx, input: { paymentId } }) => ({
    ...(await getPaymentDetail(ctx.tenantCtx, { paymentId })),
    now: ctx.deps.context.clock.now().toISOString(),
  })),

  /** An order to ask the provider about a pending payment. */
  ask: tenantProcedure('payments.query')
    .input(paymentInput.extend({ requestKey: z.string() }))
    .mutation(({ ctx, input: { paymentId, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'payment_query', input: { paymentId }, requestKey }),
    ),
});
