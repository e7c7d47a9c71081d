import type { TenantContext } from '../kernel/context.ts';
import type { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { amountMax } from '../kernel/money.ts';
import type { Named } from '../kernel/refusals.ts';
import type { ProviderAccount } from '../ports/provider.ts';
import { findReceiptOwner, type ReceiptOwner } from './read-statements.ts';
import { disbursementIssues } from './refusals.ts';
import type { ReversalInput } from './schemas.ts';

/**
 * The receipt as the provider knows it, and our payment that it belongs to; null when it is not
 * ours.
 * @throws DomainError invalid_input when it is ours and cannot be reversed by that amount
 */
export async function getReversible(
  ctx: Pick<TenantContext, 'db' | 'tenant'>,
  account: Pick<ProviderAccount, 'shortcode' | 'tillNumber'>,
  { transactionId, amount }: Pick<ReversalInput, 'transactionId' | 'amount'>,
): Promise<{ transactionId: string; paymentId: string | null }> {
  const shortcodes = [account.shortcode, ...(account.tillNumber === null ? [] : [account.tillNumber])];
  // The provider's receipts are upper case; people also type them in lower case.
  const receipts = [transactionId, transactionId.toUpperCase()];
  const owner = await findReceiptOwner(ctx.db.pool, { ...ctx.tenant, shortcodes, receipts });
  if (!owner) return { transactionId, paymentId: null };
  const refusal = reversalRefusal(owner, amount);
  if (refusal) throw refusal;
  return { transactionId: owner.receipt, paymentId: owner.kind === 'payment' ? owner.id : null };
}

/** Why the provider's API cannot send a payment back, although its portal can. */
type RefundObstacle = 'fraction' | 'too_large';

/** Why a successful payment cannot be reversed through us; null when it can. Pure. */
export function refundObstacleOf(payment: { amount: number; exactAmount: string | null }): RefundObstacle | null {
  if (payment.exactAmount !== null) return 'fraction';
  return payment.amount > amountMax ? 'too_large' : null;
}

const obstacles: Record<RefundObstacle, (amount: string) => Named> = {
  fraction: (amount) => disbursementIssues.receiptFraction({ amount }),
  too_large: (amount) => disbursementIssues.receiptAboveMax({ amount, max: amountMax }),
};

/** Why the owner of a receipt cannot be reversed by `amount`, or undefined. */
function reversalRefusal(owner: ReceiptOwner, amount: number): DomainError | undefined {
  if (owner.kind === 'payout') {
    return invalidInput(issue('transactionId', disbursementIssues.receiptOfPayout));
  }
  if (owner.status !== 'success') {
    return invalidInput(issue('transactionId', disbursementIssues.receiptNotPaid({ status: owner.status })));
  }
  const obstacle = refundObstacleOf(owner);
  if (obstacle !== null) {
    return invalidInput(issue('transactionId', obstacles[obstacle](owner.exactAmount ?? `${owner.amount}`)));
  }
  if (owner.amount === amount) return undefined;
  return invalidInput(issue('amount', disbursementIssues.partOfPayment({ amount: owner.amount })));
}
