import type { OrderStatus, Prisma } from '@tillgate/db';
import {
  alreadyReversed,
  disburseRefusal,
  findOwner,
  reversalSchema,
  reverse,
  reversibleOf,
} from '../../disbursements/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { orderRefusals } from '../refusals.ts';
import { moneyMayHaveMoved, type NewOrder, orderKind, sumOf } from './kind.ts';

/** Sends a received payment back to its payer. */
export const reversal = orderKind({
  permission: 'reversals.request',
  keyed: { endpoint: 'reversal', unclear: moneyMayHaveMoved },
  needsInitiator: true,
  approval: 'reversalFrom',
  input: reversalSchema.omit({ idempotencyKey: true }),
  amount: ({ amount }) => amount,
  async check(ctx, input, accounts) {
    return reversibleOf(await findOwner(ctx, accounts, input), input).paymentId;
  },
  guard: (tx, order, { transactionId }) => refuseSecondReversal(tx, order, transactionId),
  async carryOut(ctx, input, key) {
    const { outcome } = await reverse(ctx, input, key);
    if (outcome.kind === 'refused') throw disburseRefusal('reversal', outcome, false);
    const { disbursementId, conversationId } = outcome;
    return { outcome: { ok: true, disbursementId, conversationId }, resourceId: disbursementId };
  },
  summary: ({ amount, transactionId }) => `Send ${sumOf(amount)} back to the payer of ${transactionId}`,
});

/**
 * When two people refund the same payment, the second request is refused before anything is sent. A lock per receipt
 * makes one of two concurrent orders see the other.
 */
async function refuseSecondReversal(
  tx: Prisma.TransactionClient,
  { id, applicationId, environment, at }: NewOrder,
  transactionId: string,
): Promise<void> {
  const receipt = transactionId.toUpperCase();
  const lock = `reversal ${applicationId} ${environment} ${receipt}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  // Orders are read first: an order that is executed in between leaves a disbursement, which is read next.
  const [order] = await tx.$queryRaw<{ id: string; status: OrderStatus }[]>`
    SELECT id, status FROM orders
    WHERE application_id = ${applicationId}::uuid AND environment = ${environment}::"Environment" AND kind = 'reversal'
      AND (status = 'approved' OR (status = 'awaiting_approval' AND expires_at > ${at}))
      AND upper(input ->> 'transactionId') = ${receipt} AND id <> ${id}::uuid
    ORDER BY created_at LIMIT 1`;
  if (order) {
    const why = order.status === 'approved' ? orderRefusals.refundCarriedOut : orderRefusals.refundWaits;
    throw new DomainError('already_reversed', why({ order: order.id }));
  }
  const earlier = await tx.disbursement.findFirst({
    where: { applicationId, environment, liveReceipt: receipt },
    select: { id: true, status: true },
  });
  if (earlier && earlier.status !== 'failed') throw alreadyReversed({ id: earlier.id, status: earlier.status });
}
