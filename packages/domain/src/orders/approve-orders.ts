import type { OrderModel } from '@tillgate/db';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { invalidInput, issue, parseInput } from '../kernel/input.ts';
import { readSavedPayee } from '../recipients/index.ts';
import { decideOrder } from './decide-order.ts';
import { publishOrdersApproved } from './publish-orders-approved.ts';
import { orderIssues } from './refusals.ts';
import { type ApproveOrdersInput, approveOrdersSchema } from './schemas.ts';

/**
 * Result for one order. `closed`: it was decided or has expired. `refused`: this person may not approve it, or not yet;
 * its own page says why.
 */
export type ApprovedOrder = { orderId: string; result: 'approved' | 'closed' | 'refused' };

/**
 * Why an order is approved alone, on its own page; undefined when it may be approved together with others. Only money out
 * has a sum, and a number that changed has to be seen.
 */
export function reasonToApproveAlone({
  kind,
  amount,
  recipient,
}: Pick<OrderModel, 'kind' | 'amount' | 'recipient'>): 'other_kind' | 'changed_number' | undefined {
  if ((kind !== 'payout' && kind !== 'reversal') || amount === null) return 'other_kind';
  return readSavedPayee(recipient)?.previousPhone ? 'changed_number' : undefined;
}

/**
 * Approves several payouts and refunds of other members, each as `approveOrder` does and with its own audit entry. One
 * that cannot be approved does not stop the others.
 * @param input.sum what the person typed: the sum of all of them, whole KES
 * @returns the result for each, in the order of the ids
 * @throws DomainError invalid_input (also another sum, or an order that must be approved alone), not_found when one of
 *   them is not the tenant's, forbidden: then nothing is approved
 */
export async function approveOrders(
  ctx: TenantContext,
  input: ApproveOrdersInput,
): Promise<{ results: ApprovedOrder[] }> {
  requirePermission(ctx, 'orders.approve');
  const { orderIds, sum } = parseInput(approveOrdersSchema, input);
  const wanted = [...new Set(orderIds)];
  const { applicationId, environment } = ctx.tenant;
  const orders = await ctx.db.prisma.order.findMany({ where: { id: { in: wanted }, applicationId, environment } });
  if (orders.length < wanted.length) throw notFound('order');
  if (orders.some((order) => reasonToApproveAlone(order) !== undefined)) {
    throw invalidInput(issue('orderIds', orderIssues.approvedAlone));
  }
  const total = orders.reduce((amount, order) => amount + (order.amount ?? 0), 0);
  if (sum !== total) throw invalidInput(issue('sum', orderIssues.sumDiffers));
  const results: ApprovedOrder[] = [];
  const approved: string[] = [];
  for (const orderId of wanted) {
    const { result, isNew } = await approveOne(ctx, orderId);
    results.push({ orderId, result });
    if (isNew) approved.push(orderId);
  }
  if (approved.length > 0) await publishOrdersApproved(ctx, approved);
  return { results };
}

async function approveOne(
  ctx: TenantContext,
  orderId: string,
): Promise<{ result: ApprovedOrder['result']; isNew: boolean }> {
  try {
    const { isNew } = await decideOrder(ctx, { orderId, note: null }, 'approve');
    return { result: 'approved', isNew };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'forbidden') return { result: 'refused', isNew: false };
    if (error.code === 'invalid_input') return { result: 'closed', isNew: false };
    throw error;
  }
}
