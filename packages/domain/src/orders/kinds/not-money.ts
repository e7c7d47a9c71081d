import { z } from 'zod';
import { decideConfirmation, getHeldAmount } from '../../c2b/index.ts';
import { idSchema, invalidInput, issue } from '../../kernel/input.ts';
import { issues } from '../../kernel/refusals.ts';
import { orderKind, sumOf } from './kind.ts';
import { refuseSecond } from './refuse-second.ts';

/** Decides that a held confirmation is not money, so that it becomes no payment. It sends nothing to the provider. */
export const notMoney = orderKind({
  permission: 'reviews.resolve',
  needsInitiator: false,
  needsReason: true,
  approval: 'resolutionFrom',
  /** `amount` shows the second person the amount of the confirmation, whole KES. */
  input: z.strictObject({ callbackId: idSchema, amount: z.int({ error: issues.wholeKes }).min(0) }),
  amount: ({ amount }) => amount,
  async check(ctx, { callbackId, amount: given }) {
    const amount = await getHeldAmount(ctx, callbackId);
    if (amount !== given) throw invalidInput(issue('amount', issues.amountMustBe({ amount })));
    return callbackId;
  },
  guard: (tx, order, { callbackId: resourceId }) =>
    refuseSecond(tx, order, { kind: 'not_money', resourceId, path: 'callbackId', doing: 'decided about' }),
  async carryOut(ctx, { callbackId }, { reason }, approvedBy) {
    const by = { approvedBy: approvedBy === null ? null : `user:${approvedBy}` };
    await decideConfirmation(ctx, { callbackId, to: 'not_money', note: reason ?? '' }, by);
    return { outcome: { ok: true }, resourceId: callbackId };
  },
  summary: ({ amount }) => `Record a confirmation of ${sumOf(amount)} as not money`,
});
