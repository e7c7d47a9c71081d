import { requestOrder, requestOrderSchema } from '@tillgate/domain/orders';
import { collectSchema } from '@tillgate/domain/payments';
import { qrSchema } from '@tillgate/domain/qr';
import { getCollecting } from '@tillgate/domain/reading/credentials';
import { findRequests, findRequestsSchema } from '@tillgate/domain/reading/orders';
import { getPaymentDetail } from '@tillgate/domain/reading/payments';
import { z } from 'zod';
import { givenReference } from '@/format/given-reference';
import { sayReason } from '@/say/say-reason';
import { createRouter, tenantProcedure } from '../init.ts';
import { verbInput, withoutTenant } from '../verb-input.ts';

/** A prompt moves no money until the customer enters their PIN, so it needs no fresh proof of identity. */
const collecting = tenantProcedure('payments.collect');

const orderForm = verbInput(requestOrderSchema.pick({ requestKey: true }));
const paymentInput = z.object({ paymentId: z.string() });

export const collectRouter = createRouter({
  /** Which networks can send prompts, and in whose name codes are paid. */
  account: collecting.query(({ ctx }) => getCollecting(ctx.tenantCtx)),

  /** An order of a prompt, which the worker sends. */
  prompt: collecting
    .input(
      verbInput(
        collectSchema.pick({ amount: true, phone: true, accountReference: true, description: true, rail: true }),
      ),
    )
    .input(orderForm)
    .mutation(({ ctx, input: { requestKey, amount, phone, accountReference, description, rail } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'collect',
        input: { amount, phone, accountReference, description, rail },
        requestKey,
      }),
    ),

  /** The progress of the payment of a prompt. */
  progress: tenantProcedure('payments.read')
    .input(paymentInput)
    .query(async ({ ctx, input }) => {
      const { payment, decoded, prospect } = await getPaymentDetail(ctx.tenantCtx, input);
      const { paymentId, status, rail, amount, phone, accountRef, providerReceipt, createdAt, promptedAt, settledAt } =
        payment;
      const facts = {
        paymentId,
        status,
        rail,
        amount,
        phone,
        accountRef,
        providerReceipt,
        createdAt,
        promptedAt,
        settledAt,
      };
      // The sender of a prompt is with the customer.
      const said = decoded && sayReason(decoded, ctx.locale, 'counter', payment.rail);
      const hasReceipt = status === 'success' && ctx.tenantCtx.payPages !== undefined;
      return { ...facts, hasReceipt, decoded: said, prospect, now: ctx.deps.context.clock.now().toISOString() };
    }),

  /** What became of the person's own requests. It asks, and sends nothing. */
  requests: collecting.input(verbInput(findRequestsSchema)).query(async ({ ctx, input }) => {
    const requests = await findRequests(ctx.tenantCtx, withoutTenant(input));
    return { requests, now: ctx.deps.context.clock.now().toISOString() };
  }),

  /** The request of an earlier payment, for a new attempt. */
  again: collecting.input(paymentInput).query(async ({ ctx, input }) => {
    const { payment } = await getPaymentDetail(ctx.tenantCtx, input);
    const { requestedAmount: amount, phone, description, status } = payment;
    return { amount, phone, accountReference: givenReference(payment) ?? '', description, status };
  }),

  /** An order of a QR code, which the worker has the provider draw. */
  qr: collecting
    .input(verbInput(qrSchema.omit({ cpi: true })))
    .input(orderForm)
    .mutation(({ ctx, input: { requestKey, amount, refNo, merchantName, trxCode, size } }) =>
      requestOrder(ctx.tenantCtx, {
        kind: 'qr_code',
        input: { amount, refNo, merchantName, trxCode, size },
        requestKey,
      }),
    ),
});
