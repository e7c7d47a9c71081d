import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { parseInput } from '../kernel/input.ts';
import { type Decided, decideOrder } from './decide-order.ts';
import { type DecideOrderInput, decideOrderSchema } from './schemas.ts';

/**
 * Rejects another member's order before anything is sent. Rejecting twice is the same as once.
 * @throws DomainError not_found, forbidden, invalid_input (expired, or decided otherwise)
 */
export async function rejectOrder(ctx: TenantContext, input: DecideOrderInput): Promise<Decided> {
  requirePermission(ctx, 'orders.approve');
  const { isNew: _, ...decided } = await decideOrder(ctx, parseInput(decideOrderSchema, input), 'reject');
  return decided;
}
