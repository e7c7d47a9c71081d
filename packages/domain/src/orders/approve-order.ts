import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { type Decided, decideOrder } from './decide-order.ts';
import { publishOrdersApproved } from './publish-orders-approved.ts';
import { type DecideOrderInput, decideOrderSchema } from './schemas.ts';

/**
 * Approves another member's order, so that the worker executes it. Approving twice is the same as once.
 * @throws DomainError not_found, forbidden, invalid_input (expired, or decided otherwise)
 */
export async function approveOrder(ctx: TenantContext, input: DecideOrderInput): Promise<Decided> {
  requirePermission(ctx, 'orders.approve');
  const { isNew, ...decided } = await decideOrder(ctx, parseInput(decideOrderSchema, input), 'approve');
  if (isNew) await publishOrdersApproved(ctx, [decided.orderId]);
  return decided;
}
