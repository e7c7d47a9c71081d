import { z } from 'zod';
import { idSchema, invalidInput, issue } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { findRecordable, recordFromLine } from '../../reconciliation/index.ts';
import { orderKind, sumOf } from './kind.ts';
import { refuseSecond } from './refuse-second.ts';

/** Records an offline payment that only the provider's statement has. Always needs two people. */
export const statementPayment = orderKind({
  permission: 'reviews.resolve',
  needsInitiator: false,
  needsReason: true,
  approval: 'always',
  /** `amount` shows the second person the amount of the line, whole KES. */
  input: z.strictObject({ lineId: idSchema, amount: z.int({ error: issues.wholeKes }).min(1) }),
  amount: ({ amount }) => amount,
  async check(ctx, { lineId, amount: given }) {
    const { amount } = await findRecordable(ctx, lineId);
    if (amount.whole !== given) throw invalidInput(issue('amount', issues.amountMustBe({ amount: amount.whole })));
    return lineId;
  },
  guard: (tx, order, { lineId: resourceId }) =>
    refuseSecond(tx, order, { kind: 'statement_payment', resourceId, path: 'lineId', doing: 'recorded' }),
  async carryOut(ctx, { lineId }, { reason }, approvedBy) {
    const by = { note: reason ?? '', approvedBy: approvedBy === null ? null : `user:${approvedBy}` };
    const { paymentId } = await recordFromLine(ctx, { lineId, ...by });
    return { outcome: { ok: true, paymentId }, resourceId: paymentId };
  },
  summary: ({ amount }) => `Record a payment of ${sumOf(amount)} that is on the provider's statement`,
});
