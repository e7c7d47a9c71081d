import type { OrderModel } from '@tillgate/db';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext } from '../kernel/context.ts';
import { DomainError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import { type Decided, decideOrder } from './decide-order.ts';
import { publishOrdersApproved } from './publish-orders-approved.ts';
import { orderRefusals } from './refusals.ts';
import { type DecideOrderInput, decideOrderSchema } from './schemas.ts';

/**
 * Approves another member's order, so that the worker executes it. Approving twice is the same as once.
 * @throws DomainError not_found, forbidden, invalid_input (expired, decided otherwise, or a batch: see `approveBatch`)
 */
export async function approveOrder(ctx: TenantContext, input: DecideOrderInput): Promise<Decided> {
  requirePermission(ctx, 'orders.approve');
  const { isNew, ...decided } = await decideOrder(ctx, parseInput(decideOrderSchema, input), 'approve', refuseBatch);
  if (isNew) await publishOrdersApproved(ctx, [decided.orderId]);
  return decided;
}

/** Whoever approves a batch types its total. */
async function refuseBatch(_: unknown, { kind }: OrderModel): Promise<void> {
  if (kind === 'payout_batch') throw new DomainError('invalid_input', orderRefusals.approveBatchAlone);
}
