import { audit } from '../audit/index.ts';
import { exclusion, goodSum } from '../batches/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { type Decided, decideOrder } from './decide-order.ts';
import { publishOrdersApproved } from './publish-orders-approved.ts';
import { orderIssues } from './refusals.ts';
import { type ApproveBatchInput, approveBatchSchema } from './schemas.ts';

/**
 * Approves another member's batch of payouts, without the rows that the approver leaves out. Nobody can add or change one.
 * What is left must be the total that the approver typed. Approving twice is the same as once.
 * @throws DomainError not_found, forbidden, invalid_input (expired, decided otherwise, another total, nothing left)
 */
export async function approveBatch(ctx: TenantContext, input: ApproveBatchInput): Promise<Decided> {
  requirePermission(ctx, 'orders.approve');
  const { excluded, total, ...decision } = parseInput(approveBatchSchema, input);
  const { isNew, ...decided } = await decideOrder(ctx, decision, 'approve', async (tx, order) => {
    if (order.kind !== 'payout_batch' || order.resourceId === null) throw notFound('order');
    const rowIds = [...new Set(excluded)];
    const batchId = order.resourceId;
    if ((await tx.$executeRaw(exclusion({ batchId, rowIds }))) < rowIds.length) {
      throw invalidInput(issue('excluded', orderIssues.notOfBatch));
    }
    const [left] = await tx.$queryRaw<{ amount: number; count: number }[]>(goodSum(batchId));
    if (!left || left.count === 0) throw invalidInput(issue('excluded', orderIssues.allExcluded));
    if (left.amount !== total) throw invalidInput(issue('total', orderIssues.totalDiffers({ sum: left.amount })));
    if (rowIds.length === 0) return;
    const at = ctx.clock.now();
    await audit(tx, {
      actor: ctx.actor,
      action: 'batch.rows_excluded',
      subjectId: batchId,
      applicationId: ctx.tenant.applicationId,
      detail: { environment: ctx.tenant.environment, rows: rowIds.length, amount: total },
      at,
    });
  });
  if (isNew) await publishOrdersApproved(ctx, [decided.orderId]);
  return decided;
}
