import type { Prisma } from '@tillgate/db';
import { z } from 'zod';
import { checkSubjectResolution, type ResolutionInput, resolutionSchema, resolveSubject } from '../../desk/index.ts';
import type { Tenant } from '../../kernel/context.ts';
import { invalidInput } from '../../kernel/input.ts';
import { orderKind, sumOf } from './kind.ts';

/** Ends a payment or disbursement by the word of a person. It sends nothing to the provider. */
export const resolution = orderKind({
  permission: 'reviews.resolve',
  needsInitiator: false,
  needsReason: true,
  approval: 'resolutionFrom',
  /** `amount`: of the payment or disbursement, whole KES, so that the second person sees what it is about. */
  input: resolutionSchema.safeExtend({ amount: z.int({ error: 'must be whole KES' }).min(1) }),
  amount: ({ amount }) => amount,
  async check(ctx, { amount: given, ...input }) {
    const { amount } = await checkSubjectResolution(ctx, input);
    if (amount !== given) throw invalidInput({ path: 'amount', message: `must be ${amount}` });
    return input.subjectId;
  },
  guard: (tx, order, input) => refuseSecondResolution(tx, order, input),
  async carryOut(ctx, { amount: _, ...input }, { reason }, approvedBy) {
    const by = { note: reason ?? '', approvedBy: approvedBy === null ? null : `user:${approvedBy}` };
    const resolved = await resolveSubject(ctx, input, by);
    const { subjectKind, subjectId } = input;
    const subject = subjectKind === 'payment' ? { paymentId: subjectId } : { disbursementId: subjectId };
    return { outcome: { ok: true, ...subject, ...resolved }, resourceId: subjectId };
  },
  summary({ subjectKind, amount, receipt }) {
    const what = `${subjectKind === 'payment' ? 'the payment' : 'the payout or refund'} of ${sumOf(amount)}`;
    return receipt === undefined ? `Record ${what} as not paid` : `Record ${what} as paid, receipt ${receipt}`;
  },
});

/** Two people must not resolve the same thing differently. Its row is locked, so that the other order is seen. */
async function refuseSecondResolution(
  tx: Prisma.TransactionClient,
  { id, applicationId, environment, at }: Tenant & { id: string; at: Date },
  { subjectKind, subjectId }: Pick<ResolutionInput, 'subjectKind' | 'subjectId'>,
): Promise<void> {
  if (subjectKind === 'payment') await tx.$queryRaw`SELECT 1 FROM payments WHERE id = ${subjectId}::uuid FOR UPDATE`;
  else await tx.$queryRaw`SELECT 1 FROM disbursements WHERE id = ${subjectId}::uuid FOR UPDATE`;
  const open = await tx.order.findFirst({
    where: {
      applicationId,
      environment,
      kind: 'resolution',
      resourceId: subjectId,
      NOT: { id },
      OR: [{ status: 'approved' }, { status: 'awaiting_approval', expiresAt: { gt: at } }],
    },
    select: { id: true },
  });
  if (open) throw invalidInput({ path: 'subjectId', message: `is being resolved already by order ${open.id}` });
}
