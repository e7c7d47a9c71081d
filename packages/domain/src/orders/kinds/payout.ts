import { disburseRefusal, judgeReceiver, payOut, payoutSchema } from '../../disbursements/index.ts';
import { payoutRefusal, phoneHashOf } from '../../guards/index.ts';
import { maskMsisdn } from '../../kernel/phone.ts';
import { findSavedPayee } from '../../recipients/index.ts';
import { moneyMayHaveMoved, orderKind, sumOf } from './kind.ts';

/** Sends money to a phone. */
export const payout = orderKind({
  permission: 'payouts.request',
  keyed: { endpoint: 'payout', unclear: moneyMayHaveMoved },
  needsInitiator: true,
  rail: ({ rail }) => rail,
  approval: 'payoutFrom',
  input: payoutSchema.omit({ idempotencyKey: true }),
  amount: ({ amount }) => amount,
  payee: (tx, tenant, { phone }) => findSavedPayee(tx, tenant, phone),
  async check(ctx, { phone, amount }) {
    const by = { phoneHash: phoneHashOf(ctx), now: ctx.clock.now() };
    const { refusal } = await judgeReceiver(ctx.db.pool, { ...ctx.tenant, phone, amount }, by);
    if (refusal) throw payoutRefusal(refusal);
    return null;
  },
  async isHeld(ctx, { applicationId, environment }, { phone, amount }, now) {
    const receiver = { applicationId, environment, phone, amount };
    const { hold } = await judgeReceiver(ctx.db.pool, receiver, { phoneHash: phoneHashOf(ctx), now });
    return hold !== undefined;
  },
  async carryOut(ctx, input, key) {
    const { outcome } = await payOut(ctx, input, key);
    if (outcome.kind === 'refused') throw disburseRefusal('payout', outcome, false);
    const { disbursementId, conversationId } = outcome;
    return { outcome: { ok: true, disbursementId, conversationId }, resourceId: disbursementId };
  },
  summary: ({ amount, phone }) => `Send ${sumOf(amount)} to ${maskMsisdn(phone)}`,
});
