import { approveDraft, batchRefusals, checkSubmission, type SubmitBatchInput } from '../batches/index.ts';
import { requireScope } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { apiThreshold, findPolicy, type Policy } from '../policies/index.ts';

/**
 * Sends a checked batch off for a program: it is approved, and a worker pays it. People ask for an order instead, which
 * another person may have to approve.
 * @throws DomainError forbidden, not_found, invalid_input (no draft, refused rows, warnings, rows that a person has to look
 *   at), approval_required: the draft stays, and a person can send it off
 */
export async function submitBatch(
  ctx: TenantContext,
  { batchId, ...accepted }: SubmitBatchInput & { batchId: string },
): Promise<void> {
  requireScope(ctx, 'payout');
  const acceptance = { ...accepted, ticked: [], acceptSameList: accepted.acceptWarnings };
  const { batch, amount } = await checkSubmission(ctx, { batchId, ...acceptance }, 'key');
  const from = personFrom(await findPolicy(ctx.db.pool, ctx.tenant), ctx.tenant.environment);
  if (from !== null && amount >= from) {
    const shown = `KES ${amount.toLocaleString('en-KE')}`;
    throw new DomainError('approval_required', batchRefusals.batchNeedsPerson({ amount: shown }));
  }
  await approveDraft(ctx, batch.id);
}

/**
 * From which sum on the API cannot send a batch off. Null means never. In production a batch needs a person, unless the
 * policy names an amount.
 */
function personFrom(policy: Policy, environment: 'sandbox' | 'production'): number | null {
  const own = policy.batchFrom ?? (environment === 'production' ? 1 : null);
  const single = apiThreshold(policy, 'payout');
  return own === null || single === null ? (own ?? single) : Math.min(own, single);
}
