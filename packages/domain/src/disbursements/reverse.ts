import { disbursements } from '@tillgate/db';
import { v7 as uuidv7 } from 'uuid';
import type { DomainError } from '../errors.ts';
import { type IdempotentRequest, runIdempotent } from '../idempotency/index.ts';
import { invalidInput } from '../input.ts';
import { getSecuredAccount } from '../inquiries/index.ts';
import type { ProviderAccount } from '../ports.ts';
import { type DisburseContext, type DisburseOutcome, disburse } from './disburse.ts';
import type { ReversalInput } from './schemas.ts';

/**
 * Sends a received payment back to its payer (spec 4.4). Never sends twice for one key. A receipt that is not ours goes to the
 * provider, who decides; so does a second reversal of one receipt, which the provider refuses by its result.
 * @throws DomainError provider_not_configured, invalid_input, idempotency_*, provider_unavailable (no key, no answer)
 */
export async function reverse(
  ctx: DisburseContext,
  input: ReversalInput,
  idempotency?: Omit<IdempotentRequest, 'endpoint'>,
): Promise<{ outcome: DisburseOutcome; replayed: boolean }> {
  const request = idempotency && { endpoint: 'reversal' as const, ...idempotency };
  return runIdempotent<DisburseOutcome>(ctx, request, async (claim) => {
    const account = await getSecuredAccount(ctx, ctx.tenant);
    const { transactionId, paymentId } = await getReversible(ctx, account, input);
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
      shortcode: account.shortcode,
      originatorConversationId: null,
    };
    return disburse(ctx, order, claim, (urls) =>
      ctx.provider.reverse(account, { ...urls, transactionId, amount, remarks, occasion }),
    );
  });
}

/** The receipt as the provider knows it, and our payment that it belongs to. */
async function getReversible(
  ctx: DisburseContext,
  account: ProviderAccount,
  { transactionId, amount }: ReversalInput,
): Promise<{ transactionId: string; paymentId: string | null }> {
  const shortcodes = [account.shortcode, ...(account.tillNumber === null ? [] : [account.tillNumber])];
  // People copy receipts in small letters; the provider's are capitals.
  const receipts = [transactionId, transactionId.toUpperCase()];
  const owner = await disbursements.findReceiptOwner(ctx.db.pool, { ...ctx.tenant, shortcodes, receipts });
  if (!owner) return { transactionId, paymentId: null };
  const refusal = reversalRefusal(owner, amount);
  if (refusal) throw refusal;
  return { transactionId: owner.receipt, paymentId: owner.kind === 'payment' ? owner.id : null };
}

/** Why what a receipt belongs to cannot be reversed by `amount`, or undefined. */
function reversalRefusal(owner: disbursements.ReceiptOwner, amount: number): DomainError | undefined {
  if (owner.kind === 'payout') {
    const message = 'is the receipt of a payout: only money that came in can be reversed';
    return invalidInput({ path: 'transactionId', message });
  }
  if (owner.status !== 'success') {
    return invalidInput({ path: 'transactionId', message: `is the receipt of a payment that is ${owner.status}` });
  }
  if (owner.amount === amount) return undefined;
  const message = `must be ${owner.amount}, as in the original transaction: part of a payment cannot be reversed`;
  return invalidInput({ path: 'amount', message });
}
