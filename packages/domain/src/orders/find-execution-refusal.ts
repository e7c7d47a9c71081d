import type { OrderModel } from '@tillgate/db';
import type { Context } from '../kernel/context.ts';
import type { DomainError } from '../kernel/errors.ts';
import { isSuspended, OrganizationSuspended } from '../organizations/index.ts';
import { findPolicy } from '../policies/index.ts';
import { executionRefusal } from './approval.ts';
import { askedOf } from './asked.ts';
import { judgeApproval } from './judge-approval.ts';
import { orderKinds } from './kinds/index.ts';
import type { Hashing } from './kinds/kind.ts';
import { findMembers } from './members.ts';
import { restoreRefusal } from './restore-refusal.ts';

/**
 * Why an approved order may no longer be executed, or undefined. Reads the suspension, the policy, the sums and the roles
 * of both people now, so that a written row alone moves no money.
 * @throws DomainError invalid_input when its input does not fit its kind
 */
export async function findExecutionRefusal(
  ctx: Context & Hashing,
  order: OrderModel,
): Promise<DomainError | undefined> {
  const { prisma, pool } = ctx.db;
  const asked = orderKinds[order.kind].amount(order.input);
  const people = [order.requestedBy, ...(order.decidedBy === null ? [] : [order.decidedBy])];
  const [suspended, restored, members, policy] = await Promise.all([
    isSuspended(prisma, order.applicationId),
    restoreRefusal(pool, order),
    findMembers(prisma, order.applicationId, people),
    findPolicy(pool, order),
  ]);
  const now = ctx.clock.now();
  const requester = { seat: members.of(order.requestedBy) };
  const isHeld = await orderKinds[order.kind].isHeld(ctx, order, order.input, now);
  const needs = isHeld
    ? ('awaiting_approval' as const)
    : await judgeApproval(prisma, policy, { ...order, amount: asked }, requester, now);
  const refusal = suspended
    ? new OrganizationSuspended()
    : (restored ?? executionRefusal(askedOf(order), asked, members, needs, now));
  if (refusal) {
    const { id: orderId, kind, environment } = order;
    const { code, message } = refusal;
    ctx.log.warn({ orderId, kind, environment, code }, `An approved order was not carried out: ${message}`);
  }
  return refusal;
}
