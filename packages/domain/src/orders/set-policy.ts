import { requirePermission } from '../kernel/authority.ts';
import type { TenantContext, WithDashboardUrl } from '../kernel/context.ts';
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
import { findWaiting, requireRole } from './looser-change.ts';
import { personOf } from './order.ts';
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
    if (userId) await requireRole(tx, ctx, { userId, kind: 'policy_change' });
    const before = await lockForChange(tx, ctx.tenant);
    const after = changed(before, given);
    const facts = { before, after, waiting: undefined };
    if (isSamePolicy(before, after)) return { ...facts, status: 'unchanged' as const };
    if (
      userId &&
      isLoosening(before, after) &&
      !(await isAlone(tx, { applicationId: ctx.tenant.applicationId, kind: 'policy_change', userId }, ctx.clock.now()))
    ) {
      const known = await findWaiting(tx, ctx, { userId, kind: 'policy_change', input: { before, after } });
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
