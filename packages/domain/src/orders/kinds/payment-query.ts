import { z } from 'zod';
import { notFound } from '../../kernel/errors.ts';
import { idSchema } from '../../kernel/input.ts';
import { createLiveQueries, findOwnPayment, getPaymentStatus } from '../../payments/index.ts';
import { orderKind } from './kind.ts';

/** Asks the provider about a pending payment now. */
export const paymentQuery = orderKind({
  permission: 'payments.query',
  needsInitiator: false,
  input: z.object({ paymentId: idSchema }),
  async check(ctx, { paymentId }) {
    const payment = await findOwnPayment(ctx, paymentId);
    if (!payment) throw notFound('payment');
    return payment.id;
  },
  async carryOut(ctx, { paymentId }) {
    const { id: _, ...state } = await getPaymentStatus({ ...ctx, liveQueries: createLiveQueries() }, paymentId);
    return { outcome: { ok: true, paymentId, ...state }, resourceId: paymentId };
  },
});
