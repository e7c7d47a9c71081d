import { spokenCode } from '../../kernel/spoken.ts';
import { collectPayment, collectSchema, refusal } from '../../payments/index.ts';
import { orderRefusals } from '../refusals.ts';
import { orderKind } from './kind.ts';

/** A reference that a customer can read out at a counter, such as `K7M-4QT`: the same for every attempt of an order. */
function spokenReference(key: string): string {
  const code = spokenCode(key, 6);
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

/** Sends a prompt to a handset. */
export const collect = orderKind({
  permission: 'payments.collect',
  keyed: {
    endpoint: 'collect',
    unclear: orderRefusals.promptMayHaveGone,
  },
  needsInitiator: false,
  rail: ({ rail }) => rail,
  input: collectSchema.omit({ idempotencyKey: true }),
  amount: ({ amount }) => amount,
  async carryOut(ctx, input, key) {
    const accountReference = input.accountReference ?? spokenReference(key.key);
    const { outcome } = await collectPayment(ctx, { ...input, accountReference }, key);
    if (outcome.kind === 'refused') throw refusal(outcome, false);
    const { paymentId, checkoutRequestId } = outcome;
    return { outcome: { ok: true, paymentId, checkoutRequestId }, resourceId: paymentId };
  },
});
