import type { GuardMode, GuardRuleKind } from '@tillgate/db';
import { hasPermission } from '../../kernel/authority.ts';
import type { TenantContext } from '../../kernel/context.ts';

/** More than the rules and lists of an application can say about one payment. */
const decisionsMax = 50;

/** What a rule or a list said about one payment or payout, beside "pass". */
export type DecisionAbout = {
  id: string;
  kind: GuardRuleKind;
  /** As it was at that moment. */
  mode: GuardMode;
  /** ISO 8601. */
  at: string;
};

/**
 * What the rules and lists of a tenant said about a payment or payout that began all the same, oldest first; nothing for
 * who may not read the rules.
 */
export async function readDecisionsAbout(
  ctx: TenantContext,
  subject: { paymentId: string } | { disbursementId: string },
): Promise<DecisionAbout[]> {
  if (!hasPermission(ctx, 'policy.read')) return [];
  const { applicationId, environment } = ctx.tenant;
  const rows = await ctx.db.prisma.guardDecision.findMany({
    where: { applicationId, environment, ...subject },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: decisionsMax,
    select: { id: true, kind: true, mode: true, at: true },
  });
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
