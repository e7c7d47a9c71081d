import { z } from 'zod';
import { checkSubjectResolution, resolutionSchema, resolveSubject } from '../../desk/index.ts';
import { invalidInput, issue } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { orderKind, sumOf } from './kind.ts';
import { refuseSecond } from './refuse-second.ts';

/** Settles a payment or disbursement manually. It sends nothing to the provider. */
export const resolution = orderKind({
  permission: 'reviews.resolve',
  needsInitiator: false,
  needsReason: true,
  approval: 'resolutionFrom',
  /** `amount` shows the second person the amount of the payment or disbursement, whole KES. */
  input: resolutionSchema.safeExtend({ amount: z.int({ error: issues.wholeKes }).min(1) }),
  amount: ({ amount }) => amount,
  async check(ctx, { amount: given, ...input }) {
    const { amount } = await checkSubjectResolution(ctx, input);
    if (amount !== given) throw invalidInput(issue('amount', issues.amountMustBe({ amount })));
    return input.subjectId;
  },
  guard: (tx, order, { subjectId: resourceId }) =>
    refuseSecond(tx, order, { kind: 'resolution', resourceId, path: 'subjectId', doing: 'resolved' }),
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
