import { requirePermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';
import { type Approver, findApprovers, personOf, sumUnapproved } from '../../orders/index.ts';
import { dayBefore, findPolicy, type Policy } from '../../policies/index.ts';
import { type OrderView, viewOrders } from './order-view.ts';

const waitingMax = 20;

type PolicyView = Policy & {
  /** ISO 8601, UTC; null when it was never set. */
  updatedAt: string | null;
  /** The members who may approve the reader's orders. */
  approvers: { payout: Approver[]; reversal: Approver[]; policy: Approver[] };
  /** Money that left in the last 24 hours by orders without a second person, whole KES. */
  unapproved: { payout: number; reversal: number };
  /** Changes of the policy that wait for a second person, newest first. */
  waiting: OrderView[];
};

/** The limits on money out, the thresholds of approval, and the possible approvers. */
export async function getPolicy(ctx: TenantContext): Promise<PolicyView> {
  requirePermission(ctx, 'policy.read');
  const { tenant, clock } = ctx;
  const { applicationId, environment } = tenant;
  const userId = personOf(ctx.actor);
  const { prisma, pool } = ctx.db;
  const now = clock.now();
  const approversOf = (kind: 'payout' | 'reversal' | 'policy_change') =>
    findApprovers(prisma, applicationId, kind, userId);
  const unapprovedOf = (kind: 'payout' | 'reversal') =>
    sumUnapproved(prisma, { applicationId, environment, kind, id: null }, dayBefore(now));
  const [policy, row, approvers, unapproved, orders] = await Promise.all([
    findPolicy(pool, tenant),
    prisma.approvalPolicy.findUnique({
      where: { applicationId_environment: { applicationId, environment } },
      select: { updatedAt: true },
    }),
    Promise.all([approversOf('payout'), approversOf('reversal'), approversOf('policy_change')]),
    Promise.all([unapprovedOf('payout'), unapprovedOf('reversal')]),
    prisma.order.findMany({
      where: {
        applicationId,
        environment,
        kind: 'policy_change',
        status: 'awaiting_approval',
        expiresAt: { gt: now },
      },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: waitingMax,
    }),
  ]);
  return {
    ...policy,
    updatedAt: row?.updatedAt.toISOString() ?? null,
    approvers: { payout: approvers[0], reversal: approvers[1], policy: approvers[2] },
    unapproved: { payout: unapproved[0], reversal: unapproved[1] },
    waiting: await viewOrders(ctx, orders),
  };
}
