import type { TenantContext } from '../kernel/context.ts';
import type { DomainError } from '../kernel/errors.ts';
import { invalidInput, issue } from '../kernel/input.ts';
import { amountMax } from '../kernel/money.ts';
import type { Named } from '../kernel/refusals.ts';
import type { RailName } from '../rails/index.ts';
import { findReceiptOwner, type ReceiptOwner } from './read-statements.ts';
import { disbursementIssues } from './refusals.ts';
import type { ReversalInput } from './schemas.ts';

/** Whose a receipt is, and the network that sends its money back. */
type FoundOwner = { owner: ReceiptOwner | undefined; rail: RailName | undefined };

/** Where an application is paid. */
export type PaidAt = { rail: RailName; address: string; tillNumber?: string | null };

/**
 * The owner of a receipt among the accounts of an application. A receipt that nobody here knows goes to M-PESA where the
 * application has an account there, and otherwise to its default one.
 */
export async function findOwner(
  ctx: Pick<TenantContext, 'db' | 'tenant'>,
  accounts: readonly PaidAt[],
  { transactionId }: Pick<ReversalInput, 'transactionId'>,
): Promise<FoundOwner> {
  const shortcodes = accounts.flatMap(({ address, tillNumber }) => [address, ...(tillNumber ? [tillNumber] : [])]);
  // The provider's receipts are upper case; people also type them in lower case.
  const receipts = [transactionId, transactionId.toUpperCase()];
  const owner = await findReceiptOwner(ctx.db.pool, { ...ctx.tenant, shortcodes, receipts });
  return { owner, rail: owner?.rail ?? accounts.find(({ rail }) => rail === 'mpesa')?.rail };
}

/**
 * The receipt as the provider knows it, and our payment that it belongs to; null when it is not
 * ours.
 * @throws DomainError invalid_input when it is ours and cannot be reversed by that amount
 */
export function reversibleOf(
  { owner }: FoundOwner,
  { transactionId, amount }: Pick<ReversalInput, 'transactionId' | 'amount'>,
): { transactionId: string; paymentId: string | null } {
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
