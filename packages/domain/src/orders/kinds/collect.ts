import { collectPayment, collectSchema, refusal } from '../../payments/index.ts';
import { orderKind } from './kind.ts';

/** Sends a prompt to a handset. */
export const collect = orderKind({
  permission: 'payments.collect',
  keyed: {
    endpoint: 'collect',
    unclear:
      'The provider gave no clear answer, so the prompt may have been sent. The payment stays pending until its outcome is known: look at it before you try again.',
  },
  needsInitiator: false,
  input: collectSchema.omit({ idempotencyKey: true }),
  amount: ({ amount }) => amount,
  async carryOut(ctx, input, key) {
    const { outcome } = await collectPayment(ctx, input, key);
    if (outcome.kind === 'refused') throw refusal(outcome, false);
    const { paymentId, checkoutRequestId } = outcome;
    return { outcome: { ok: true, paymentId, checkoutRequestId }, resourceId: paymentId };
  },
});
