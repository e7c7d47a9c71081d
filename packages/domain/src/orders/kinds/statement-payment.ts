import type { Prisma } from '@tillgate/db';
import { z } from 'zod';
import { idSchema, invalidInput } from '../../kernel/input.ts';
import { findRecordable, recordFromLine } from '../../reconciliation/index.ts';
import { type NewOrder, orderKind, sumOf } from './kind.ts';

/** Records an offline payment that only the provider's statement has. Always by two persons. */
export const statementPayment = orderKind({
  permission: 'reviews.resolve',
  needsInitiator: false,
  needsReason: true,
  approval: 'always',
  /** `amount`: of the line, whole KES, so that the second person sees what it is about. */
  input: z.strictObject({ lineId: idSchema, amount: z.int({ error: 'must be whole KES' }).min(1) }),
  amount: ({ amount }) => amount,
  async check(ctx, { lineId, amount: given }) {
    const { amount } = await findRecordable(ctx, lineId);
    if (amount.whole !== given) throw invalidInput({ path: 'amount', message: `must be ${amount.whole}` });
    return lineId;
  },
  guard: (tx, order, { lineId }) => refuseSecond(tx, order, lineId),
  async carryOut(ctx, { lineId }, { reason }, approvedBy) {
    const by = { note: reason ?? '', approvedBy: approvedBy === null ? null : `user:${approvedBy}` };
    const { paymentId } = await recordFromLine(ctx, { lineId, ...by });
    return { outcome: { ok: true, paymentId }, resourceId: paymentId };
  },
  summary: ({ amount }) => `Record a payment of ${sumOf(amount)} that is on the provider's statement`,
});

/** Two people who ask at once ask once. */
async function refuseSecond(
  tx: Prisma.TransactionClient,
  { id, applicationId, environment, at }: NewOrder,
  lineId: string,
): Promise<void> {
  const lock = `statement payment ${lineId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`;
  const open = await tx.order.findFirst({
    where: {
      applicationId,
      environment,
      kind: 'statement_payment',
      resourceId: lineId,
      NOT: { id },
      OR: [{ status: 'approved' }, { status: 'awaiting_approval', expiresAt: { gt: at } }],
    },
    select: { id: true },
  });
  if (open) throw invalidInput({ path: 'lineId', message: `is being recorded already by order ${open.id}` });
}
