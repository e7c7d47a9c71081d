import { z } from 'zod';
import { DomainError } from '../../kernel/errors.ts';
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
    if (!payment) throw new DomainError('not_found', 'There is no such payment.');
    return payment.id;
  },
  async carryOut(ctx, { paymentId }) {
    const { id: _, ...state } = await getPaymentStatus({ ...ctx, liveQueries: createLiveQueries() }, paymentId);
    return { outcome: { ok: true, paymentId, ...state }, resourceId: paymentId };
  },
});
