import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../kernel/context.ts';
import { openReviewOf } from '../reviews/index.ts';
import type { Fact } from './payment.ts';
import type { PaymentRow } from './read-statements.ts';
import { linkSameMoney, shareOrganization } from './same-money-statements.ts';

/** Result of a success whose receipt already belongs to another payment. */
type SameMoney =
  /** Both are linked and under review. What was announced to merchants stays. */
  | 'linked'
  /** One of the two has changed since it was read. */
  | 'changed'
  /** The receipt belongs to another prompt: two facts of the provider disagree. */
  | 'conflict'
  /** The holder is a payment of another organization on a shared shortcode. */
  | 'foreign';

/**
 * A prompt's own callback brings a receipt that another payment holds. An offline payment with that receipt was
 * announced, so the status of the prompt does not change until a person decides.
 */
export async function noteSameMoney(
  ctx: Context,
  payment: PaymentRow,
  holder: PaymentRow,
  fact: Fact & { receipt: string },
  callbackId: string | null,
): Promise<SameMoney> {
  const at = ctx.clock.now();
  const { receipt } = fact;
  ctx.log.warn(
    { paymentId: payment.id, holderId: holder.id, source: holder.source },
    'The receipt of a prompt is recorded under another payment.',
  );
  if (holder.source === 'stk') {
    for (const [one, other] of [
      [payment, holder],
      [holder, payment],
    ] as const) {
      const detail = { receipt, amount: fact.amount, recordedAmount: other.amount };
      const named = one.applicationId === other.applicationId ? { paymentId: other.id } : {};
      const review = { reason: 'receipt_conflict' as const, detail: { ...detail, ...named } };
      await openReviewOf(ctx.db.pool, { kind: 'payment', id: one.id }, review, at);
    }
    return 'conflict';
  }
  const isShared =
    holder.applicationId === payment.applicationId ||
    (await shareOrganization(ctx.db.pool, [holder.applicationId, payment.applicationId]));
  if (!isShared) return 'foreign';
  const { id, status: from } = payment;
  const link = { id, from, holderId: holder.id, receipt, amount: holder.amount, at };
  const audit = {
    id: uuidv7(),
    actor: 'provider',
    action: 'payment.same_money',
    detail: { as: holder.id, receipt, previousStatus: from },
  };
  return (await linkSameMoney(ctx.db.pool, link, audit, callbackId)) ? 'linked' : 'changed';
}
