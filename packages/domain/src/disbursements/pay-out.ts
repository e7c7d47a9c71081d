import { v7 as uuidv7 } from 'uuid';
import { chooseAccount } from '../applications/index.ts';
import { type IdempotentRequest, runIdempotent } from '../idempotency/index.ts';
import { demandPortOf } from '../inquiries/index.ts';
import { requireScope } from '../kernel/authority.ts';
import { traitsOf } from '../rails/index.ts';
import { type DisburseContext, type DisburseOutcome, disburse } from './disburse.ts';
import { disburseOutcomeSchema, type PayoutInput } from './schemas.ts';

/**
 * Sends money to a phone (spec 4.3). Never sends twice for one key, and never under a second id for
 * one disbursement.
 * @throws DomainError provider_not_configured, idempotency_*, provider_unavailable (no key, no
 *   answer)
 */
export async function payOut(
  ctx: DisburseContext,
  input: PayoutInput,
  idempotency?: Omit<IdempotentRequest, 'endpoint'>,
): Promise<{ outcome: DisburseOutcome; replayed: boolean }> {
  requireScope(ctx, 'payout');
  const request = idempotency && { endpoint: 'payout' as const, ...idempotency };
  return runIdempotent(ctx, request, disburseOutcomeSchema, async (claim) => {
    const { account } = await chooseAccount(ctx, ctx.tenant, {
      phone: input.phone,
      asked: input.rail,
      can: (each) => ctx.provider.rail(each).payouts !== undefined,
    });
    const port = demandPortOf(ctx, account, 'payouts');
    const id = uuidv7();
    const originatorConversationId = traitsOf[account.rail].payoutIdOf(id);
    const { amount, phone, commandId } = input;
    const remarks = input.remarks ?? '';
    const occasion = input.occasion || null;
    const order = {
      id,
      kind: 'payout' as const,
      amount,
      phone,
      transactionId: null,
      paymentId: null,
      commandId,
      remarks,
      occasion,
      rail: account.rail,
      shortcode: account.address,
      // The provider's key against a double payout: stored before the call and never replaced.
      originatorConversationId,
    };
    return disburse(ctx, order, claim, (timed) =>
      port.send({
        ...timed,
        originatorConversationId,
        amount,
        phone,
        commandId,
        remarks,
        occasion,
      }),
    );
  });
}
