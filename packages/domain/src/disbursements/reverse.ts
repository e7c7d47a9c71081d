import { v7 as uuidv7 } from 'uuid';
import { type IdempotentRequest, runIdempotent } from '../idempotency/index.ts';
import { demandPort } from '../inquiries/index.ts';
import { requireScope } from '../kernel/authority.ts';
import { type DisburseContext, type DisburseOutcome, disburse } from './disburse.ts';
import { reverseOnce } from './reverse-once.ts';
import { findOwner, reversibleOf } from './reversible.ts';
import { disburseOutcomeSchema, type ReversalInput } from './schemas.ts';

/**
 * Sends a received payment back to its payer (spec 4.4). Never sends twice for one key, and never
 * while another reversal of the receipt is pending or successful. The provider decides about a
 * receipt that is not ours.
 * @throws DomainError provider_not_configured, invalid_input, already_reversed, idempotency_*,
 *   provider_unavailable (no key, no answer)
 */
export async function reverse(
  ctx: DisburseContext,
  input: ReversalInput,
  idempotency?: Omit<IdempotentRequest, 'endpoint'>,
): Promise<{ outcome: DisburseOutcome; replayed: boolean }> {
  requireScope(ctx, 'refund');
  const request = idempotency && { endpoint: 'reversal' as const, ...idempotency };
  return runIdempotent(ctx, request, disburseOutcomeSchema, async (claim) => {
    const owner = await findOwner(ctx, await ctx.accounts(ctx.tenant), input);
    const { account, port } = await demandPort(ctx, ctx.tenant, 'refunds', owner.rail);
    const { transactionId, paymentId } = reversibleOf(owner, input);
    const { amount } = input;
    const remarks = input.remarks ?? '';
    const occasion = input.occasion || null;
    const order = {
      id: uuidv7(),
      kind: 'reversal' as const,
      amount,
      phone: null,
      transactionId,
      paymentId,
      commandId: null,
      remarks,
      occasion,
      rail: account.rail,
      shortcode: account.address,
      originatorConversationId: null,
    };
    return reverseOnce(ctx, transactionId, claim, () =>
      disburse(ctx, order, claim, (timed) => port.send({ ...timed, transactionId, amount, remarks, occasion })),
    );
  });
}
