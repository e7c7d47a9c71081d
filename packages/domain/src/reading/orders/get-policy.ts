import { requireScope } from '../../authority.ts';
import type { TenantContext } from '../../context.ts';
import { type Approver, findApprovers, noPolicy, type Policy, personOf } from '../../orders/index.ts';

type PolicyView = Policy & {
  /** ISO 8601, UTC; null when it was never set. */
  updatedAt: string | null;
  /** Who may approve what the reader asks for. */
  approvers: { payout: Approver[]; reversal: Approver[] };
};

/** From which amounts on another person must approve, and who that could be. */
export async function getPolicy(ctx: TenantContext): Promise<PolicyView> {
  requireScope(ctx, 'read');
  const { applicationId, environment } = ctx.tenant;
  const userId = personOf(ctx.actor);
  const { prisma } = ctx.db;
  const [policy, payout, reversal] = await Promise.all([
    prisma.approvalPolicy.findUnique({ where: { applicationId_environment: { applicationId, environment } } }),
    findApprovers(prisma, applicationId, 'payout', userId),
    findApprovers(prisma, applicationId, 'reversal', userId),
  ]);
  const { payoutFrom, reversalFrom } = policy ?? noPolicy;
  return {
    payoutFrom,
    reversalFrom,
    updatedAt: policy?.updatedAt.toISOString() ?? null,
    approvers: { payout, reversal },
  };
}
