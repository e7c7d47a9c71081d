import type { Prisma } from '@tillgate/db';
import type { TenantContext } from '../../context.ts';
import { disburseRefusal, getReversible, reversalSchema, reverse } from '../../disbursements/index.ts';
import { invalidInput } from '../../input.ts';
import { moneyMayHaveMoved, orderKind, sumOf } from './kind.ts';

/** Sends a received payment back to its payer. */
export const reversal = orderKind({
  permission: 'reversals.request',
  keyed: { endpoint: 'reversal', unclear: moneyMayHaveMoved },
  needsInitiator: true,
  approval: 'reversalFrom',
  input: reversalSchema.omit({ idempotencyKey: true }),
  amount: ({ amount }) => amount,
  async check(ctx, input, account) {
    const { paymentId, transactionId } = await getReversible(ctx, account, input);
    await refuseSecondReversal(ctx, transactionId, paymentId);
    return paymentId;
  },
  async carryOut(ctx, input, key) {
    const { outcome } = await reverse(ctx, input, key);
    if (outcome.kind === 'refused') throw disburseRefusal('reversal', outcome, false);
    const { disbursementId, conversationId } = outcome;
    return { outcome: { ok: true, disbursementId, conversationId }, resourceId: disbursementId };
  },
  summary: ({ amount, transactionId }) => `Send ${sumOf(amount)} back to the payer of ${transactionId}`,
});

/**
 * When two people refund the same payment, the second one learns of the first before anything is
 * sent.
 */
async function refuseSecondReversal(
  ctx: TenantContext,
  transactionId: string,
  paymentId: string | null,
): Promise<void> {
  const open: Prisma.OrderWhereInput = { kind: 'reversal', status: { in: ['awaiting_approval', 'approved'] } };
  const order = paymentId
    ? await ctx.db.prisma.order.findFirst({ where: { ...ctx.tenant, ...open, resourceId: paymentId } })
    : null;
  const disbursement = await ctx.db.prisma.disbursement.findFirst({
    where: { ...ctx.tenant, kind: 'reversal', transactionId, status: { in: ['pending', 'success'] } },
    select: { status: true },
  });
  if (!order && !disbursement) return;
  const message =
    disbursement?.status === 'success' ? 'is reversed already' : 'is being reversed already: wait for its outcome';
  throw invalidInput({ path: 'transactionId', message });
}
