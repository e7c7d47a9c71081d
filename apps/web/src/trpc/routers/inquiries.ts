import { accountBalanceSchema, transactionStatusSchema } from '@tillgate/domain/inquiries';
import { requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { browseInquiries, getInquiryDetail } from '@tillgate/domain/reading/inquiries';
import { z } from 'zod';
import { audienceOf, sayReason } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

const orderForm = verbInput(requestOrderSchema.pick({ requestKey: true }));

const listInput = z.object({
  kind: z.enum(['transaction_status', 'account_balance']).optional(),
  status: z.enum(['pending', 'answered', 'failed']).optional(),
  before: z.string().optional(),
  after: z.string().optional(),
});

/** Inquiries, which move no money. */
export const inquiriesRouter = createRouter({
  list: tenantProcedure('inquiries.read')
    .input(listInput)
    .query(({ ctx, input }) => browseInquiries(ctx.tenantCtx, withoutTenant(input))),

  get: tenantProcedure('inquiries.read')
    .input(z.object({ queryId: z.string() }))
    .query(async ({ ctx, input: { queryId } }) => {
      const { decoded, ...detail } = await getInquiryDetail(ctx.tenantCtx, { queryId });
      return { ...detail, decoded: decoded && sayReason(decoded, ctx.locale, audienceOf(ctx.role), detail.rail) };
    }),

  askStatus: tenantProcedure('inquiries.ask')
    .input(verbInput(transactionStatusSchema.pick({ transactionId: true })))
    .input(orderForm)
    .mutation(({ ctx, input: { transactionId, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'transaction_status', input: { transactionId }, requestKey }),
    ),

  askBalance: tenantProcedure('inquiries.ask')
    .input(verbInput(accountBalanceSchema.pick({ rail: true })))
    .input(orderForm)
    .mutation(({ ctx, input: { rail, requestKey } }) =>
      requestOrder(ctx.tenantCtx, { kind: 'account_balance', input: { rail }, requestKey }),
    ),
});
