import type { Prisma } from '@tillgate/db';
import { fingerprintOf } from '../idempotency/index.ts';
import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
import { DomainError, notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/input.ts';
import {
  isLoosening,
  isSamePolicy,
  lockForChange,
  type Policy,
  type SetPolicyInput,
  setPolicySchema,
  storePolicy,
} from '../policies/index.ts';
import { isAlone } from './alone.ts';
import { mayRequest } from './approval.ts';
import { lockMembers } from './members.ts';
import { personOf } from './order.ts';
import { orderRefusals } from './refusals.ts';
import { requestOrder } from './request-order.ts';

type Ctx = TenantContext & Partial<WithDashboardUrl>;

/**
 * Result of a change. `waiting`: it loosens the policy, and `orderId` waits for another member. `policy` is the policy in
 * effect.
 */
type PolicySet = { policy: Policy } & ({ status: 'applied' | 'unchanged' } | { status: 'waiting'; orderId: string });

/**
 * Changes the limits on money out of an application and environment, and what needs approval. A change that only tightens
 * takes effect at once. A change that loosens anything becomes an order for another member who may change policies. It
 * takes effect at once when there is no such member, or when the operator makes it. Every owner gets an email about each
 * change in effect. Waiting orders keep waiting.
 * @throws DomainError invalid_input, not_found, forbidden
 */
export async function setPolicy(ctx: Ctx, input: SetPolicyInput): Promise<PolicySet> {
  requirePermission(ctx, 'policy.write');
  const given = parseInput(setPolicySchema, input);
  const userId = ctx.actor === 'operator' ? undefined : personOf(ctx.actor);
  const { before, after, status, waiting } = await ctx.db.prisma.$transaction(async (tx) => {
    if (userId) await requireRole(tx, ctx, userId);
    const before = await lockForChange(tx, ctx.tenant);
    const after = changed(before, given);
    const facts = { before, after, waiting: undefined };
    if (isSamePolicy(before, after)) return { ...facts, status: 'unchanged' as const };
    if (
      userId &&
      isLoosening(before, after) &&
      !(await isAlone(tx, { applicationId: ctx.tenant.applicationId, kind: 'policy_change', userId }, ctx.clock.now()))
    ) {
      const known = await findWaiting(tx, ctx, userId, { before, after });
      return { ...facts, status: 'waiting' as const, waiting: known };
    }
    await storePolicy(tx, ctx.tenant, { actor: ctx.actor, approvedBy: null, before, after }, ctx.clock.now());
    return { ...facts, status: 'applied' as const };
  });
  if (status !== 'waiting') return { status, policy: after };
  const wish = { kind: 'policy_change' as const, input: { before, after }, requestKey: crypto.randomUUID() };
  const orderId = waiting ?? (await requestOrder(ctx, wish)).orderId;
  return { status, orderId, policy: before };
}

/** Missing fields keep their values. */
function changed(before: Policy, given: SetPolicyInput): Policy {
  const said = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(said) };
}

async function requireRole(tx: Prisma.TransactionClient, { tenant }: Ctx, userId: string): Promise<void> {
  const seat = (await lockMembers(tx, tenant.applicationId, [userId])).of(userId);
  if (!seat) throw notFound('application');
  if (mayRequest({ userId, seat }, 'policy_change')) return;
  throw new DomainError('forbidden', orderRefusals.policyRole);
}

/** The open order for the same change, so that a double click makes one order. */
async function findWaiting(
  tx: Prisma.TransactionClient,
  { tenant, clock }: Ctx,
  requestedBy: string,
  wish: { before: Policy; after: Policy },
): Promise<string | undefined> {
  const orders = await tx.order.findMany({
    where: {
      ...tenant,
      requestedBy,
      kind: 'policy_change',
      status: 'awaiting_approval',
      expiresAt: { gt: clock.now() },
    },
  });
  return orders.find(({ input }) => fingerprintOf({ input }) === fingerprintOf({ input: wish }))?.id;
}
