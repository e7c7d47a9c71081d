import { createHash } from 'node:crypto';
import { collectPayment, collectSchema, refusal } from '../../payments/index.ts';
import { orderRefusals } from '../refusals.ts';
import { orderKind } from './kind.ts';

/** Without 0, 1, I, L, O and U, which people mishear or misread. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference that a customer can read out at a counter, such as `K7M-4QT`: the same for every attempt of an order. */
function spokenReference(key: string): string {
  const code = [...createHash('sha256').update(key).digest().subarray(0, 6)]
    .map((byte) => letters[byte % letters.length])
    .join('');
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
